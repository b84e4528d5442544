using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>How the cost of an item grows with the workers, and memory with the items queued.</summary>
internal static class ScalingMode
{
    public static int Run()
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine("| workers | ns an item, one million from outside | least to most |\n|---|---|---|");
        foreach (int workers in new[] { 1, 2, 4, 8, 64 })
        {
            using var pool = new WorkPool(new WorkPoolOptions { Processors = workers });
            // The first pool's runs would else be of code that the JIT has not yet optimised.
            for (long end = Environment.TickCount64 + 1000; Environment.TickCount64 < end;)
            {
                PerItem(pool, 1_000_000);
            }
            List<double> runs = [.. Enumerable.Range(0, 9).Select(_ => PerItem(pool, 1_000_000))];
            Console.WriteLine($"| {workers} | {Stats.Median(runs):F1} | {runs.Min():F1} to {runs.Max():F1} |");
        }
        Console.WriteLine("\n| items queued at once | what | WorkPool MiB | after | ThreadPool MiB | after |\n|---|---|---|---|---|---|");
        for (int items = 1000; items <= 10_000_000; items *= 10)
        {
            Compare(items, "one delegate, no state", static _ => null);
            // What a queue can share between its slots it shares no longer.
            object?[] states = [.. Enumerable.Range(0, items).Select(static _ => new object())];
            Compare(items, "one delegate, states that differ", i => states[i]);
        }
        return 0;
    }

    private static void Compare(int items, string what, Func<int, object?> state)
    {
        // Not the shared pool: that would replace the blocked workers, and run the items meanwhile.
        using var pool = new WorkPool(new WorkPoolOptions { MaximumWorkers = Environment.ProcessorCount, BlockingDetection = false });
        (double full, double after) = Memory((callback, argument) => pool.Queue(callback, argument), items, state);
        (double theirs, double theirsAfter) = Memory((callback, argument) => ThreadPool.QueueUserWorkItem(callback, argument), items, state);
        Console.WriteLine($"| {items:N0} | {what} | {full:F2} | {after:F2} | {theirs:F2} | {theirsAfter:F2} |");
    }

    private static double PerItem(WorkPool pool, int items)
    {
        var left = new Countdown(items);
        WaitCallback callback = _ => left.Signal();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < items; i++)
        {
            pool.UnsafeQueue(callback, null);
        }
        left.Wait();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / items;
    }

    /// <summary>The heap with all items queued behind blocked workers, and after they have run.</summary>
    private static (double Full, double After) Memory(Action<WaitCallback, object?> queue, int items, Func<int, object?> state)
    {
        // ThreadPool would add threads for the blocked ones and run the items meanwhile.
        ThreadPool.SetMinThreads(Environment.ProcessorCount, 1);
        ThreadPool.SetMaxThreads(Environment.ProcessorCount, 1000);
        using var gate = new ManualResetEventSlim();
        using var blocked = new CountdownEvent(Environment.ProcessorCount);
        using var done = new CountdownEvent(items);
        WaitCallback block = _ =>
        {
            blocked.Signal();
            gate.Wait();
        };
        for (int i = 0; i < Environment.ProcessorCount; i++)
        {
            queue(block, null);
        }
        blocked.Wait();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        WaitCallback callback = _ => done.Signal();
        for (int i = 0; i < items; i++)
        {
            queue(callback, state(i));
        }
        long full = GC.GetTotalMemory(forceFullCollection: true);
        if (done.CurrentCount != items)
        {
            throw new InvalidOperationException($"{items - done.CurrentCount:N0} of {items:N0} items ran before all were queued.");
        }
        gate.Set();
        done.Wait();
        Thread.Sleep(200);
        long after = GC.GetTotalMemory(forceFullCollection: true);
        return ((full - before) / 1048576.0, (after - before) / 1048576.0);
    }
}
