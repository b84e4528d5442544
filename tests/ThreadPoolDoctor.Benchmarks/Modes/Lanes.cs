using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>How long High items wait, and whether Low ones move, while the Normal lane is never empty.</summary>
internal static class Lanes
{
    private const int Probes = 1000;

    public static void Run()
    {
        Under("Normal items of 10 us", 10);
        Under("Normal items of 1 ms", 1_000);
        Under("Normal items of 100 ms", 100_000);
    }

    private static void Under(string title, int microseconds)
    {
        using var pool = new WorkPool();
        bool stop = false;
        long normal = 0, low = 0;
        void Again()
        {
            Spin(microseconds);
            Interlocked.Increment(ref normal);
            if (!Volatile.Read(ref stop)) pool.Queue(Again);
        }
        void LowAgain()
        {
            Interlocked.Increment(ref low);
            if (!Volatile.Read(ref stop)) pool.Queue(LowAgain, lane: WorkLane.Low);
        }
        for (int i = 0; i < 20 * pool.Processors; i++) pool.Queue(Again);
        pool.Queue(LowAgain, lane: WorkLane.Low);
        double[] delays = new double[Probes];
        for (int i = -50; i < Probes; i++)
        {
            using var ran = new ManualResetEventSlim();
            long queued = Stopwatch.GetTimestamp();
            int k = i;
            pool.Queue(() =>
            {
                double delay = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                // The first ones warm up.
                if (k >= 0) delays[k] = delay;
                ran.Set();
            }, lane: WorkLane.High);
            ran.Wait();
            Thread.Sleep(2);
        }
        Volatile.Write(ref stop, true);
        pool.DrainAsync().Wait();
        Array.Sort(delays);
        Console.WriteLine($"High lane, {title}: delay median {delays[Probes / 2]:F2} ms, p99 {delays[Probes * 99 / 100]:F2}, worst {delays[^1]:F2}; "
            + $"meanwhile {normal} Normal and {low} Low items; goal 2 ms");
    }

    private static void Spin(int microseconds)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start).TotalMicroseconds < microseconds) Thread.SpinWait(10);
    }
}
