using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Benchmarks.Governed;

/// <summary>What starves .NET's pool, and what more workers do not help.</summary>
internal static class GovernedCases
{
    private const int Requests = 1_000;

    private static int s_mostThreads;

    public static IReadOnlyList<GovernedCase> All { get; } =
    [
        new("sleep", static () => Blocking(static () => Thread.Sleep(500)), OnlyGoverned: true),
        new("result", static () => Blocking(static () => _ = LaterAsync().Result), OnlyGoverned: true),
        new("lock around IO", static () => Blocking(static () => { lock (new object()) Thread.Sleep(500); }), OnlyGoverned: true),
        new("socket", Sockets, OnlyGoverned: true),
        new("http send", HttpSend, OnlyGoverned: true),
        new("counters", Counters),
        new("hot lock", HotLock),
        new("database", Database),
        new("long items", LongItems),
        new("ten million", TenMillion),
        new("idle", Idle),
    ];

    private static async Task<int> LaterAsync()
    {
        await Task.Delay(500);
        return 1;
    }

    /// <summary>A thousand requests of half a second, one each 10 ms.</summary>
    private static string Blocking(Action block)
    {
        WatchThreads();
        double[] delays = new double[Requests];
        using CountdownEvent end = new(Requests);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Requests; i++)
        {
            int k = i;
            while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < i * 10) Thread.Sleep(1);
            long queued = Stopwatch.GetTimestamp();
            ThreadPool.QueueUserWorkItem(_ =>
            {
                delays[k] = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                block();
                end.Signal();
            });
        }
        end.Wait();
        return $"delay mean {delays.Average():0.00} ms, worst {delays.Max():0.0} ms, {s_mostThreads} workers";
    }

    private static string Sockets()
    {
        using TcpListener silent = new(IPAddress.Loopback, 0);
        silent.Start(512);
        ConcurrentBag<Socket> idle = [];
        return Blocking(() =>
        {
            if (!idle.TryTake(out Socket? socket))
            {
                socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = 500 };
                socket.Connect(silent.LocalEndpoint);
            }
            socket.Receive(new byte[1], 0, 1, SocketFlags.None, out _);
            idle.Add(socket);
        });
    }

    private static string HttpSend()
    {
        using TcpListener server = new(IPAddress.Loopback, 0);
        server.Start(512);
        new Thread(() => Answer(server)) { IsBackground = true }.Start();
        using HttpClient client = new();
        string address = $"http://127.0.0.1:{((IPEndPoint)server.LocalEndpoint).Port}/";
        return Blocking(() =>
        {
            using HttpResponseMessage answer = client.Send(new HttpRequestMessage(HttpMethod.Get, address));
        });
    }

    /// <summary>Each connection has a thread of its own and answers half a second late.</summary>
    private static void Answer(TcpListener server)
    {
        while (true)
        {
            Socket connection;
            try
            {
                connection = server.AcceptSocket();
            }
            catch (SocketException)
            {
                // The case has ended, and its listener with it.
                return;
            }
            new Thread(() =>
            {
                byte[] buffer = new byte[4_096];
                while (connection.Receive(buffer) > 0)
                {
                    Thread.Sleep(500);
                    connection.Send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8);
                }
            }, 256 * 1024)
            { IsBackground = true }.Start();
        }
    }

    private static string Counters()
    {
        WatchThreads();
        using CountdownEvent end = new(10);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < 10; i++)
        {
            ThreadPool.QueueUserWorkItem(_ =>
            {
                bool stop = false;
                long count = 0;
                using Timer timer = new(_ => Volatile.Write(ref stop, true), null, 1_000, Timeout.Infinite);
                while (!Volatile.Read(ref stop)) count++;
                end.Signal();
            });
        }
        end.Wait();
        return $"all ended after {Stopwatch.GetElapsedTime(start).TotalMilliseconds:0} ms, {s_mostThreads} workers";
    }

    private static string HotLock()
    {
        object hot = new();
        return Rate(60_000, () =>
        {
            lock (hot)
            {
                long begun = Stopwatch.GetTimestamp();
                while (Stopwatch.GetElapsedTime(begun).TotalMicroseconds < 50)
                {
                    // The lock is held while a processor is used.
                }
            }
        });
    }

    private static string Database()
    {
        SemaphoreSlim places = new(10);
        return Rate(3_000, () =>
        {
            places.Wait();
            Thread.Sleep(20);
            places.Release();
        });
    }

    private static string LongItems()
    {
        long steps = 0;
        for (int run = 0; run < 10; run++)
        {
            long begun = Stopwatch.GetTimestamp();
            Compute(2_000_000);
            steps = Math.Max(steps, (long)(2_000_000 / Stopwatch.GetElapsedTime(begun).TotalMilliseconds));
        }
        return Rate(60, () => Compute(300 * steps));
    }

    private static string TenMillion() => Rate(10_000_000, static () => { });

    private static string Rate(int items, Action item)
    {
        WatchThreads();
        int left = items;
        using ManualResetEventSlim done = new();
        WaitCallback run = _ =>
        {
            item();
            if (Interlocked.Decrement(ref left) == 0) done.Set();
        };
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < items; i++) ThreadPool.UnsafeQueueUserWorkItem(run, null);
        done.Wait();
        TimeSpan took = Stopwatch.GetElapsedTime(start);
        return $"{items / took.TotalSeconds:N1} items/s, {took.TotalMilliseconds:0} ms, {s_mostThreads} workers";
    }

    /// <summary>A process that does nothing, once it has started up.</summary>
    private static string Idle()
    {
        Thread.Sleep(15_000);
        TimeSpan before = Process.GetCurrentProcess().TotalProcessorTime;
        long allocated = GC.GetTotalAllocatedBytes();
        Thread.Sleep(30_000);
        long more = GC.GetTotalAllocatedBytes() - allocated;
        double used = (Process.GetCurrentProcess().TotalProcessorTime - before).TotalMilliseconds;
        return $"{used:0} ms of processor time in 30 s, {more} bytes allocated by all threads";
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static ulong Compute(long steps)
    {
        ulong value = 1;
        for (long i = 0; i < steps; i++) value = value * 6_364_136_223_846_793_005 + 1;
        return value;
    }

    private static void WatchThreads() => new Thread(() =>
    {
        while (true)
        {
            s_mostThreads = Math.Max(s_mostThreads, ThreadPool.ThreadCount);
            Thread.Sleep(5);
        }
    })
    { IsBackground = true }.Start();
}
