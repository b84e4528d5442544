using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// Fan-out and join: an outside thread queues a handful of items, waits for all of them, and does it again.
/// </summary>
internal sealed class FanOut(int degree, int rounds, int ticks) : Shape
{
    public override string Name => $"fan-out {degree} of {ticks:N0} ticks and join, {rounds:N0} times";

    public override double Run<TRival>(TRival rival)
    {
        var left = new Countdown(degree);
        WaitCallback callback = _ =>
        {
            Spin.For(ticks);
            left.Signal();
        };
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; round < rounds; round++)
        {
            left.Reset(degree);
            for (int i = 0; i < degree; i++)
            {
                rival.Queue(callback, null);
            }
            left.Wait();
        }
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
