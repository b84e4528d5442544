using System.Diagnostics.Metrics;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>
/// What a pool owes to those who still hold something of it when it is disposed, and what may not end the process.
/// </summary>
public class LifeCycleTests
{
    [Fact]
    public async Task Switching_to_a_disposed_pool_throws_at_the_await()
    {
        var pool = new WorkPool();
        await pool.DisposeAsync();
        await Should.ThrowAsync<ObjectDisposedException>(async () => await pool.SwitchTo());
        await Should.ThrowAsync<ObjectDisposedException>(async () => await pool.SwitchTo(WorkLane.High));
    }

    [Fact]
    public async Task Switching_to_a_lane_that_does_not_exist_throws_at_the_await()
    {
        await using var pool = new WorkPool();
        await Should.ThrowAsync<ArgumentOutOfRangeException>(async () => await pool.SwitchTo((WorkLane)7));
    }

    [Fact]
    public async Task Switching_to_a_pool_whose_queue_refuses_throws_at_the_await()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { QueueFactory = static _ => new FullQueue() });
        Exception seen = await Should.ThrowAsync<InvalidOperationException>(async () => await pool.SwitchTo());
        seen.Message.ShouldBe("full");
    }

    [Theory]
    [InlineData("dispose starved")]
    [InlineData("dispose async starved")]
    [InlineData("drain starved")]
    public async Task Closing_needs_nothing_of_the_ThreadPool(string how)
    {
        (int code, string error) = await Child.RunAsync(how);
        error.ShouldBe("");
        code.ShouldBe(0);
    }

    [Theory]
    [InlineData("hundred pools")]
    [InlineData("hundred pools, closed inside")]
    [InlineData("long items")]
    public async Task Disposed_pools_leave_no_thread_and_no_descriptor(string how)
    {
        (int code, string error) = await Child.RunAsync(how);
        error.ShouldBe("");
        code.ShouldBe(0);
    }

    [Fact]
    public async Task A_disposed_pool_does_not_keep_a_plug_in_from_being_unloaded()
    {
        (int code, string error) = await Child.RunAsync("unloaded");
        error.ShouldBe("");
        code.ShouldBe(0);
    }

    [Fact]
    public async Task Timers_armed_before_the_end_still_fire()
    {
        var pool = new WorkPool();
        Task delay = Task.Delay(TimeSpan.FromMilliseconds(300), pool.TimeProvider);
        using var source = new CancellationTokenSource(TimeSpan.FromMilliseconds(300), pool.TimeProvider);
        using var periods = new CountdownEvent(3);
        using ITimer periodic = pool.TimeProvider.CreateTimer(
            _ =>
            {
                if (!periods.IsSet) periods.Signal();
            }, null, TimeSpan.FromMilliseconds(300), TimeSpan.FromMilliseconds(5));
        ITimer stopped = pool.TimeProvider.CreateTimer(
            _ => throw new InvalidOperationException("it was disposed"), null, TimeSpan.FromMilliseconds(300), Timeout.InfiniteTimeSpan);
        await pool.DisposeAsync();
        stopped.Dispose();
        await delay.WaitAsync(Patience.Limit);
        Patience.Until(() => source.IsCancellationRequested);
        periods.Wait(Patience.Limit).ShouldBeTrue();
    }

    [Fact]
    public async Task A_timer_made_or_changed_after_the_end_fires_and_is_never_early()
    {
        var pool = new WorkPool();
        using var fired = new SemaphoreSlim(0);
        using ITimer before = pool.TimeProvider.CreateTimer(_ => fired.Release(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        await pool.DisposeAsync();
        long start = TimeProvider.System.GetTimestamp();
        before.Change(TimeSpan.FromMilliseconds(30), Timeout.InfiniteTimeSpan).ShouldBeTrue();
        (await fired.WaitAsync(Patience.Limit)).ShouldBeTrue();
        TimeProvider.System.GetElapsedTime(start).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(29);
        await Task.Delay(TimeSpan.FromMilliseconds(1), pool.TimeProvider).WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task Waits_registered_before_the_end_still_fire_and_time_out()
    {
        var pool = new WorkPool();
        using var pooled = new PoolAutoResetEvent(false);
        using var foreign = new AutoResetEvent(false);
        using var never = new AutoResetEvent(false);
        using var fired = new CountdownEvent(2);
        using var timedOut = new CountdownEvent(1);
        void Tell(object? state, bool late) => (late ? timedOut : fired).Signal();
        pool.RegisterWait(pooled, Tell);
        pool.RegisterWait(foreign, Tell);
        pool.RegisterWait(never, Tell, null, 300);
        await pool.DisposeAsync();
        pooled.Set();
        foreign.Set();
        fired.Wait(Patience.Limit).ShouldBeTrue();
        timedOut.Wait(Patience.Limit).ShouldBeTrue();
    }

    [Fact]
    public async Task What_a_late_callback_throws_goes_to_the_pools_handler()
    {
        var seen = new TaskCompletionSource<Exception>();
        var pool = new WorkPool(new WorkPoolOptions { UnhandledException = seen.SetResult });
        using ITimer timer = pool.TimeProvider.CreateTimer(
            _ => throw new InvalidOperationException("late"), null, TimeSpan.FromMilliseconds(300), Timeout.InfiniteTimeSpan);
        await pool.DisposeAsync();
        (await seen.Task.WaitAsync(Patience.Limit)).Message.ShouldBe("late");
    }

    [Fact]
    public async Task A_disposed_pool_takes_no_new_waits()
    {
        var pool = new WorkPool();
        await pool.DisposeAsync();
        using var signal = new PoolAutoResetEvent(false);
        Should.Throw<ObjectDisposedException>(() => pool.RegisterWait(signal, (_, _) => { }));
        pool.GetStatistics().RegisteredWaits.ShouldBe(0);
    }

    [Fact]
    public async Task Two_disposals_at_once_both_wait_for_the_end()
    {
        for (int round = 0; round < 20; round++)
        {
            var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
            int ran = 0;
            for (int i = 0; i < 1000; i++) pool.UnsafeQueue(() => Interlocked.Increment(ref ran));
            void Close()
            {
                pool.Dispose();
                Volatile.Read(ref ran).ShouldBe(1000);
                pool.GetStatistics().Workers.ShouldBe(0);
            }
            Task[] closings =
            [
                Task.Factory.StartNew(Close, default, TaskCreationOptions.LongRunning, TaskScheduler.Default),
                Task.Factory.StartNew(Close, default, TaskCreationOptions.LongRunning, TaskScheduler.Default),
                pool.DisposeAsync().AsTask(),
            ];
            await Task.WhenAll(closings).WaitAsync(Patience.Limit);
        }
    }

    [Fact]
    public async Task A_pool_closed_while_timers_and_waits_fire_runs_every_callback_that_was_due()
    {
        for (int round = 0; round < 10; round++)
        {
            var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
            using var signal = new PoolManualResetEvent(false);
            using var due = new CountdownEvent(200);
            for (int i = 0; i < 100; i++)
            {
                _ = Task.Delay(TimeSpan.FromMilliseconds(1 + i / 10), pool.TimeProvider)
                    .ContinueWith(_ => due.Signal(), default, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
                pool.RegisterWait(signal, (_, _) => due.Signal());
            }
            var setter = new Thread(() => signal.Set());
            setter.Start();
            await pool.DisposeAsync().AsTask().WaitAsync(Patience.Limit);
            due.Wait(Patience.Limit).ShouldBeTrue();
            setter.Join();
        }
    }

    [Fact]
    public async Task A_pool_whose_closing_gets_no_thread_ends_all_the_same()
    {
        var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        using var inside = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        pool.UnsafeQueue(() =>
        {
            inside.Set();
            Patience.Wait(leave);
        });
        inside.Wait();
        pool.StartFault = static () => throw new OutOfMemoryException();
        ValueTask closing = pool.DisposeAsync();
        leave.Set();
        await closing.AsTask().WaitAsync(Patience.Limit);
        pool.GetStatistics().Workers.ShouldBe(0);
    }

    [Fact]
    public async Task A_cancelled_drain_is_forgotten()
    {
        await using var pool = new WorkPool();
        using var leave = new ManualResetEventSlim();
        pool.UnsafeQueue(() => Patience.Wait(leave));
        using var cancelled = new CancellationTokenSource();
        Task drain = pool.DrainAsync(cancelled.Token);
        Task stays = pool.DrainAsync(new CancellationTokenSource().Token);
        pool.Closing.Waiting.ShouldBe(2);
        await cancelled.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(drain);
        pool.Closing.Waiting.ShouldBe(1);
        await Should.ThrowAsync<OperationCanceledException>(pool.DrainAsync(new CancellationToken(canceled: true)));
        pool.Closing.Waiting.ShouldBe(1);
        leave.Set();
        await stays.WaitAsync(Patience.Limit);
        pool.Closing.Waiting.ShouldBe(0);
        // Quiet already: there is nothing to wait for that a token could end.
        await pool.DrainAsync(new CancellationToken(canceled: true));
    }

    [Fact]
    public async Task A_drain_never_ends_while_an_item_runs()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++)
        {
            int left = random.Next(1, 20), running = 0;
            bool local = random.Next(2) == 0;
            void Link()
            {
                Interlocked.Increment(ref running);
                if (Interlocked.Decrement(ref left) > 0) pool.UnsafeQueue(Link, preferLocal: local);
                Interlocked.Decrement(ref running);
            }
            pool.UnsafeQueue(Link);
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            (Volatile.Read(ref left), Volatile.Read(ref running)).ShouldBe((0, 0), $"round {round}, seed {seed}");
        }
    }

    [Fact]
    public async Task A_wait_that_cannot_be_registered_does_not_time_out()
    {
        await using var pool = new WorkPool();
        var gone = new PoolAutoResetEvent(false);
        gone.Dispose();
        int callbacks = 0;
        Should.Throw<ObjectDisposedException>(() => pool.RegisterWait(gone, (_, _) => Interlocked.Increment(ref callbacks), null, 1));
        pool.GetStatistics().RegisteredWaits.ShouldBe(0);
        // A later timer of the same clock has fired, so the time-out would have as well.
        await Task.Delay(TimeSpan.FromMilliseconds(50), pool.TimeProvider).WaitAsync(Patience.Limit);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        callbacks.ShouldBe(0);
    }

    [Fact]
    public async Task A_selector_sees_the_callbacks_of_timers_and_waits()
    {
        var seen = new System.Collections.Concurrent.ConcurrentDictionary<string, bool>();
        int Select(WorkItem item)
        {
            string kind = item.Target switch
            {
                TimerCallback when Equals(item.UserState, "timer") => "timer",
                WaitOrTimerCallback when Equals(item.UserState, "wait") => "wait",
                WaitOrTimerCallback when Equals(item.UserState, "time-out") => "time-out",
                object other => other.GetType().Name,
                null => "nothing",
            };
            seen[kind] = true;
            return 0;
        }
        await using var pool = new WorkPool(new WorkPoolOptions { QueueFactory = _ => new PriorityWorkQueue(Select) });
        using var done = new CountdownEvent(3);
        using var set = new PoolAutoResetEvent(true);
        using var never = new PoolAutoResetEvent(false);
        using ITimer timer = pool.TimeProvider.CreateTimer(_ => done.Signal(), "timer", TimeSpan.FromMilliseconds(1), Timeout.InfiniteTimeSpan);
        pool.RegisterWait(set, (_, _) => done.Signal(), "wait");
        pool.RegisterWait(never, (_, _) => done.Signal(), "time-out", 1);
        done.Wait(Patience.Limit).ShouldBeTrue();
        seen.Keys.Order().ShouldBe(["time-out", "timer", "wait"]);
    }

    [Fact]
    public async Task Timers_and_waits_that_the_pools_queue_refuses_run_all_the_same()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { QueueFactory = static _ => new FullQueue() });
        await Task.Delay(TimeSpan.FromMilliseconds(1), pool.TimeProvider).WaitAsync(Patience.Limit);
        using var signal = new AutoResetEvent(true);
        var waited = new TaskCompletionSource();
        pool.RegisterWait(signal, (_, _) => waited.SetResult());
        await waited.Task.WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task A_listener_that_throws_costs_no_item()
    {
        using MeterListener listener = Metering.Listener();
        listener.InstrumentPublished = static (instrument, l) =>
        {
            if (instrument.Name == "tpdoctor.pool.work_item.wait.duration") l.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<double>(static (_, _, tags, _) =>
        {
            foreach (KeyValuePair<string, object?> tag in tags)
            {
                if (Equals(tag.Value, "ill observed")) throw new InvalidOperationException("listener");
            }
        });
        listener.Start();
        List<Exception> seen = [];
        await using var pool = new WorkPool(new WorkPoolOptions { Name = "ill observed", UnhandledException = seen.Add });
        int ran = 0;
        for (int i = 0; i < 10; i++) pool.UnsafeQueue(() => Interlocked.Increment(ref ran));
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBe(10);
        seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_queue_that_throws_on_a_worker_goes_to_the_handler_and_the_pool_still_drains()
    {
        var seen = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        await using var pool = new WorkPool(new WorkPoolOptions
        {
            Processors = 1,
            QueueFactory = static _ => new StumblingQueue(),
            UnhandledException = seen.Enqueue,
        });
        int ran = 0;
        for (int round = 1; round <= 5; round++)
        {
            for (int i = 0; i < 20; i++) pool.UnsafeQueue(() => Interlocked.Increment(ref ran));
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            ran.ShouldBe(20 * round);
        }
        seen.ShouldNotBeEmpty();
        pool.GetStatistics().CompletedItems.ShouldBe(100);
    }

    [Fact]
    public async Task A_queue_that_throws_on_the_monitors_thread_does_not_end_the_process()
    {
        var queue = new WatchedQueue();
        using var leave = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions
        {
            Processors = 1,
            QueueFactory = lane => lane == WorkLane.Normal ? queue : new FifoWorkQueue(),
        });
        // The only worker blocks; the monitor has to look at the queue to help the second item, and its looks throw.
        pool.UnsafeQueue(() => Patience.Wait(leave));
        var ran = new TaskCompletionSource();
        pool.UnsafeQueue(() => ran.SetResult());
        Patience.Until(() => queue.Thrown > 3);
        queue.Recover();
        await ran.Task.WaitAsync(Patience.Limit);
        leave.Set();
    }

    /// <summary>
    /// First in, first out; whoever looks from the monitor's thread gets an exception until it recovers.
    /// </summary>
    private sealed class WatchedQueue : IWorkQueue
    {
        private readonly System.Collections.Concurrent.ConcurrentQueue<WorkItem> _items = new();
        private volatile bool _recovered;
        private int _thrown;

        public int Thrown => Volatile.Read(ref _thrown);

        public bool IsEmpty
        {
            get
            {
                if (_recovered || Thread.CurrentThread.Name != "TPD Monitor") return _items.IsEmpty;
                Interlocked.Increment(ref _thrown);
                throw new InvalidOperationException("looked at");
            }
        }

        public long Count => _items.Count;

        public void Recover() => _recovered = true;

        public void Enqueue(WorkItem item) => _items.Enqueue(item);

        public bool TryDequeue(out WorkItem item) => _items.TryDequeue(out item);
    }

    /// <summary>Refuses every item.</summary>
    private sealed class FullQueue : IWorkQueue
    {
        public bool IsEmpty => true;

        public long Count => 0;

        public void Enqueue(WorkItem item) => throw new InvalidOperationException("full");

        public bool TryDequeue(out WorkItem item)
        {
            item = default;
            return false;
        }
    }

    /// <summary>First in, first out; every seventh look throws.</summary>
    private sealed class StumblingQueue : IWorkQueue
    {
        private readonly System.Collections.Concurrent.ConcurrentQueue<WorkItem> _items = new();
        private int _looks;

        public bool IsEmpty => _items.IsEmpty;

        public long Count => _items.Count;

        public void Enqueue(WorkItem item) => _items.Enqueue(item);

        public bool TryDequeue(out WorkItem item) => Interlocked.Increment(ref _looks) % 7 == 0
            ? throw new InvalidOperationException("stumbled")
            : _items.TryDequeue(out item);
    }
}
