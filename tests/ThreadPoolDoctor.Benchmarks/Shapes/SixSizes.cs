using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Seed case 3: many items that each spin for a given number of timer ticks.</summary>
internal sealed class SixSizes(int ticks, int items) : Shape
{
    public override string Name => $"size {ticks:N0} ticks, {items:N0} items";

    public override bool IsSeed => true;

    public override double Goal => ticks <= 1000 ? 3 : 0.98;

    public override string Unit => ticks <= 1000 ? "x less overhead" : "x faster";

    public override double Score(double theirs, double ours, double floor) =>
        ticks > 1000 ? theirs / ours
        // On a noisy machine the pool may come out below its floor: then it has no overhead that could be told.
        : Math.Min(99, Math.Max(theirs - floor, 0) / Math.Max(ours - floor, 0.01));

    public override double Run<TRival>(TRival rival)
    {
        var left = new Countdown(items);
        WaitCallback callback = Work(left);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < items; i++)
        {
            rival.Queue(callback, null);
        }
        left.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>The same items called in a loop by one plain thread per processor.</summary>
    public override double Floor()
    {
        var left = new Countdown(items);
        WaitCallback callback = Work(left);
        int processors = Environment.ProcessorCount;
        long start = Stopwatch.GetTimestamp();
        Thread[] threads = [.. Enumerable.Range(0, processors).Select(t => new Thread(() =>
        {
            for (int i = t; i < items; i += processors)
            {
                callback(null);
            }
        }))];
        Array.ForEach(threads, static t => t.Start());
        left.Wait();
        double elapsed = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        Array.ForEach(threads, static t => t.Join());
        return elapsed;
    }

    private WaitCallback Work(Countdown left) => _ =>
    {
        Spin.For(ticks);
        left.Signal();
    };
}
