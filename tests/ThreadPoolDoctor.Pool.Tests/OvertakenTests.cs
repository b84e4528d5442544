using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>No item is hidden behind another one that blocks or runs long, wherever it is.</summary>
public class OvertakenTests
{
    /// <summary>
    /// The backlog goes on until all have begun, so that nobody ever runs out of work and looks at other workers.
    /// </summary>
    [Fact]
    public async Task Items_claimed_behind_a_blocked_one_begin_while_there_is_a_backlog()
    {
        // Before the pool, which ends first: the one that blocks may be the last to begin.
        using var leave = new ManualResetEventSlim();
        using var begun = new CountdownEvent(100);
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        var feeder = new Thread(() =>
        {
            while (!begun.IsSet)
            {
                if (pool.GetStatistics().QueueLength > 20_000) Thread.Yield();
                else for (int i = 0; i < 1000; i++) pool.UnsafeQueue(static () => Thread.SpinWait(100));
            }
        });
        feeder.Start();
        Patience.Until(() => pool.GetStatistics().QueueLength > 10_000);
        pool.UnsafeQueue(() => leave.Wait(Patience.Limit));
        for (int i = 0; i < 100; i++) pool.UnsafeQueue(() => begun.Signal());
        bool all = begun.Wait(Patience.Limit / 2);
        leave.Set();
        feeder.Join();
        all.ShouldBeTrue();
    }

    /// <summary>
    /// Whoever thinks that it is everybody's wakes a thief; one that thinks that it is not leaves it.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_lone_item_that_thieves_leave_is_one_that_its_worker_has_told_the_monitor_of(bool isReserve)
    {
        var items = new WorkerItems(new Pool.Lanes(null, null, 1), null!, 0) { IsReserve = isReserve };
        object item = new();
        int told = 0;
        for (int round = 0; round < 400; round++)
        {
            if (round % 100 == 0) items.LoseCredit();
            bool left = items.Push(new WorkItem(item, ItemKind.Plain));
            items.HasItems.ShouldBe(!left, $"round {round}");
            items.KeepsItem.ShouldBe(left, $"round {round}");
            if (left) told++;
            items.Local.TryPop(out _).ShouldBeTrue();
        }
        told.ShouldBe(isReserve ? 0 : 400 - 4 * 63);
    }

    /// <summary>A chain above it leaves it alone in the queue for all but some nanoseconds of each link.</summary>
    [Fact]
    public void An_item_beneath_a_newer_one_is_for_everybody_until_the_next_lone_item()
    {
        var items = new WorkerItems(new Pool.Lanes(null, null, 1), null!, 0);
        object old = new(), link = new();
        items.Push(new WorkItem(old, ItemKind.Plain)).ShouldBeTrue();
        for (int i = 0; i < 100; i++)
        {
            items.Push(new WorkItem(link, ItemKind.Plain)).ShouldBeFalse();
            items.Local.TryPop(out _).ShouldBeTrue();
            items.HasItems.ShouldBeTrue("a thief takes what lies beneath");
            items.KeepsItem.ShouldBeFalse();
        }
        items.Local.TrySteal(out WorkItem stolen).ShouldBeTrue();
        stolen._target.ShouldBe(old);

        items.Push(new WorkItem(link, ItemKind.Plain)).ShouldBeTrue("the chain is left to its worker again");
        items.HasItems.ShouldBeFalse();
        items.KeepsItem.ShouldBeTrue();
    }

    /// <summary>
    /// Again and again: each time the worker owes another number of items, and between them all go to sleep, the
    /// monitor too.
    /// </summary>
    [Fact]
    public async Task An_item_begins_that_the_item_before_it_waits_for_beside_an_idle_worker()
    {
        const int rounds = 200;
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, BlockingDetection = false });
        for (int round = 0; round < rounds; round++)
        {
            Patience.Until(() => pool.Crew.Sleep.State.MonitorSleeps);
            using var begun = new ManualResetEventSlim();
            using var left = new ManualResetEventSlim();
            bool came = false;
            pool.Queue(() =>
            {
                pool.Queue(begun.Set, preferLocal: true);
                came = begun.Wait(Patience.Limit / 2);
                left.Set();
            });
            left.Wait(Patience.Limit).ShouldBeTrue();
            came.ShouldBeTrue($"round {round}");
        }
    }

    /// <summary>
    /// A chain whose worker is caught by a lock would else go on one link for each backlog of others who want it.
    /// </summary>
    [Fact]
    public void What_a_worker_would_have_run_next_does_not_wait_for_all_that_it_had_claimed()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        object local = new(), claimed = new();
        lanes.Overtake(RangeOf(claimed, 100), LocalOf(local, 100), int.MaxValue).ShouldBeTrue();
        for (int i = 0; i < 100; i++)
        {
            lanes.TryTakeOvertaken(out WorkItem one).ShouldBeTrue();
            lanes.TryTakeOvertaken(out WorkItem other).ShouldBeTrue();
            new[] { one._target, other._target }.ShouldBe([local, claimed], ignoreOrder: true);
        }
        lanes.TryTakeOvertaken(out _).ShouldBeFalse();
    }

    /// <summary>Otherwise local items come first, as on ThreadPool, and only fair turns are between them.</summary>
    [Fact]
    public void Beside_local_items_the_Normal_lane_has_every_second_look_where_the_minimum_is_raised()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        var items = new WorkerItems(lanes, null!, 0);
        lanes.Add(items);
        object local = new(), normal = new();
        for (int i = 0; i < 3; i++) lanes.Enqueue(new WorkItem(normal, ItemKind.Plain), WorkLane.Normal);

        Next(pushes: true).ShouldBe(local, "nobody has raised the minimum");
        lanes.SharesTurns = true;
        Next(pushes: true).ShouldBe(normal);
        Next(pushes: true).ShouldBe(local);
        Next(pushes: false).ShouldBe(local, "nothing was queued locally since the last look");
        Next(pushes: true).ShouldBe(normal);
        Next(pushes: true).ShouldBe(local);
        Next(pushes: true).ShouldBe(normal);
        Next(pushes: true).ShouldBe(local);
        Next(pushes: true).ShouldBe(local, "the Normal lane is empty");
        lanes.Attention.Any.ShouldBeFalse();

        // The monitor may sleep before its next look: a worker that finds the lane empty ends the turn.
        lanes.Enqueue(new WorkItem(normal, ItemKind.Plain), WorkLane.Normal);
        items.Push(new WorkItem(local, ItemKind.Plain));
        lanes.GiveTurnToNormal();
        lanes.TryTake(WorkLane.Normal, out _).ShouldBeTrue();
        items.TryNext(out _).ShouldBeTrue();
        lanes.Attention.Any.ShouldBeFalse();

        object? Next(bool pushes)
        {
            if (pushes) items.Push(new WorkItem(local, ItemKind.Plain));
            lanes.GiveTurnToNormal();
            items.TryNext(out WorkItem item).ShouldBeTrue();
            return item._target;
        }
    }

    /// <summary>
    /// A thousand local chains of five milliseconds, whose worker slept, held up the Normal lane until they were over,
    /// two seconds later: on ThreadPool others come to them only when nothing waits there.
    /// </summary>
    [Fact]
    public void Beside_local_items_that_were_given_up_the_Normal_lane_has_every_second_look()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        var items = new WorkerItems(lanes, null!, 0);
        lanes.Add(items);
        object local = new(), normal = new();
        lanes.Overtake(new ClaimedRange(), LocalOf(local, 10), int.MaxValue).ShouldBeTrue();
        for (int i = 0; i < 4; i++) lanes.Enqueue(new WorkItem(normal, ItemKind.Plain), WorkLane.Normal);

        NextTwo().ShouldBe([normal, normal]);
        NextTwo().ShouldBe([local, local]);
        items.Push(new WorkItem(local, ItemKind.Plain));
        NextTwo().ShouldBe([normal, normal], "what those queue locally has no turn of its own");
        NextTwo().ShouldBe([local, local]);
        NextTwo().ShouldBe([local, local], "the Normal lane is empty");
        lanes.Overtake(RangeOf(normal, 3), new LocalQueue(), 0).ShouldBeTrue();
        NextTwo().ShouldBe([normal, normal], "what was claimed of the Normal lane belongs to it");

        object?[] NextTwo()
        {
            lanes.GiveTurnToNormal();
            items.TryNext(out WorkItem one).ShouldBeTrue();
            items.TryNext(out WorkItem two).ShouldBeTrue();
            return [one._target, two._target];
        }
    }

    /// <summary>More than a ring holds at first, so that room has to be made among others.</summary>
    [Fact]
    public void What_is_brought_into_the_open_keeps_its_order()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        LocalQueue local = new();
        var range = new ClaimedRange();
        for (int i = 0; i < 100; i++) Push(local, i);
        lanes.Overtake(range, local, 50).ShouldBeTrue();
        for (int i = 0; i < 20; i++) Take(lanes).ShouldBe(i);
        for (int i = 100; i < 2000; i++) Push(local, i);
        lanes.Overtake(range, local, int.MaxValue).ShouldBeTrue();
        for (int i = 20; i < 2000; i++) Take(lanes).ShouldBe(i);
        lanes.TryTakeOvertaken(out _).ShouldBeFalse();
        lanes.Overtake(range, local, int.MaxValue).ShouldBeFalse();
    }

    /// <summary>
    /// Else a few old items stand behind all that other workers had claimed after them: fifteen readers of one socket,
    /// before three hundred items that want one semaphore, began half a second later than on ThreadPool.
    /// </summary>
    [Fact]
    public void What_was_claimed_runs_by_age_whoever_gave_it_up_first()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        var (one, other) = (new BlockWorkQueue(), new BlockWorkQueue());
        // Two producers' items, in turns of 10; the first queue's are even.
        for (int i = 0; i < 200; i++)
        {
            if (i % 10 == 0) QueueClock.Tick();
            (i / 10 % 2 == 0 ? one : other).Enqueue(new WorkItem(i, null));
        }
        ClaimedRange first = Claim(one, 50), second = Claim(one, 50), third = Claim(other, 100);
        foreach (ClaimedRange range in new[] { third, second, first }) lanes.Overtake(range, new LocalQueue(), 0).ShouldBeTrue();

        for (int i = 0; i < 200; i++) Take(lanes).ShouldBe(i);
        lanes.TryTakeOvertaken(out _).ShouldBeFalse();
    }

    /// <summary>More workers than there was room for.</summary>
    [Fact]
    public void Of_claimed_ranges_what_finds_no_room_stays_with_its_worker()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        bool fail = true;
        lanes.OvertakenFault = () =>
        {
            if (fail) throw new OutOfMemoryException();
        };
        object item = new();
        ClaimedRange[] ranges = [.. Enumerable.Range(0, 200).Select(_ => RangeOf(item, 2))];
        foreach (ClaimedRange range in ranges) lanes.Overtake(range, new LocalQueue(), 0);
        int left = ranges.Sum(static range => range.Count);
        left.ShouldBeInRange(2, 398);
        Drain().ShouldBe(400 - left);
        fail = false;
        foreach (ClaimedRange range in ranges) lanes.Overtake(range, new LocalQueue(), 0);
        Drain().ShouldBe(left);

        int Drain()
        {
            int taken = 0;
            while (lanes.TryTakeOvertaken(out _)) taken++;
            return taken;
        }
    }

    [Fact]
    public void Where_memory_is_short_what_finds_no_room_stays_where_it_is()
    {
        var lanes = new Pool.Lanes(null, null, 1);
        bool fail = true;
        lanes.OvertakenFault = () =>
        {
            if (fail) throw new OutOfMemoryException();
        };
        object item = new();
        LocalQueue local = LocalOf(item, 2000);
        lanes.Overtake(RangeOf(item, 100), local, int.MaxValue).ShouldBeTrue();
        int taken = 0;
        while (lanes.TryTakeOvertaken(out _)) taken++;
        taken.ShouldBeInRange(101, 2099);
        (taken + local.Count).ShouldBe(2100);
        fail = false;
        lanes.Overtake(null, local, int.MaxValue).ShouldBeTrue();
        while (lanes.TryTakeOvertaken(out _)) taken++;
        taken.ShouldBe(2100);
    }

    private static ClaimedRange RangeOf(object item, int count)
    {
        var queue = new BlockWorkQueue();
        for (int i = 0; i < count; i++) queue.Enqueue(new WorkItem(item, null));
        return Claim(queue, count);
    }

    private static ClaimedRange Claim(BlockWorkQueue queue, int count)
    {
        ClaimTurn turn = default;
        queue.TryClaim(ref turn, count, out Block block, out int from, out int claimed).ShouldBeTrue();
        claimed.ShouldBe(count);
        var range = new ClaimedRange();
        range.Set(block, from, count);
        return range;
    }

    private static LocalQueue LocalOf(object item, int count)
    {
        var queue = new LocalQueue();
        for (int i = 0; i < count; i++) Push(queue, item);
        return queue;
    }

    private static void Push(LocalQueue queue, object item)
    {
        queue.Reserve();
        queue.Push(new WorkItem(item, null));
    }

    private static object Take(Pool.Lanes lanes)
    {
        lanes.TryTakeOvertaken(out WorkItem item).ShouldBeTrue();
        return item._target!;
    }

    /// <summary>On ThreadPool it is next.</summary>
    [Fact]
    public async Task What_an_item_queues_locally_does_not_wait_for_all_that_a_blocked_worker_gave_up()
    {
        const int parents = 200;
        List<int> order = [];
        using var leave = new ManualResetEventSlim();
        using var ended = new CountdownEvent(parents);
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        void Note(int what)
        {
            lock (order) order.Add(what);
        }
        pool.UnsafeQueue(() =>
        {
            for (int i = 1; i <= parents; i++)
            {
                int parent = i;
                pool.UnsafeQueue(
                    () =>
                    {
                        Note(parent);
                        pool.UnsafeQueue(
                            () =>
                            {
                                Note(-parent);
                                ended.Signal();
                            },
                            preferLocal: true);
                    },
                    preferLocal: true);
            }
            leave.Wait(Patience.Limit);
        });
        bool all = ended.Wait(Patience.Limit / 2);
        leave.Set();
        all.ShouldBeTrue();
        Enumerable.Range(1, parents).Max(i => order.IndexOf(-i) - order.IndexOf(i)).ShouldBeLessThan(parents / 4);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Old_local_items_begin_on_a_pool_that_chains_saturate(int chains)
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = 2 });
        using var begun = new CountdownEvent(chains);
        for (int i = 0; i < chains; i++)
        {
            pool.UnsafeQueue(() =>
            {
                pool.UnsafeQueue(() => begun.Signal(), preferLocal: true);
                Chain();
            });
        }
        begun.Wait(Patience.Limit).ShouldBeTrue();

        void Chain()
        {
            if (!begun.IsSet) pool.UnsafeQueue(Chain, preferLocal: true);
        }
    }

    /// <summary>
    /// An item that is left to its worker, which then blocks or computes: the worker that is free must get it.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_item_left_to_its_worker_begins_though_that_does_not_come_back(bool blocks)
    {
        // Disposed after the pool: its items wait for it.
        using var begun = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, MaximumWorkers = 2 });
        bool stop = false;
        void Chain()
        {
            if (!Volatile.Read(ref stop)) pool.UnsafeQueue(Chain);
        }
        pool.UnsafeQueue(Chain);
        pool.UnsafeQueue(() =>
        {
            pool.UnsafeQueue(begun.Set, preferLocal: true);
            if (blocks) begun.Wait(Patience.Limit);
            else Compute(until: () => begun.IsSet);
        });
        bool ran = begun.Wait(Patience.Limit);
        Volatile.Write(ref stop, true);
        ran.ShouldBeTrue();
    }

    /// <summary>
    /// Each wait for the lock once added a worker: hundreds. The bound leaves room for a machine that is busy with
    /// other tests; the figure is in docs/measurements/pool.md.
    /// </summary>
    [Fact]
    public async Task A_hot_lock_does_not_make_the_pool_grow()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        object hot = new();
        using var ended = new CountdownEvent(20_000);
        for (int i = 0; i < 20_000; i++)
        {
            pool.UnsafeQueue(() =>
            {
                lock (hot) Spin(microseconds: 50);
                ended.Signal();
            });
        }
        int most = 0;
        while (!ended.Wait(1)) most = Math.Max(most, pool.GetStatistics().Workers);
        most.ShouldBeLessThanOrEqualTo(66);
    }

    [Fact]
    public async Task A_scope_that_is_never_disposed_ends_with_its_item()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        for (int i = 0; i < 100; i++) await pool.Run(() => { pool.Blocking(); });
        Patience.Until(() => pool.GetStatistics().BlockedWorkers == 0);
        await pool.Run(() =>
        {
            BlockingScope scope = pool.Blocking();
            scope.Dispose();
            scope.Dispose();
        });
        pool.Monitor.Compensation.Blocked.ShouldBe(0);
    }

    private static void Spin(int microseconds)
    {
        long end = Stopwatch.GetTimestamp() + Stopwatch.Frequency * microseconds / 1_000_000;
        while (Stopwatch.GetTimestamp() < end)
        {
        }
    }

    /// <summary>Never sleeps, as <see cref="SpinWait"/> does: then it would be found blocked.</summary>
    private static void Compute(Func<bool> until)
    {
        long since = Stopwatch.GetTimestamp();
        while (!until() && Stopwatch.GetElapsedTime(since) < Patience.Limit) Thread.SpinWait(20);
    }
}
