using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

public class FaultTests
{
    [Fact]
    public async Task Ten_thousand_items_that_block_at_once_keep_the_cap_and_lose_nothing()
    {
        const int items = 10_000;
        const int cap = 60;
        using var leave = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = cap });
        int ran = 0, inside = 0, most = 0;
        for (int i = 0; i < items; i++)
        {
            pool.Queue(() =>
            {
                int now = Interlocked.Increment(ref inside);
                InterlockedMax(ref most, now);
                leave.Wait(Patience.Limit);
                Interlocked.Decrement(ref inside);
                Interlocked.Increment(ref ran);
            });
        }
        Patience.Until(() => Volatile.Read(ref inside) == cap);
        Patience.Until(() => pool.GetStatistics().RefusedWorkers > 0);
        pool.GetStatistics().Workers.ShouldBe(cap);
        leave.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBe(items);
        most.ShouldBeLessThanOrEqualTo(cap);
    }

    [Fact]
    public async Task When_no_thread_can_be_had_items_wait_and_run_as_soon_as_one_can()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        bool fail = true;
        pool.StartFault = () =>
        {
            if (Volatile.Read(ref fail)) throw new OutOfMemoryException();
        };
        int ran = 0;
        for (int i = 0; i < 100; i++) pool.Queue(() => Interlocked.Increment(ref ran));
        pool.Queue(() => Interlocked.Increment(ref ran), lane: WorkLane.High);
        Patience.Until(() => pool.GetStatistics().FailedThreadStarts > 0);
        ran.ShouldBe(0);
        Volatile.Write(ref fail, false);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBe(101);
        pool.GetStatistics().WatchdogRescues.ShouldBe(0);
    }

    /// <summary>
    /// The one that found no room was neither queued nor counted: a drain would wait for it for ever.
    /// </summary>
    [Fact]
    public async Task An_item_for_which_there_is_no_memory_is_refused_and_the_others_run()
    {
        const int most = 10_000;
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, BlockingDetection = false });
        int accepted = 0, ran = 0;
        Exception? refusal = null;
        void Flood()
        {
            LocalQueue local = Worker.Current!.Items.Local;
            local.GrowthFault = static () => throw new OutOfMemoryException();
            refusal = Record.Exception(() =>
            {
                for (int i = 0; i < most; i++, accepted++) pool.UnsafeQueue(() => Interlocked.Increment(ref ran), preferLocal: true);
            });
            local.GrowthFault = null;
        }
        // Its items may be taken away while it queues them; then there is room for them, and it tries again.
        while (refusal is null) await pool.Run(Flood).WaitAsync(Patience.Limit);
        refusal.ShouldBeOfType<OutOfMemoryException>();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBe(accepted);
    }

    /// <summary>
    /// The last item is what the others wait for: a gate that let nobody through would keep them waiting for ever.
    /// </summary>
    [Fact]
    public async Task Short_memory_slows_the_pool_and_does_not_stop_it()
    {
        using var all = new CountdownEvent(5);
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        pool.Monitor.Memory.Override = static () => false;
        for (int i = 0; i < 5; i++)
        {
            pool.Queue(() =>
            {
                all.Signal();
                all.Wait(Patience.Limit);
            });
        }
        all.Wait(Patience.Limit).ShouldBeTrue();
        pool.GetStatistics().RefusedWorkers.ShouldBeGreaterThan(3);
    }

    [Fact]
    public async Task Items_that_wait_for_each_other_are_reported_and_others_go_on()
    {
        using var events = new Listener();
        var pool = new WorkPool(new WorkPoolOptions { Name = "Deadlocked", Processors = 2 });
        var first = new TaskCompletionSource();
        var second = new TaskCompletionSource();
        using var inside = new CountdownEvent(2);
        pool.Queue(() =>
        {
            inside.Signal();
            first.Task.Wait(Patience.Limit);
            second.TrySetResult();
        });
        pool.Queue(() =>
        {
            inside.Signal();
            second.Task.Wait(Patience.Limit);
            first.TrySetResult();
        });
        // Not before: with nothing queued behind them nobody looks whether they move.
        inside.Wait(Patience.Limit).ShouldBeTrue();
        await pool.Run(() => { }).WaitAsync(Patience.Limit);
        Patience.Until(() => pool.GetStatistics().StuckWorkers == 2);
        Patience.Until(() => events.Seen.Contains("PoolStuck Deadlocked"));
        await pool.Run(() => { }).WaitAsync(Patience.Limit);
        first.SetResult();
        await pool.DisposeAsync();
        pool.GetStatistics().StuckWorkers.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public async Task Nested_waits_for_items_of_the_same_pool_do_not_lock_up()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        int Nest(int depth) => depth == 0 ? 1 : 1 + pool.Run(() => Nest(depth - 1)).Result;
        int[] depths = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => pool.Run(() => Nest(20)))).WaitAsync(Patience.Limit);
        depths.ShouldAllBe(depth => depth == 21);
    }

    [Fact]
    public async Task Ten_endless_items_all_start_and_short_ones_still_run()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        bool stop = false;
        using var inside = new CountdownEvent(10);
        for (int i = 0; i < 10; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                Patience.ComputeUntil(ref stop);
            });
        }
        inside.Wait(Patience.Limit).ShouldBeTrue();
        pool.GetStatistics().AddedForLongItems.ShouldBeGreaterThan(0);
        await pool.Run(() => { }).WaitAsync(Patience.Limit);
        Volatile.Write(ref stop, true);
    }

    [Fact]
    public async Task Events_say_why_each_worker_was_added()
    {
        using var events = new Listener();
        using var leave = new ManualResetEventSlim();
        using var inside = new CountdownEvent(3);
        await using (var pool = new WorkPool(new WorkPoolOptions { Name = "Telling", Processors = 1 }))
        {
            for (int i = 0; i < 3; i++)
            {
                pool.Queue(() =>
                {
                    inside.Signal();
                    leave.Wait(Patience.Limit);
                });
            }
            inside.Wait(Patience.Limit).ShouldBeTrue();
            leave.Set();
        }
        // The monitor may see that a worker goes on only after the pool has ended.
        Patience.Until(() => events.Seen.Contains("WorkerUnblocked Telling"));
        string seen = string.Join(", ", events.Seen);
        events.Seen.Any(e => e.StartsWith("WorkerBlocked Telling ", StringComparison.Ordinal)).ShouldBeTrue(seen);
        events.Seen.Any(e => e is "WorkerAdded Telling Blocked" or "WorkerAdded Telling LongItems").ShouldBeTrue(seen);
    }

    private static void InterlockedMax(ref int target, int value)
    {
        int seen = Volatile.Read(ref target);
        while (value > seen)
        {
            int was = Interlocked.CompareExchange(ref target, value, seen);
            if (was == seen) return;
            seen = was;
        }
    }

    /// <summary>Notes "event, pool, reason" of each event about workers.</summary>
    private sealed class Listener : EventListener
    {
        public System.Collections.Concurrent.ConcurrentBag<string> Seen { get; } = [];

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "ThreadPoolDoctor-Pool") EnableEvents(source, EventLevel.Informational, (EventKeywords)1);
        }

        protected override void OnEventWritten(EventWrittenEventArgs e) =>
            Seen.Add(string.Join(' ', new[] { e.EventName }.Concat(e.Payload!.OfType<string>())));
    }
}
