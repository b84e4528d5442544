using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>Several outside threads queue at once.</summary>
internal static class Producers
{
    public static double Run(int producers, int items)
    {
        var left = new Countdown(producers * items);
        using var begin = new Barrier(producers + 1);
        WaitCallback callback = _ => left.Signal();
        Thread[] threads = [.. Enumerable.Range(0, producers).Select(_ => new Thread(() =>
        {
            begin.SignalAndWait();
            for (int i = 0; i < items; i++) default(ComparedPool).Queue(callback, null);
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        begin.SignalAndWait();
        long start = Stopwatch.GetTimestamp();
        left.Wait();
        double elapsed = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        Array.ForEach(threads, static thread => thread.Join());
        return elapsed;
    }
}
