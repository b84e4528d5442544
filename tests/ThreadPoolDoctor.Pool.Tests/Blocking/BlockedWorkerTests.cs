using System.Net;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

public class BlockedWorkerTests
{
    private const int Processors = 2;

    [Fact]
    public async Task Workers_that_run_and_end_their_items_are_not_blocked()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors });
        for (int i = 0; i < 20_000; i++) pool.Queue(() => Thread.SpinWait(50));
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        WorkPoolStatistics statistics = pool.GetStatistics();
        statistics.AddedForLongItems.ShouldBe(0);
        statistics.WatchdogRescues.ShouldBe(0);
        // A stop for garbage collection can look like sleep until the next look; 20,000 waiting items would have asked
        // for hundreds.
        statistics.AddedForBlocked.ShouldBeLessThanOrEqualTo(2);
        Patience.Until(() => pool.GetStatistics().BlockedWorkers == 0);
    }

    [Fact]
    public async Task Short_reads_that_only_the_kernel_sees_are_made_up_for()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        int inside = 0;
        bool enough = false;
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors });
        var connections = new System.Collections.Concurrent.ConcurrentBag<Socket>();
        for (int i = 0; i < 200; i++) pool.Queue(Read);
        bool grew = SpinWait.SpinUntil(() => Volatile.Read(ref enough), Patience.Limit);
        Volatile.Write(ref enough, true);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        foreach (Socket connection in connections) connection.Dispose();
        grew.ShouldBeTrue();

        void Read()
        {
            if (!connections.TryTake(out Socket? socket))
            {
                socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = 5 };
                socket.Connect(listener.LocalEndpoint);
            }
            if (Interlocked.Increment(ref inside) > 4 * Processors) Volatile.Write(ref enough, true);
            // Nobody answers: it sleeps in the kernel for five milliseconds, unknown to the runtime.
            Should.Throw<SocketException>(() => socket.Receive(new byte[1]));
            Interlocked.Decrement(ref inside);
            connections.Add(socket);
            // As many wait, however long it takes until the pool has grown.
            if (!Volatile.Read(ref enough)) pool.Queue(Read);
        }
    }

    [Fact]
    public async Task Without_detection_nobody_is_added()
    {
        using var leave = new ManualResetEventSlim();
        using var inside = new CountdownEvent(Processors);
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors, BlockingDetection = false });
        for (int i = 0; i < Processors; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                leave.Wait(Patience.Limit);
            });
        }
        inside.Wait(Patience.Limit).ShouldBeTrue();
        bool ran = false;
        pool.Queue(() => ran = true);
        // The monitor would have found both by now, many times.
        for (int i = 0; i < 50; i++) await Task.Delay(1);
        ran.ShouldBeFalse();
        leave.Set();
    }

    [Theory]
    [InlineData("sleep")]
    [InlineData("event")]
    [InlineData("lock")]
    [InlineData("task")]
    [InlineData("socket")]
    [InlineData("scope")]
    [InlineData("semaphore")]
    public async Task Items_run_although_many_more_than_processors_block(string how)
    {
        const int blockers = 20;
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors });
        using var way = new WayToBlock(how);
        using var inside = new CountdownEvent(blockers);
        for (int i = 0; i < blockers; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                way.Block(pool);
            });
        }
        // All of them can only be inside if each that blocked was made up for.
        bool all = inside.Wait(Patience.Limit);
        WorkPoolStatistics statistics = pool.GetStatistics();
        // Each is counted just after it was added; a few are added for a silence before the monitor has looked twice.
        if (all) Patience.Until(() => Added(pool.GetStatistics()) >= blockers - Processors);
        way.Release();
        all.ShouldBeTrue($"{inside.CurrentCount} never started: {statistics}");
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        Patience.Until(() => pool.GetStatistics().BlockedWorkers == 0);
    }

    [Fact]
    public async Task Workers_blocked_in_the_kernel_are_found_although_more_than_files_are_kept_open()
    {
        const int blockers = 300, filesKept = 256;
        if (!OperatingSystem.IsLinux()) return;
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors });
        using var way = new WayToBlock("socket");
        using var inside = new CountdownEvent(blockers);
        for (int i = 0; i < blockers; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                way.Block(pool);
            });
        }
        bool all = inside.Wait(Patience.Limit);
        // Without a probe the others would be long items, for which one worker is added every half second.
        int blocked = pool.GetStatistics().BlockedWorkers;
        way.Release();
        all.ShouldBeTrue($"{inside.CurrentCount} never started: {pool.GetStatistics()}");
        blocked.ShouldBeGreaterThan(filesKept + 10);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task Items_queued_one_at_a_time_start_although_all_before_them_still_block()
    {
        using var leave = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors });
        for (int i = 0; i < 30; i++)
        {
            var started = new TaskCompletionSource();
            pool.Queue(() =>
            {
                started.SetResult();
                while (!leave.IsSet) Thread.Sleep(1);
            });
            await started.Task.WaitAsync(Patience.Limit);
        }
        leave.Set();
    }

    [Fact]
    public async Task The_pool_is_small_again_after_the_idle_timeout()
    {
        using var leave = new ManualResetEventSlim();
        using var inside = new CountdownEvent(30);
        await using var pool = new WorkPool(new WorkPoolOptions
        {
            Processors = Processors,
            MinimumWorkers = 1,
            IdleTimeout = TimeSpan.FromMilliseconds(200),
        });
        for (int i = 0; i < 30; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                leave.Wait(Patience.Limit);
            });
        }
        inside.Wait(Patience.Limit).ShouldBeTrue();
        pool.GetStatistics().Workers.ShouldBeGreaterThanOrEqualTo(30);
        leave.Set();
        Patience.Until(() => pool.GetStatistics().Workers == 1);
    }

    [Fact]
    public async Task Spares_leave_duty_when_the_blocked_return_though_work_goes_on()
    {
        const int blockers = 40;
        using var leave = new ManualResetEventSlim();
        using var inside = new CountdownEvent(blockers);
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors });
        for (int i = 0; i < blockers; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                leave.Wait(Patience.Limit);
            });
        }
        inside.Wait(Patience.Limit).ShouldBeTrue();
        pool.Monitor.Compensation.Allowance.ShouldBeGreaterThan(0);
        leave.Set();
        Patience.Until(() =>
        {
            for (int i = 0; i < 100; i++) pool.Queue(static () => Thread.SpinWait(100));
            return pool.Monitor.Compensation.Allowance == 0;
        });
        await pool.DrainAsync().WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task Scopes_nest_and_do_nothing_elsewhere()
    {
        // Without detection: on a loaded machine the monitor may find that the item waits for the JIT, or for a page.
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors, BlockingDetection = false });
        await using var other = new WorkPool(new WorkPoolOptions { BlockingDetection = false });
        using (pool.Blocking()) pool.GetStatistics().BlockedWorkers.ShouldBe(0);
        int during = -1, after = -1, foreign = -1;
        await pool.Run(() =>
        {
            using (other.Blocking()) foreign = pool.GetStatistics().BlockedWorkers + other.GetStatistics().BlockedWorkers;
            using (pool.Blocking())
            {
                using (pool.Blocking()) { }
                during = pool.GetStatistics().BlockedWorkers;
            }
            after = pool.GetStatistics().BlockedWorkers;
        }).WaitAsync(Patience.Limit);
        (foreign, during, after).ShouldBe((0, 1, 0));
    }

    private static long Added(WorkPoolStatistics statistics) => statistics.AddedForBlocked + statistics.AddedForLongItems;

    /// <summary>Each way to block of the table in the documentation, and how to end it.</summary>
    private sealed class WayToBlock(string how) : IDisposable
    {
        private readonly ManualResetEventSlim _leave = new();
        private readonly ManualResetEvent _event = new(false);
        private readonly SemaphoreSlim _semaphore = new(0);
        private readonly TaskCompletionSource _task = new();
        private readonly object _lock = new();
        private readonly List<Socket> _sockets = [];
        private Thread? _owner;
        private TcpListener? _listener;

        public void Block(WorkPool pool)
        {
            switch (how)
            {
                case "sleep":
                    while (!_leave.IsSet) Thread.Sleep(20);
                    break;
                case "event":
                    _event.WaitOne();
                    break;
                case "semaphore":
                    _semaphore.Wait();
                    break;
                case "task":
                    _task.Task.GetAwaiter().GetResult();
                    break;
                case "lock":
                    Hold();
                    lock (_lock) { }
                    break;
                case "socket":
                    Receive();
                    break;
                case "scope":
                    // A loop that the kernel sees running: only the scope tells.
                    using (pool.Blocking())
                    {
                        while (!_leave.IsSet) Thread.Yield();
                    }
                    break;
            }
        }

        public void Release()
        {
            _leave.Set();
            _event.Set();
            _semaphore.Release(1000);
            _task.TrySetResult();
            lock (_sockets)
            {
                foreach (Socket socket in _sockets) socket.Send(new byte[1]);
            }
        }

        private void Hold()
        {
            lock (_sockets)
            {
                if (_owner is not null) return;
                using var held = new ManualResetEventSlim();
                _owner = new Thread(() =>
                {
                    lock (_lock)
                    {
                        held.Set();
                        _leave.Wait(Patience.Limit);
                    }
                });
                _owner.Start();
                held.Wait();
            }
        }

        private void Receive()
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            lock (_sockets)
            {
                // Too late for Release to send anything.
                if (_leave.IsSet) return;
                if (_listener is null)
                {
                    _listener = new TcpListener(IPAddress.Loopback, 0);
                    _listener.Start();
                }
                socket.Connect(_listener.LocalEndpoint);
                _sockets.Add(_listener.AcceptSocket());
            }
            socket.Receive(new byte[1]);
        }

        public void Dispose()
        {
            _owner?.Join();
            _listener?.Stop();
            foreach (Socket socket in _sockets) socket.Dispose();
        }
    }
}
