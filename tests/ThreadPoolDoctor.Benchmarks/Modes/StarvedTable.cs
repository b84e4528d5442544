using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// The seed cases that starve a pool: Requests, Counters, Waits, on both pools one after the other. ThreadPool's Requests
/// take a minute with the thousand items of the seed case, so fewer are the default; its delays grow with the number.
/// </summary>
internal static class StarvedTable
{
    public static int Run(int requests, string only)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        foreach ((string name, Action run) in new (string, Action)[]
        {
            ("requests", () => Requests(requests)),
            ("counters", Counters),
            ("waits", Waits),
            ("lanes", Lanes.Run),
            ("spares", Spares.Run),
        })
        {
            if (name.Contains(only, StringComparison.OrdinalIgnoreCase)) run();
        }
        return 0;
    }

    private static void Requests(int count)
    {
        (double mean, double worst, int threads) ours = Requests(count, item => WorkPool.Shared.Queue(item), () => WorkPool.Shared.GetStatistics().Workers);
        (double mean, double worst, int threads) theirs = Requests(count, item => ThreadPool.QueueUserWorkItem(_ => item()), () => ThreadPool.ThreadCount);
        Console.WriteLine($"requests, {count} of 500 ms, one each 10 ms: delay mean {ours.mean:F2} ms (ThreadPool {theirs.mean:F0}), worst {ours.worst:F1} ms ({theirs.worst:F0}), "
            + $"threads {ours.threads} ({theirs.threads}); goals 5 ms, 50 ms, 60 at 1,000 requests");
    }

    private static (double Mean, double Worst, int Threads) Requests(int count, Action<Action> queue, Func<int> threads)
    {
        double[] delays = new double[count];
        using var end = new CountdownEvent(count);
        long start = Stopwatch.GetTimestamp();
        int most = 0;
        for (int i = 0; i < count; i++)
        {
            int k = i;
            while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < i * 10) Thread.Sleep(1);
            long queued = Stopwatch.GetTimestamp();
            queue(() =>
            {
                delays[k] = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                Thread.Sleep(500);
                end.Signal();
            });
            most = Math.Max(most, threads());
        }
        end.Wait();
        return (delays.Average(), delays.Max(), most);
    }

    private static void Counters()
    {
        CountersResult ours = Counters(item => WorkPool.Shared.Queue(item), WorkPool.Shared.TimeProvider);
        CountersResult theirs = Counters(item => ThreadPool.QueueUserWorkItem(_ => item()), TimeProvider.System);
        Console.WriteLine($"counters, ten of 1 s: all ended after {ours.Ended:F0} ms (ThreadPool {theirs.Ended:F0}); goal 1200; "
            + $"the last began after {ours.Began:F0} ms ({theirs.Began:F0}), the latest timer was {ours.Late:F0} ms late ({theirs.Late:F0})");
    }

    private static CountersResult Counters(Action<Action> queue, TimeProvider time)
    {
        using var end = new CountdownEvent(10);
        double[] began = new double[10], late = new double[10];
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < 10; i++)
        {
            int k = i;
            queue(() =>
            {
                bool stop = false;
                long count = 0;
                began[k] = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
                void Stop(object? state)
                {
                    late[k] = Stopwatch.GetElapsedTime(start).TotalMilliseconds - began[k] - 1000;
                    Volatile.Write(ref stop, true);
                }
                using ITimer timer = time.CreateTimer(Stop, null, TimeSpan.FromSeconds(1), Timeout.InfiniteTimeSpan);
                while (!Volatile.Read(ref stop)) count++;
                end.Signal();
            });
        }
        end.Wait();
        return new CountersResult(Stopwatch.GetElapsedTime(start).TotalMilliseconds, began.Max(), late.Max());
    }

    private static void Waits()
    {
        const int rounds = 9;
        int before = Threads();
        WaitsResult own = Waits(rounds, () => new PoolAutoResetEvent(false), e => ((PoolEvent)e).Set(),
            (e, c) => WorkPool.Shared.RegisterWait(e, c, executeOnlyOnce: false), r => ((PoolRegisteredWaitHandle)r).Unregister(null));
        WaitsResult existing = Waits(rounds, () => new AutoResetEvent(false), e => ((AutoResetEvent)e).Set(),
            (e, c) => WorkPool.Shared.RegisterWait(e, c, executeOnlyOnce: false), r => ((PoolRegisteredWaitHandle)r).Unregister(null));
        WaitsResult theirs = Waits(rounds, () => new AutoResetEvent(false), e => ((AutoResetEvent)e).Set(),
            (e, c) => ThreadPool.RegisterWaitForSingleObject(e, c, null, Timeout.Infinite, false), r => ((RegisteredWaitHandle)r).Unregister(null));
        Console.WriteLine($"waits, 63,000 registered, 1,000 signalled a round ({before} threads before):");
        Console.WriteLine($"  pool events      register {own}");
        Console.WriteLine($"  existing events  register {existing}");
        Console.WriteLine($"  ThreadPool       register {theirs}");
        Console.WriteLine($"  signalling {theirs.Round / own.Round:F1} x (existing events {theirs.Round / existing.Round:F1} x), "
            + $"registration {theirs.Register / own.Register:F1} x ({theirs.Register / existing.Register:F1} x); goals 10 x, 10 x, 4 threads");
    }

    private static WaitsResult Waits(
        int rounds, Func<WaitHandle> make, Action<WaitHandle> set, Func<WaitHandle, WaitOrTimerCallback, object> register, Action<object> unregister)
    {
        const int signalled = 1000, handles = 63 * signalled;
        WaitHandle[] events = [.. Enumerable.Range(0, handles).Select(_ => make())];
        object[] registrations = new object[handles];
        int left = 0;
        using var end = new AutoResetEvent(false);
        void Called(object? state, bool timedOut)
        {
            if (Interlocked.Decrement(ref left) == 0) end.Set();
        }
        int before = Threads();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < handles; i++) registrations[i] = register(events[i], Called);
        double registering = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        var times = new List<double>();
        int threads = 0;
        for (int round = 0; round < rounds; round++)
        {
            left = signalled;
            start = Stopwatch.GetTimestamp();
            for (int i = 0; i < handles; i += 63) set(events[i]);
            end.WaitOne();
            times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            threads = Threads() - before;
        }
        using var process = Process.GetCurrentProcess();
        TimeSpan used = process.TotalProcessorTime;
        Thread.Sleep(1000);
        process.Refresh();
        double idle = (process.TotalProcessorTime - used).TotalMilliseconds / 10;
        foreach (object registration in registrations) unregister(registration);
        foreach (WaitHandle handle in events) handle.Dispose();
        return new WaitsResult(registering, times.Skip(1).Order().ElementAt((rounds - 1) / 2), threads, idle);
    }

    private static int Threads()
    {
        using var process = Process.GetCurrentProcess();
        return process.Threads.Count;
    }

    private sealed record CountersResult(double Ended, double Began, double Late);

    private sealed record WaitsResult(double Register, double Round, int Threads, double Idle)
    {
        public override string ToString() => $"{Register:F1} ms, a round {Round:F2} ms, threads added {Threads}, idle {Idle:F1} % of a processor";
    }
}
