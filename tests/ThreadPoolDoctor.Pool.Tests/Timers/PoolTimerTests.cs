namespace ThreadPoolDoctor.Pool.Tests.Timers;

public class PoolTimerTests
{
    [Fact]
    public async Task A_timer_fires_while_every_worker_is_blocked()
    {
        using var leave = new ManualResetEventSlim();
        using var inside = new CountdownEvent(2);
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = 3, BlockingDetection = false });
        for (int i = 0; i < 2; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                leave.Wait(Patience.Limit);
            });
        }
        inside.Wait(Patience.Limit).ShouldBeTrue();
        var fired = new TaskCompletionSource();
        using ITimer timer = pool.TimeProvider.CreateTimer(_ => fired.SetResult(), null, TimeSpan.FromMilliseconds(5), Timeout.InfiniteTimeSpan);
        await fired.Task.WaitAsync(Patience.Limit);
        leave.Set();
    }

    [Fact]
    public async Task A_timer_fires_while_every_worker_is_busy()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        bool stop = false;
        using var inside = new ManualResetEventSlim();
        pool.Queue(() =>
        {
            inside.Set();
            Patience.ComputeUntil(ref stop);
        });
        inside.Wait();
        using ITimer timer = pool.TimeProvider.CreateTimer(
            _ => Volatile.Write(ref stop, true), null, TimeSpan.FromMilliseconds(5), Timeout.InfiniteTimeSpan);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        pool.GetStatistics().FiredTimers.ShouldBe(1);
    }

    [Fact]
    public async Task A_hundred_thousand_timers_each_fire_once_or_never_when_cancelled()
    {
        const int timers = 100_000;
        await using var pool = new WorkPool();
        int[] fired = new int[timers];
        using var left = new CountdownEvent(timers / 2);
        var all = new ITimer[timers];
        for (int i = 0; i < timers; i++)
        {
            int k = i;
            bool late = i % 2 == 1;
            all[i] = pool.TimeProvider.CreateTimer(_ =>
            {
                Interlocked.Increment(ref fired[k]);
                left.Signal();
            }, null, TimeSpan.FromMilliseconds(late ? 3_600_000 : 50 + i % 200), Timeout.InfiniteTimeSpan);
        }
        for (int i = 1; i < timers; i += 2) all[i].Dispose();
        left.Wait(Patience.Limit).ShouldBeTrue();
        for (int i = 0; i < timers; i++) fired[i].ShouldBe(i % 2 == 0 ? 1 : 0);
        WorkPoolStatistics statistics = pool.GetStatistics();
        statistics.FiredTimers.ShouldBe(timers / 2);
        statistics.ArmedTimers.ShouldBe(0);
    }

    [Fact]
    public async Task A_storm_of_cancellations_leaves_nothing_behind()
    {
        await using var pool = new WorkPool();
        for (int round = 0; round < 5; round++)
        {
            using var cancel = new CancellationTokenSource();
            Task[] waits = [.. Enumerable.Range(0, 10_000).Select(_ => Task.Delay(TimeSpan.FromHours(1), pool.TimeProvider, cancel.Token))];
            await cancel.CancelAsync();
            await Should.ThrowAsync<TaskCanceledException>(() => Task.WhenAll(waits).WaitAsync(Patience.Limit));
            waits.ShouldAllBe(wait => wait.IsCanceled);
        }
        pool.GetStatistics().ArmedTimers.ShouldBe(0);
    }

    [Fact]
    public async Task A_periodic_timer_that_the_pool_cannot_keep_up_with_misses_ticks_instead_of_piling_them_up()
    {
        using var leave = new ManualResetEventSlim();
        using var inside = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1, BlockingDetection = false });
        pool.Queue(() =>
        {
            inside.Set();
            leave.Wait(Patience.Limit);
        });
        inside.Wait();
        int runs = 0;
        ITimer timer = pool.TimeProvider.CreateTimer(_ => Interlocked.Increment(ref runs), null, TimeSpan.Zero, TimeSpan.FromMilliseconds(1));
        Patience.Until(() => pool.GetStatistics().MissedTimerTicks > 20);
        runs.ShouldBe(0, "the only worker is blocked");
        leave.Set();
        Patience.Until(() => Volatile.Read(ref runs) > 0);
        await timer.DisposeAsync();
    }
}
