using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Fan-out and join: an outside thread queues a handful of items, waits for all of them, and does it again.</summary>
internal sealed class FanOut(int degree, int rounds, int ticks) : Shape
{
    public override string Name => $"fan-out {degree} of {ticks:N0} ticks and join, {rounds:N0} times";

    public override double Run<TRival>(TRival rival)
    {
        int left = 0;
        using var done = new ManualResetEventSlim();
        WaitCallback callback = _ =>
        {
            Spin.For(ticks);
            if (Interlocked.Decrement(ref left) == 0)
            {
                done.Set();
            }
        };
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; round < rounds; round++)
        {
            left = degree;
            done.Reset();
            for (int i = 0; i < degree; i++)
            {
                rival.Queue(callback, null);
            }
            done.Wait();
        }
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
