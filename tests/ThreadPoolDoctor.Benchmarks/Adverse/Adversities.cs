using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks.Adverse;

/// <summary>The programs, and what is promised for each.</summary>
internal static class Adversities
{
    private static readonly int s_microsecond = (int)(Stopwatch.Frequency / 1_000_000);

    public static IReadOnlyList<Adversity> All { get; } =
    [
        new("100 items behind a blocked one, beside a backlog of 60,000 items of 5 us", BehindBlocked,
            "all begin within 100 ms", static (ours, _) => ours[0] <= 100),
        new("a lock held for 50 us by 60,000 items", static queue => HotLock(queue, 60_000, static () => Spin.For(50 * s_microsecond)),
            "at most twice the workers, not slower by more than 5 %",
            static (ours, theirs) => ours[1] <= 2 * theirs[1] && ours[0] <= 1.05 * theirs[0]),
        new("a lock held for 10 us by 60,000 items", static queue => HotLock(queue, 60_000, static () => Spin.For(10 * s_microsecond)),
            "at most twice the workers, not slower by more than 5 %",
            static (ours, theirs) => ours[1] <= 2 * theirs[1] && ours[0] <= 1.05 * theirs[0]),
        new("a lock held through a sleep of 10 ms by 200 items", static queue => HotLock(queue, 200, static () => Thread.Sleep(10)),
            "at most twice the workers and ten, not slower by more than 5 %",
            static (ours, theirs) => ours[1] <= 10 + (2 * theirs[1]) && ours[0] <= 1.05 * theirs[0]),
        new("12 items that wait for one another, heap limit of 32 MB", Meeting,
            "no later", static (ours, theirs) => ours[0] <= theirs[0]) { HeapLimit = 32 << 20 },
        new("an old local item beneath one chain", static queue => OldLocal(queue, 1),
            "no later by 1 ms in the median of 20, at worst at most twice as late",
            static (ours, theirs) => ours[1] <= theirs[1] + 1 && ours[0] <= 2 * theirs[0]),
        new("an old local item beneath twice as many chains as processors", static queue => OldLocal(queue, 2 * Environment.ProcessorCount),
            "no later by 1 ms in the median of 20, at worst at most twice as late",
            static (ours, theirs) => ours[1] <= theirs[1] + 1 && ours[0] <= 2 * theirs[0]),
        new("Dispose while ThreadPool starves", DisposeWhileStarved,
            "under 500 ms", static (ours, _) => ours[0] < 500) { Compared = false },
        new("100 pools disposed", DisposedPools,
            "no thread is left", static (ours, _) => ours[0] <= 0) { Compared = false },
        new("watchers after the last wait", WatchersEnd,
            "gone within 20 s", static (ours, _) => ours[0] <= 20) { Compared = false },
        new("eight producers after 70 short-lived threads", Producers,
            "within 1.5x of before", static (ours, _) => ours[0] <= 1.5) { Compared = false },
        new("one request at a time after 500 items that blocked at once", AfterGrowth,
            "within 1.5x of before", static (ours, _) => ours[0] <= 1.5) { Compared = false },
        new("bursts of 16 after 500 items that blocked at once", static queue => AfterGrowth(queue, 16),
            "within 1.5x of before", static (ours, _) => ours[0] <= 1.5) { Compared = false },
        new("ThreadPool beside an idle bundled pool", BesideIdle,
            "within 2 %", static (ours, _) => ours[0] is > 0.98 and < 1.02) { Compared = false },
    ];

    private static Figure[] AfterGrowth(Queueing queue) => AfterGrowth(queue, 1);

    /// <summary>What was added is given back within a second or two, and must not be felt for ever.</summary>
    private static Figure[] AfterGrowth(Queueing queue, int burst)
    {
        Rounds();
        double before = Rounds();
        using CountdownEvent ended = new(500);
        for (int i = 0; i < ended.InitialCount; i++)
        {
            queue(() =>
            {
                Thread.Sleep(1000);
                ended.Signal();
            });
        }
        ended.Wait();
        Thread.Sleep(5000);
        double after = Rounds();
        return [new(after / before, "x of before")];

        double Rounds()
        {
            double[] times = new double[9];
            using AutoResetEvent end = new(false);
            for (int n = 0; n < times.Length; n++)
            {
                long start = Stopwatch.GetTimestamp();
                for (int round = 0; round < 1000; round++)
                {
                    int left = burst;
                    for (int i = 0; i < burst; i++)
                    {
                        queue(() =>
                        {
                            if (Interlocked.Decrement(ref left) == 0) end.Set();
                        });
                    }
                    end.WaitOne();
                }
                times[n] = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            }
            return times.Order().ElementAt(times.Length / 2);
        }
    }

    private static Figure[] BehindBlocked(Queueing queue)
    {
        using ManualResetEventSlim release = new();
        using CountdownEvent begun = new(100);
        // Everybody is busy for a moment, so that what is queued meanwhile is claimed together.
        for (int i = 0; i < Environment.ProcessorCount; i++) queue(static () => Spin.For(20_000 * s_microsecond));
        int backlog = 60_000;
        void Tiny()
        {
            Spin.For(5 * s_microsecond);
            // The backlog stays while the hundred wait.
            if (!begun.IsSet) queue(Tiny);
            else Interlocked.Decrement(ref backlog);
        }
        long start = Stopwatch.GetTimestamp();
        queue(release.Wait);
        for (int i = 0; i < 100; i++) queue(() => begun.Signal());
        for (int i = 0; i < 60_000; i++) queue(Tiny);
        bool all = begun.Wait(TimeSpan.FromSeconds(8));
        double took = all ? Stopwatch.GetElapsedTime(start).TotalMilliseconds : double.PositiveInfinity;
        release.Set();
        return [new(took, "ms")];
    }

    private static Figure[] HotLock(Queueing queue, int items, Action inside)
    {
        object gate = new();
        using CountdownEvent end = new(items);
        int most = 0;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < items; i++)
        {
            queue(() =>
            {
                lock (gate) inside();
                end.Signal();
            });
        }
        while (!end.Wait(10)) most = Math.Max(most, Workers());
        return [new(Stopwatch.GetElapsedTime(start).TotalMilliseconds, "ms"), new(most, "workers")];
    }

    private static Figure[] Meeting(Queueing queue)
    {
        using Barrier barrier = new(12);
        using CountdownEvent met = new(12);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < 12; i++)
        {
            queue(() =>
            {
                barrier.SignalAndWait();
                met.Signal();
            });
        }
        bool all = met.Wait(TimeSpan.FromSeconds(60));
        return [new(all ? Stopwatch.GetElapsedTime(start).TotalMilliseconds : double.PositiveInfinity, "ms")];
    }

    /// <summary>
    /// Each chain is an item that queues its successor in its worker's own queue, above the old item. The first round
    /// is not counted: in it the runtime compiles the pool's code, for milliseconds, and ThreadPool's came compiled.
    /// </summary>
    private static Figure[] OldLocal(Queueing queue, int chains)
    {
        List<double> delays = [];
        for (int round = 0; round <= 20; round++)
        {
            using CountdownEvent begun = new(chains), ended = new(chains);
            long start = Stopwatch.GetTimestamp();
            double last = 0;
            void Chain()
            {
                Spin.For(5 * s_microsecond);
                if (!begun.IsSet && Stopwatch.GetElapsedTime(start).TotalSeconds < 5) queue(Chain, preferLocal: true);
                else ended.Signal();
            }
            for (int i = 0; i < chains; i++)
            {
                queue(() =>
                {
                    queue(() =>
                    {
                        last = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
                        begun.Signal();
                    }, preferLocal: true);
                    queue(Chain, preferLocal: true);
                });
            }
            ended.Wait();
            begun.Wait();
            if (round > 0) delays.Add(last);
        }
        return [new(delays.Max(), "ms at worst"), new(Stats.Median(delays), "ms in the median")];
    }

    private static Figure[] DisposeWhileStarved(Queueing unused)
    {
        WorkPool pool = new();
        pool.Queue(static () => Thread.Sleep(100));
        for (int i = 0; i < 60; i++) ThreadPool.QueueUserWorkItem(static _ => Thread.Sleep(1_000));
        long start = Stopwatch.GetTimestamp();
        pool.Dispose();
        return [new(Stopwatch.GetElapsedTime(start).TotalMilliseconds, "ms")];
    }

    private static Figure[] DisposedPools(Queueing unused)
    {
        for (int i = 0; i < 3; i++) UsePool();
        int before = Threads();
        for (int i = 0; i < 100; i++) UsePool();
        // The kernel lists a thread a moment longer than it lives.
        long start = Stopwatch.GetTimestamp();
        while (Threads() > before && Stopwatch.GetElapsedTime(start).TotalSeconds < 2) Thread.Sleep(10);
        return [new(Threads() - before, "threads left")];
    }

    private static void UsePool()
    {
        using WorkPool pool = new();
        using AutoResetEvent handle = new(false);
        using ManualResetEventSlim fired = new();
        using ITimer timer = pool.TimeProvider.CreateTimer(_ => fired.Set(), null, TimeSpan.FromMilliseconds(1), Timeout.InfiniteTimeSpan);
        fired.Wait();
        using ManualResetEventSlim called = new();
        PoolRegisteredWaitHandle wait = pool.RegisterWait(handle, (_, _) => called.Set());
        handle.Set();
        called.Wait();
        wait.Unregister(null);
        for (int i = 0; i < 20; i++) pool.Queue(static () => { });
    }

    private static Figure[] WatchersEnd(Queueing unused)
    {
        AutoResetEvent[] handles = [.. Enumerable.Range(0, 2_000).Select(static _ => new AutoResetEvent(false))];
        PoolRegisteredWaitHandle[] waits = [.. handles.Select(static handle => WorkPool.Shared.RegisterWait(handle, static (_, _) => { }))];
        int most = WorkPool.Shared.GetStatistics().WaitThreads;
        foreach (PoolRegisteredWaitHandle wait in waits) wait.Unregister(null);
        long start = Stopwatch.GetTimestamp();
        while (WorkPool.Shared.GetStatistics().WaitThreads > 0 && Stopwatch.GetElapsedTime(start).TotalSeconds < 60) Thread.Sleep(100);
        return [new(Stopwatch.GetElapsedTime(start).TotalSeconds, "s"), new(most, "threads before")];
    }

    private static Figure[] Producers(Queueing unused)
    {
        PerItem();
        double before = Enumerable.Range(0, 5).Min(static _ => PerItem());
        for (int i = 0; i < 70; i++)
        {
            Thread thread = new(static () => WorkPool.Shared.Queue(static () => { }));
            thread.Start();
            thread.Join();
        }
        double after = Enumerable.Range(0, 5).Min(static _ => PerItem());
        return [new(after / before, "x"), new(before, "ns an item before")];
    }

    private static double PerItem()
    {
        const int Items = 100_000;
        using CountdownEvent end = new(8 * Items);
        using Barrier together = new(9);
        Thread[] threads = [.. Enumerable.Range(0, 8).Select(_ => new Thread(() =>
        {
            together.SignalAndWait();
            for (int i = 0; i < Items; i++) WorkPool.Shared.Queue(() => end.Signal());
        }))];
        foreach (Thread thread in threads) thread.Start();
        together.SignalAndWait();
        long start = Stopwatch.GetTimestamp();
        end.Wait();
        double took = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        foreach (Thread thread in threads) thread.Join();
        return took / (8 * Items);
    }

    /// <summary>
    /// ThreadPool's time beside an idle pool, in parts of its time without one. It has two speeds and changes between
    /// them every few hundredths of a second, so thousands of short pairs tell what a few long ones do not.
    /// </summary>
    private static Figure[] BesideIdle(Queueing unused)
    {
        List<double> ratios = [];
        OnThreadPool();
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; Stopwatch.GetElapsedTime(start).TotalSeconds < 100; round++)
        {
            // The order alternates too: what comes second finds a pool that has just grown or shrunk.
            double first = round % 2 == 0 ? OnThreadPool() : OnThreadPoolBesideIdle();
            double second = round % 2 == 0 ? OnThreadPoolBesideIdle() : OnThreadPool();
            ratios.Add(Math.Log(round % 2 == 0 ? second / first : first / second));
        }
        (double from, double to) = Stats.IntervalOfMedian(ratios);
        return
        [
            new(Math.Exp(Stats.Median(ratios)), "x"),
            new(Math.Exp(from), "x at least"),
            new(Math.Exp(to), "x at most (99 %)"),
            new(ratios.Count, "pairs"),
        ];
    }

    private static double OnThreadPoolBesideIdle()
    {
        using WorkPool pool = new();
        using CountdownEvent end = new(1_000);
        for (int i = 0; i < 1_000; i++) pool.Queue(() => end.Signal());
        end.Wait();
        return OnThreadPool();
    }

    private static double OnThreadPool()
    {
        const int Items = 50_000;
        using CountdownEvent end = new(Items);
        // A pool used a moment ago, ThreadPool too, spins for a little.
        Thread.Sleep(2);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Items; i++) ThreadPool.QueueUserWorkItem(static end => end.Signal(), end, preferLocal: false);
        end.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>The threads of whichever pool there is, by their names; not those that watch.</summary>
    private static int Workers()
    {
        string[] names = [".NET TP Worker", ThreadHygiene.ThreadName];
        return OperatingSystem.IsLinux()
            ? Directory.EnumerateDirectories("/proc/self/task").Count(task => names.Contains(NameOf(task)))
            : Threads();
    }

    private static string NameOf(string task)
    {
        try
        {
            return File.ReadAllText(task + "/comm").TrimEnd();
        }
        catch (IOException)
        {
            // It has ended.
            return "";
        }
    }

    private static int Threads()
    {
        using Process me = Process.GetCurrentProcess();
        return me.Threads.Count;
    }
}
