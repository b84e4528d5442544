namespace ThreadPoolDoctor.Pool.Model;

/// <summary>
/// The pool's own worker loop, crew and lanes: every item begins although one worker is stuck in another item, whatever
/// the interleaving, and a drain ends when all have ended and not before.
/// </summary>
public class WorkerModels
{
    /// <summary>Where the items are that the stuck one must not hold up.</summary>
    public enum Place
    {
        Outside,
        Range,
        Local,
        Kept,
        High,
        Low,
    }

    [Theory]
    [InlineData(Place.Outside)]
    [InlineData(Place.Range)]
    [InlineData(Place.Local)]
    [InlineData(Place.Kept)]
    [InlineData(Place.High)]
    [InlineData(Place.Low)]
    public void Every_item_begins_although_one_worker_is_stuck(Place place) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 2, items: 4);
        void Stuck()
        {
            if (place == Place.Local) pool.Queue(3, preferLocal: true);
            if (place == Place.Kept) pool.Queue(1);
            pool.WaitForAllOthers();
        }
        void Produce()
        {
            pool.Enqueue(Stuck, silent: place == Place.Range);
            if (place == Place.Range) pool.Queue(3, silent: true);
            if (place == Place.Range) pool.Crew.Sleep.NoticeLeftWork();
            if (place == Place.Outside) pool.Queue(3);
            if (place == Place.Kept) pool.Queue(2);
            if (place == Place.High) pool.Queue(3, lane: WorkLane.High);
            if (place == Place.Low) pool.Queue(3, lane: WorkLane.Low);
        }
        return pool.Threads(Produce);
    });

    /// <summary>
    /// While others come without end: the worker that is free takes what the stuck one had claimed, or has queued
    /// locally.
    /// </summary>
    [Theory]
    [InlineData(Place.Range)]
    [InlineData(Place.Local)]
    public void An_item_does_not_wait_for_a_stuck_one_beside_a_backlog(Place place) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 2, items: 3);
        void Backlog()
        {
            if (!pool.OthersBegan) pool.Enqueue(Backlog, counted: false);
        }
        void Stuck()
        {
            if (place == Place.Local) pool.Queue(2, preferLocal: true);
            pool.WaitForAllOthers();
        }
        void Produce()
        {
            pool.Enqueue(Stuck, silent: true);
            if (place == Place.Range) pool.Queue(2, silent: true);
            pool.Enqueue(Backlog, counted: false);
            pool.Crew.Sleep.NoticeLeftWork();
        }
        return pool.Threads(Produce);
    });

    /// <summary>
    /// Again and again an item queues another one and waits for it: each time its worker's debt is another.
    /// </summary>
    [Fact]
    public void An_item_begins_that_the_item_before_it_waits_for_whatever_its_worker_owes() => Explorer.Explore(share: 4, build: () =>
    {
        const int rounds = 5;
        var pool = new ModelPool(processors: 2, items: 2 * rounds);
        int done = 0;
        void Wait()
        {
            bool begun = false;
            pool.Enqueue(() => begun = true, preferLocal: true);
            Explorer.Sleep(() => begun);
            done++;
        }
        void Produce()
        {
            for (int round = 0; round < rounds; round++)
            {
                int before = round;
                pool.Enqueue(Wait);
                Explorer.Sleep(() => done > before);
            }
        }
        return pool.Threads(Produce);
    });

    /// <summary>
    /// A thief takes several, and the first of them waits for the others, which are now its worker's.
    /// </summary>
    [Fact]
    public void An_item_begins_that_a_thief_took_beside_one_which_waits_for_it() => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 2, items: 4);
        void Begin()
        {
            ThreadInlets.Current!.Worker!.LoseCredit();
            pool.Enqueue(pool.WaitForAllOthers, preferLocal: true);
            pool.Queue(3, preferLocal: true);
        }
        return pool.Threads(() => pool.Enqueue(Begin, counted: false));
    });

    /// <summary>
    /// The second comes just as the monitor, which had looked at the first, falls asleep, and a thief takes one.
    /// </summary>
    [Fact]
    public void Neither_of_two_local_items_is_left_to_a_stuck_worker_while_the_monitor_sleeps() => Explorer.Explore(() =>
    {
        var pool = new ModelPool(processors: 2, items: 3);
        void Stuck()
        {
            pool.Queue(2, preferLocal: true);
            pool.WaitForAllOthers();
        }
        return pool.Threads(() => pool.Enqueue(Stuck));
    });

    /// <summary>
    /// Fair turns would come to it, too, but after many items; here by the looks of the monitor alone, whatever the
    /// items take.
    /// </summary>
    [Fact]
    public void The_older_half_of_local_items_that_newer_ones_pass_comes_into_the_open()
    {
        ThreadInlets.BeginProgram();
        var lanes = new Lanes(null, null, 1);
        var items = new WorkerItems(lanes, null!, 0);
        WorkItem[] pushed = [.. Enumerable.Range(0, 3).Select(static n => new WorkItem((Action)(() => _ = n), ItemKind.Plain))];
        foreach (WorkItem item in pushed) items.Push(item);
        items.GiveUpOvertaken(stuck: false, now: 100).ShouldBeFalse();
        items.GiveUpOvertaken(stuck: false, now: 107).ShouldBeFalse();
        items.GiveUpOvertaken(stuck: false, now: 108).ShouldBeTrue();
        Taken().ShouldBe([pushed[0]._target, pushed[1]._target]);
        items.GiveUpOvertaken(stuck: false, now: 115).ShouldBeFalse();
        items.GiveUpOvertaken(stuck: false, now: 123).ShouldBeTrue();
        Taken().ShouldBe([pushed[2]._target]);

        List<object?> Taken()
        {
            List<object?> taken = [];
            while (lanes.TryTakeOvertaken(out WorkItem item)) taken.Add(item._target);
            return taken;
        }
    }

    /// <summary>As on ThreadPool, whenever the monitor brings into the open what the worker has claimed.</summary>
    [Theory]
    [InlineData(5)]
    [InlineData(9)]
    public void One_worker_runs_the_items_of_one_thread_in_their_order(int items) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 1, items);
        List<int> begun = [];
        (Action[] threads, Action check) = pool.Threads(() =>
        {
            for (int i = 0; i < items; i++)
            {
                int number = i;
                pool.Enqueue(() => begun.Add(number), silent: (i & 3) != 3 && i != items - 1);
            }
        });
        return (threads, () =>
        {
            check();
            begun.ShouldBe(Enumerable.Range(0, items));
        }
        );
    });

    /// <summary>
    /// The moment between: the worker sees that its range is empty, and the monitor has not said where its items are.
    /// </summary>
    [Fact]
    public void Nothing_newer_is_claimed_while_a_range_is_given_up() => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var lanes = new Lanes(null, null, 1);
        var items = new WorkerItems(lanes, null!, 0);
        lanes.Add(items);
        WorkItem[] queued = [.. Enumerable.Range(0, 3).Select(static n => new WorkItem((Action)(() => _ = n), ItemKind.Plain))];
        foreach (WorkItem item in queued) lanes.Enqueue(item, WorkLane.Normal);
        ClaimTurn turn = default;
        lanes.Normal!.TryClaim(ref turn, 2, out Block block, out int from, out int count).ShouldBeTrue();
        items.Range.Set(block, from, count);
        List<object?> taken = [];
        void Take()
        {
            while (items.TryNext(out WorkItem item)) taken.Add(item._target);
        }
        return ([Take, () => items.GiveUp()], () =>
        {
            Take();
            taken.ShouldBe(queued.Select(static item => item._target));
        }
        );
    });

    /// <summary>
    /// One worker, and an item that queues its successor in the worker's own queue until all others have begun.
    /// </summary>
    [Theory]
    [InlineData(Place.Outside)]
    [InlineData(Place.Local)]
    [InlineData(Place.Low)]
    public void Every_item_begins_beside_a_chain_that_never_ends(Place place) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 1, items: 3);
        void Chain()
        {
            if (!pool.AllBegan) pool.Enqueue(Chain, preferLocal: true, counted: false);
        }
        void Begin()
        {
            if (place == Place.Local) pool.Queue(3, preferLocal: true);
            Chain();
        }
        void Produce()
        {
            pool.Enqueue(Begin, counted: false);
            if (place == Place.Outside) pool.Queue(3);
            if (place == Place.Low) pool.Queue(3, lane: WorkLane.Low);
        }
        return pool.Threads(Produce);
    });

    /// <summary>
    /// The same without the monitor, which brings much of it into the open: by the worker's turns alone. (Those of the
    /// Low lane are the monitor's.)
    /// </summary>
    [Theory]
    [InlineData(Place.Outside)]
    [InlineData(Place.Local)]
    public void Fair_turns_come_to_every_item_beside_a_chain_that_never_ends(Place place) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 1, items: 3);
        void Chain()
        {
            if (!pool.AllBegan) pool.Enqueue(Chain, preferLocal: true, counted: false);
        }
        void Begin()
        {
            if (place == Place.Local) pool.Queue(3, preferLocal: true);
            Chain();
        }
        void Produce()
        {
            pool.Enqueue(Begin, counted: false);
            if (place == Place.Outside) pool.Queue(3);
        }
        return pool.Threads(Produce, watched: false);
    });

    /// <summary>
    /// A worker is added for the stuck one and another leaves duty, in the middle of what it has claimed or queued.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_a_worker_has_that_leaves_duty_is_begun_by_others(bool local) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 2, items: 5);
        void Stuck()
        {
            pool.Crew.TryAddWorker(WorkerAddReason.Blocked);
            pool.WaitForAllOthers();
        }
        void Leave()
        {
            if (local) pool.Queue(2, preferLocal: true);
            pool.Crew.Lanes.Attention.AddSurplus();
        }
        void Produce()
        {
            pool.Enqueue(Stuck);
            pool.Enqueue(Leave, silent: true);
            pool.Queue(local ? 1 : 3, silent: true);
            pool.Crew.Sleep.NoticeLeftWork();
        }
        return pool.Threads(Produce);
    });

    /// <summary>
    /// The monitor takes idle workers off duty while items come for which their publishers counted on them.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Every_item_begins_while_workers_come_on_duty_and_leave_it(bool local) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 1, items: 6, changesDuty: true);
        void Produce()
        {
            pool.Enqueue(() => pool.Queue(2, preferLocal: local));
            pool.Queue(3);
        }
        return pool.Threads(Produce);
    });

    /// <summary>Somebody drains, and looks again and again whether all is quiet.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_drain_waits_for_what_an_item_has_queued_before_it_ended(bool local) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 1, items: 2);
        return pool.Threads(() => pool.Enqueue(() => pool.Queue(1, preferLocal: local)), drains: true);
    });

    /// <summary>Who tells of the end falls asleep just then, and does not look at what it has any more.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_is_queued_behind_a_drain_begins(bool local) => Explorer.Explore(share: 4, build: () =>
    {
        var pool = new ModelPool(processors: 1, items: 2);
        pool.Behind = () => pool.Queue(1, preferLocal: local);
        return pool.Threads(() => pool.Queue(1));
    });

    /// <summary>
    /// Another worker may take and end it at once, and a drain that saw that must see that it was queued.
    /// </summary>
    [Fact]
    public void A_local_item_is_counted_before_anybody_can_have_ended_it() => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var items = new WorkerItems(new Lanes(null, null, 1), null!, 0);
        int ended = 0;
        void Thief()
        {
            if (items.Local.TrySteal(out _)) Interlocked.Increment(ref ended);
        }
        void Drain()
        {
            int seen = Volatile.Read(ref ended);
            Interlocked.MemoryBarrier();
            items.Pushes.ShouldBeGreaterThanOrEqualTo(seen);
        }
        return ([() => items.Push(new WorkItem(0)), Thief, Thief, Drain], () => items.Pushes.ShouldBe(1));
    });
}
