using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Async methods that yield in a loop.</summary>
internal sealed class Yields(int methods, int yields) : Shape
{
    public override string Name => $"async yields, {methods} x {yields:N0}";

    public override double Run<TRival>(TRival rival)
    {
        long start = Stopwatch.GetTimestamp();
        var all = new Task[methods];
        for (int i = 0; i < methods; i++)
        {
            all[i] = rival.RunAsync(async () =>
            {
                for (int y = 0; y < yields; y++)
                {
                    await Task.Yield();
                }
            });
        }
        Task.WaitAll(all);
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
