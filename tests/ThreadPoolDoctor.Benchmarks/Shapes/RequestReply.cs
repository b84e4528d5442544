using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// An item replies to a waiting client first and still has work to do after that (the shape of RT 132952).
/// </summary>
internal sealed class RequestReply(int requests, int tailTicks) : Shape
{
    public override string Name => $"request/reply, tail of {tailTicks:N0} ticks, {requests:N0} times";

    public override double Run<TRival>(TRival rival)
    {
        using var replied = new SemaphoreSlim(0);
        WaitCallback callback = _ =>
        {
            replied.Release();
            Spin.For(tailTicks);
        };
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < requests; i++)
        {
            rival.Queue(callback, null);
            replied.Wait();
        }
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
