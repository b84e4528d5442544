using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Async methods that each wait for one of four turns, yield, and give it to the next.</summary>
internal sealed class AsyncTurns(int methods) : Shape
{
    public override string Name => $"async turns, {methods:N0}";

    public override double Run<TRival>(TRival rival)
    {
        var turns = new SemaphoreSlim(4);
        long start = Stopwatch.GetTimestamp();
        var all = new Task[methods];
        for (int i = 0; i < methods; i++)
        {
            all[i] = rival.RunAsync(async () =>
            {
                await turns.WaitAsync();
                await Task.Yield();
                turns.Release();
            });
        }
        Task.WaitAll(all);
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
