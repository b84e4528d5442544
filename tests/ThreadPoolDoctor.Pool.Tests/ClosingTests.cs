namespace ThreadPoolDoctor.Pool.Tests;

public class ClosingTests
{
    [Fact]
    public async Task Draining_waits_for_what_is_queued_and_what_that_queues()
    {
        using var pool = new WorkPool();
        int ran = 0;
        void Fork(int depth)
        {
            Interlocked.Increment(ref ran);
            if (depth > 0)
            {
                pool.UnsafeQueue(Fork, depth - 1, preferLocal: depth % 2 == 0);
                pool.UnsafeQueue(Fork, depth - 1);
            }
        }
        for (int round = 1; round <= 20; round++)
        {
            pool.UnsafeQueue(Fork, 9);
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            ran.ShouldBe(1023 * round);
        }
    }

    [Fact]
    public async Task Draining_an_idle_pool_ends_at_once_and_a_token_ends_the_wait_only()
    {
        using var pool = new WorkPool();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        using var gate = new ManualResetEventSlim();
        bool ran = false;
        pool.UnsafeQueue(() => { Patience.Wait(gate); ran = true; });
        using var cancel = new CancellationTokenSource();
        Task drain = pool.DrainAsync(cancel.Token);
        cancel.Cancel();
        await Should.ThrowAsync<OperationCanceledException>(drain);
        gate.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBeTrue();
    }

    /// <summary>The worker that falls asleep tells of the end, and once kept what it then queued to itself.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Code_behind_a_drain_that_an_item_awaits_runs_and_the_pool_ends(bool high)
    {
        var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        for (int round = 0; round < 20; round++)
        {
            using var wentOn = new ManualResetEventSlim();
            async void Drain()
            {
                await pool.DrainAsync();
                pool.IsWorkerThread.ShouldBeTrue();
                wentOn.Set();
            }
            pool.Queue(Drain, lane: high ? WorkLane.High : WorkLane.Normal);
            Patience.Wait(wentOn);
        }
        await pool.DisposeAsync().AsTask().WaitAsync(Patience.Limit);
    }

    [Fact]
    public void Disposing_runs_what_is_queued_ends_the_threads_and_refuses_the_rest()
    {
        var pool = new WorkPool();
        int ran = 0;
        for (int i = 0; i < 10_000; i++)
        {
            pool.UnsafeQueue(() => Interlocked.Increment(ref ran));
        }
        pool.Dispose();
        ran.ShouldBe(10_000);
        pool.GetStatistics().Workers.ShouldBe(0);
        Should.Throw<ObjectDisposedException>(() => pool.Queue(static () => { }));
        Should.Throw<ObjectDisposedException>(() => { _ = pool.Run(static () => { }); });
        pool.Dispose();
    }

    /// <summary>
    /// Each that ended once woke who waits, who nudged all the others again: of three hundred threads that was a fifth
    /// of the time that the closing took. Who waits holds the lock while it nudges; what would wake it waits for that
    /// lock.
    /// </summary>
    [Fact]
    public void A_thread_that_ends_before_the_last_one_does_not_wake_who_closes_the_pool()
    {
        Closing? closing = null;
        bool asksForNothing = false;
        var others = new Thread(() => closing!.WorkerEnded()) { IsBackground = true };
        var watch = new FirstNudge(() =>
        {
            others.Start();
            asksForNothing = others.Join(Patience.Limit / 4);
        });
        var crew = new Crew("Closing", new WorkPoolOptions { Processors = 1 }, new Pool.Lanes(null, null, 1), 1) { Watch = watch };
        closing = new Closing(crew);
        crew.ThreadStarts();
        crew.ThreadStarts();
        crew.TryRetireThread().ShouldBeTrue();
        crew.Close();
        var closer = new Thread(closing.Finish) { IsBackground = true };
        closer.Start();
        watch.Nudged.Wait(Patience.Limit).ShouldBeTrue();
        crew.TryRetireThread().ShouldBeTrue();
        closing.WorkerEnded();
        closer.Join(Patience.Limit).ShouldBeTrue();
        asksForNothing.ShouldBeTrue();
    }

    [Fact]
    public async Task Items_of_a_pool_being_disposed_may_still_queue()
    {
        var pool = new WorkPool();
        using var closing = new ManualResetEventSlim();
        bool ran = false;
        pool.UnsafeQueue(() =>
        {
            Patience.Wait(closing);
            pool.UnsafeQueue(() => ran = true);
        });
        ValueTask disposal = pool.DisposeAsync();
        closing.Set();
        await disposal.AsTask().WaitAsync(Patience.Limit);
        ran.ShouldBeTrue();
    }

    [Fact]
    public async Task Disposing_inside_an_item_only_begins_it()
    {
        var pool = new WorkPool();
        var ended = new TaskCompletionSource();
        pool.UnsafeQueue(() =>
        {
            pool.Dispose();
            ended.SetResult();
        });
        await ended.Task.WaitAsync(Patience.Limit);
        await pool.DisposeAsync().AsTask().WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task A_continuation_that_comes_home_after_disposal_still_runs()
    {
        var pool = new WorkPool();
        var later = new TaskCompletionSource();
        Task<bool> method = pool.Run(async () =>
        {
            await later.Task;
            return pool.IsWorkerThread;
        });
        await pool.DisposeAsync().AsTask().WaitAsync(Patience.Limit);
        later.SetResult();
        (await method.WaitAsync(Patience.Limit)).ShouldBeTrue();
        Patience.Until(() => pool.GetStatistics().Workers == 0);
    }

    [Fact]
    public void The_shared_pool_cannot_be_disposed() => Should.Throw<InvalidOperationException>(WorkPool.Shared.Dispose);

    [Fact]
    public void Idle_threads_end_after_the_timeout_down_to_the_minimum_and_come_back()
    {
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 4, MinimumWorkers = 1, IdleTimeout = TimeSpan.FromMilliseconds(20) });
        for (int round = 0; round < 5; round++)
        {
            using var all = new CountdownEvent(4);
            for (int i = 0; i < 4; i++)
            {
                pool.UnsafeQueue(() =>
                {
                    all.Signal();
                    all.Wait(Patience.Limit);
                });
            }
            all.Wait(Patience.Limit).ShouldBeTrue();
            Patience.Until(() => pool.GetStatistics().Workers == 1);
        }
    }

    /// <summary>Does something when all threads are nudged for the first time.</summary>
    private sealed class FirstNudge(Action first) : NoWatch
    {
        private int _nudges;

        public ManualResetEventSlim Nudged { get; } = new();

        public override void Nudge()
        {
            if (_nudges++ > 0) return;
            first();
            Nudged.Set();
        }
    }
}
