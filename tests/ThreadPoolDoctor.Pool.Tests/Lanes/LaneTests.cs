using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Pool.Tests.Lanes;

public class LaneTests
{
    /// <summary>
    /// Four that meet need four workers, whether or not a timer has ever come; and the High lane a thread when they
    /// wait for it.
    /// </summary>
    [Fact]
    public async Task The_reserve_takes_no_place_of_a_worker_and_has_one_at_the_maximum()
    {
        using var begun = new SemaphoreSlim(0);
        using var release = new ManualResetEventSlim();
        using var high = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = 4 });
        void Block()
        {
            begun.Release();
            Patience.Wait(release);
        }
        try
        {
            for (int blocked = 1; blocked <= 4; blocked++)
            {
                pool.Queue(Block);
                (await begun.WaitAsync(Patience.Limit / 4)).ShouldBeTrue($"{blocked} of four at once");
                high.Reset();
                pool.Queue(high.Set, lane: WorkLane.High);
                high.Wait(Patience.Limit / 4).ShouldBeTrue($"a High item beside {blocked} of four");
            }
        }
        finally
        {
            release.Set();
        }
    }

    [Fact]
    public async Task An_idle_pool_runs_a_High_item_without_a_reserve()
    {
        // On a loaded machine both threads may take so long to start that the reserve is called to help; one pool of
        // twenty to which that does not happen is enough.
        for (int attempt = 0; attempt < 20; attempt++)
        {
            await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
            await Run(pool, WorkLane.High).WaitAsync(Patience.Limit);
            // Not the number of workers: where memory is short an item may block on its own code, and is made up for.
            if (!pool.Workers.ToArray().Any(static worker => worker.IsReserve)) return;
        }
        Assert.Fail("Each of twenty idle pools has made a reserve.");
    }

    [Fact]
    public async Task High_items_run_while_every_worker_is_inside_an_endless_item()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        using Saturation saturation = new(pool, 2);
        // While the second endless item waited for its worker's thread to start, help may have come for it.
        long before = pool.GetStatistics().AddedForLongItems;
        for (int i = 0; i < 100; i++) await Run(pool, WorkLane.High).WaitAsync(Patience.Limit);
        pool.GetStatistics().AddedForLongItems.ShouldBe(before, "nothing but High items waited, and those had the reserve");
    }

    [Fact]
    public async Task Low_items_run_while_Normal_items_never_end_coming()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        bool stop = false;
        void Again()
        {
            Thread.SpinWait(1000);
            if (!Volatile.Read(ref stop)) pool.Queue(Again);
        }
        for (int i = 0; i < 100; i++) pool.Queue(Again);
        for (int i = 0; i < 20; i++) await Run(pool, WorkLane.Low).WaitAsync(Patience.Limit);
        Volatile.Write(ref stop, true);
    }

    [Fact]
    public async Task High_items_come_before_Normal_items_that_waited_longer()
    {
        using var leave = new ManualResetEventSlim();
        using var inside = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        pool.Queue(() =>
        {
            inside.Set();
            leave.Wait(Patience.Limit);
        });
        inside.Wait();
        var order = new List<string>();
        for (int i = 0; i < 10; i++) pool.Queue(() => order.Add("normal"));
        for (int i = 0; i < 10; i++) pool.Queue(() => order.Add("low"), lane: WorkLane.Low);
        for (int i = 0; i < 10; i++) pool.Queue(() => order.Add("high"), lane: WorkLane.High);
        leave.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        order.Take(10).ShouldAllBe(lane => lane == "high");
        order.Count.ShouldBe(30);
    }

    [Fact]
    public async Task A_flood_of_High_items_leaves_every_second_turn_to_the_others()
    {
        using var leave = new ManualResetEventSlim();
        using var inside = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        pool.Queue(() =>
        {
            inside.Set();
            leave.Wait(Patience.Limit);
        });
        inside.Wait();
        var order = new List<string>();
        for (int i = 0; i < 100; i++) pool.Queue(() => order.Add("normal"));
        for (int i = 0; i < 1000; i++) pool.Queue(() => order.Add("high"), lane: WorkLane.High);
        leave.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        order.Take(10).ShouldAllBe(lane => lane == "high");
        order.LastIndexOf("normal").ShouldBeLessThan(300);
    }

    [Fact]
    public async Task Low_items_come_after_Normal_items_that_another_worker_has_claimed()
    {
        // Two, and nobody may be added for them while they are held.
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = 2 });
        using Hold claimer = new(pool), other = new(pool);
        var order = new ConcurrentQueue<string>();
        // The first to come back claims this and what is behind it, and is held by it: the others it has, but does not
        // run.
        using Hold again = new(pool, waitUntilInside: false);
        for (int i = 0; i < 10; i++) pool.Queue(() => order.Enqueue("normal"));
        for (int i = 0; i < 10; i++) pool.Queue(() => order.Enqueue("low"), lane: WorkLane.Low);
        claimer.Release();
        again.WaitUntilInside();
        other.Release();
        Patience.Until(() => order.Count == 20);
        again.Release();
        // The Low lane has a share by time, too: on a slow machine one or two may come between.
        order.Take(10).Count(static lane => lane == "normal").ShouldBeGreaterThan(7);
    }

    [Fact]
    public async Task Low_items_run_among_Normal_items_that_take_long()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = 2 });
        bool stop = false;
        int normal = 0;
        void Again()
        {
            Interlocked.Increment(ref normal);
            Thread.Sleep(30);
            if (!Volatile.Read(ref stop)) pool.Queue(Again);
        }
        for (int i = 0; i < 10; i++) pool.Queue(Again);
        await Run(pool, WorkLane.Low).WaitAsync(Patience.Limit);
        Volatile.Read(ref normal).ShouldBeLessThan(100, "by turns of items alone it would be after the 128th of one worker");
        Volatile.Write(ref stop, true);
    }

    private static Task Run(WorkPool pool, WorkLane lane)
    {
        var ran = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        pool.Queue(ran.SetResult, lane: lane);
        return ran.Task;
    }

    /// <summary>An item that holds its worker until it is told otherwise.</summary>
    private sealed class Hold : IDisposable
    {
        private readonly ManualResetEventSlim _inside = new(), _leave = new();

        public Hold(WorkPool pool, bool waitUntilInside = true)
        {
            pool.Queue(() =>
            {
                _inside.Set();
                _leave.Wait(Patience.Limit);
            });
            if (waitUntilInside) WaitUntilInside();
        }

        public void WaitUntilInside() => Patience.Wait(_inside);

        public void Release() => _leave.Set();

        public void Dispose() => _leave.Set();
    }

    /// <summary>Keeps workers busy until it is disposed.</summary>
    private sealed class Saturation : IDisposable
    {
        private bool _stop;

        public Saturation(WorkPool pool, int items)
        {
            using var inside = new CountdownEvent(items);
            for (int i = 0; i < items; i++)
            {
                pool.Queue(() =>
                {
                    inside.Signal();
                    Patience.ComputeUntil(ref _stop);
                });
            }
            inside.Wait(Patience.Limit).ShouldBeTrue();
        }

        public void Dispose() => Volatile.Write(ref _stop, true);
    }
}
