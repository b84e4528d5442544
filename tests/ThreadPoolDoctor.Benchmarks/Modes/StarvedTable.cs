using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// The seed cases that starve a pool: Requests, Counters, Waits, on both pools one after the other. ThreadPool's
/// Requests take a minute with the thousand items of the seed case, so fewer are the default; its delays grow with the
/// number.
/// </summary>
internal static class StarvedTable
{
    public static int Run(int requests, bool alone, string only)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        foreach ((string name, Action run) in new (string, Action)[]
        {
            ("requests", () => Requests(requests, alone)),
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

    private static void Requests(int count, bool alone)
    {
        RequestsResult sleeping = Requests(count, item => WorkPool.Shared.Queue(item), () => WorkPool.Shared.GetStatistics().Workers, static () => Thread.Sleep(500));
        using var reads = new SilentReads(500);
        RequestsResult reading = Requests(count, item => WorkPool.Shared.Queue(item), () => WorkPool.Shared.GetStatistics().Workers, reads.Read);
        long idle = Stopwatch.GetTimestamp();
        while (WorkPool.Shared.GetStatistics().Workers > 0) Thread.Sleep(10);
        Console.WriteLine($"requests, {count} of 500 ms, one each 10 ms; goals mean 5 ms, worst 50 ms, 60 workers at 1,000 requests");
        Console.WriteLine($"  WorkPool, sleep   {sleeping}");
        Console.WriteLine($"  WorkPool, socket  {reading}; no worker left {Stopwatch.GetElapsedTime(idle).TotalSeconds:F1} s later");
        if (alone) return;
        Console.WriteLine($"  ThreadPool, sleep {Requests(count, item => ThreadPool.QueueUserWorkItem(_ => item()), () => ThreadPool.ThreadCount, static () => Thread.Sleep(500))}");
    }

    private static RequestsResult Requests(int count, Action<Action> queue, Func<int> threads, Action block)
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
                block();
                end.Signal();
            });
            most = Math.Max(most, threads());
        }
        end.Wait();
        return new RequestsResult(delays.Average(), delays.Max(), most);
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

    /// <summary>Blocking reads that nobody answers: each ends with its time-out.</summary>
    private sealed class SilentReads : IDisposable
    {
        private readonly int _milliseconds;
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly ConcurrentBag<Socket> _idle = [];

        public SilentReads(int milliseconds)
        {
            _milliseconds = milliseconds;
            _listener.Start(512);
        }

        public void Read()
        {
            if (!_idle.TryTake(out Socket? socket))
            {
                socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = _milliseconds };
                socket.Connect(_listener.LocalEndpoint);
            }
            socket.Receive(new byte[1], 0, 1, SocketFlags.None, out _);
            _idle.Add(socket);
        }

        public void Dispose()
        {
            foreach (Socket socket in _idle) socket.Dispose();
            _listener.Stop();
        }
    }

    private sealed record RequestsResult(double Mean, double Worst, int Threads)
    {
        public override string ToString() => $"delay mean {Mean:F2} ms, worst {Worst:F1} ms, {Threads} workers";
    }

    private sealed record CountersResult(double Ended, double Began, double Late);

    private sealed record WaitsResult(double Register, double Round, int Threads, double Idle)
    {
        public override string ToString() => $"{Register:F1} ms, a round {Round:F2} ms, threads added {Threads}, idle {Idle:F1} % of a processor";
    }
}
