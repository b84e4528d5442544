namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>A pool that has been large and is small again is as one that never was.</summary>
public class DutyTests
{
    private const int Processors = 2;

    [Fact]
    public void An_idle_worker_leaves_duty_as_it_sleeps()
    {
        Crew crew = NewCrew(out Pool.Lanes lanes);
        crew.RetireWorker();
        lanes.Attention.Any.ShouldBeFalse("a worker would be woken only to leave");
        crew.Sleep.State.Top.ShouldBe(1);
        crew.RetireWorker();
        crew.Sleep.State.AnyIdle.ShouldBeFalse();
        crew.RetireWorker();
        lanes.Attention.Any.ShouldBeTrue("the next that ends an item is to leave");
        crew.Threads.ShouldBe(0);
    }

    [Fact]
    public void Thieves_look_at_those_on_duty_alone()
    {
        Crew crew = NewCrew(out Pool.Lanes lanes);
        Holders(lanes).ShouldBe([0, 1]);
        crew.RetireWorker();
        Holders(lanes).ShouldBe([1]);
        crew.Close();
        crew.TryAddWorker(WorkerAddReason.Blocked).ShouldBeTrue();
        Holders(lanes).ShouldBe([0, 1]);
        Patience.Until(() => crew.Threads == 0);
    }

    /// <summary>Where memory is short a worker keeps what it cannot give up.</summary>
    [Fact]
    public void Thieves_look_at_one_that_left_duty_with_an_item()
    {
        var lanes = new Pool.Lanes(null, null, 2);
        lanes.OvertakenFault = static () => throw new OutOfMemoryException();
        WorkerItems[] items = [new(lanes, null!, 0), new(lanes, null!, 1)];
        foreach (WorkerItems one in items) lanes.Add(one);
        // More than there is room for.
        object item = new();
        for (int i = 0; i < 100_000; i++) items[0].Push(new WorkItem(item, ItemKind.Plain));
        items[0].GiveUp();
        int left = items[0].Local.Count;
        left.ShouldBePositive();
        lanes.SetHolds(0, false);
        lanes.SetHolds(1, false);
        Holders(lanes).ShouldBe([0]);
    }

    [Fact]
    public void A_set_of_slots_has_those_that_were_added()
    {
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        for (int tries = 0; tries < 200; tries++)
        {
            int slots = random.Next(1, 300);
            var set = new SlotSet(slots);
            var expected = new SortedSet<int>();
            for (int changes = random.Next(0, 2 * slots); changes > 0; changes--)
            {
                int slot = random.Next(slots);
                if (random.Next(3) == 0)
                {
                    set.Remove(slot);
                    expected.Remove(slot);
                }
                else
                {
                    set.Add(slot);
                    expected.Add(slot);
                }
            }
            int start = random.Next(slots);
            List<int> round = [];
            foreach (int slot in set.From(start, slots)) round.Add(slot);
            round.ShouldBe(expected.Where(slot => slot >= start).Concat(expected.Where(slot => slot < start)), $"seed {seed}");
        }
    }

    /// <summary>Each of them would start a thread, run one item and leave.</summary>
    [Fact]
    public async Task Those_who_were_added_while_items_blocked_do_not_start_again_for_a_burst()
    {
        const int blocked = 60;
        using var leave = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Processors, IdleTimeout = TimeSpan.FromMilliseconds(100) });
        int inside = 0;
        for (int i = 0; i < blocked; i++)
        {
            pool.Queue(() =>
            {
                Interlocked.Increment(ref inside);
                leave.Wait(Patience.Limit);
            });
        }
        Patience.Until(() => Volatile.Read(ref inside) == blocked);
        leave.Set();
        Patience.Until(() => pool.Monitor.Compensation.Allowance == 0 && pool.GetStatistics().Workers == 0);

        var threads = new System.Collections.Concurrent.ConcurrentDictionary<int, bool>();
        for (int i = 0; i < 10_000; i++)
        {
            pool.Queue(() =>
            {
                threads[Environment.CurrentManagedThreadId] = true;
                Thread.SpinWait(50);
            });
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        // A machine that is busy with something else may add a few.
        threads.Count.ShouldBeLessThan(blocked / 4);
    }

    private static List<int> Holders(Pool.Lanes lanes)
    {
        List<int> slots = [];
        foreach (int slot in lanes.Holders()) slots.Add(slot);
        return slots;
    }

    private static Crew NewCrew(out Pool.Lanes lanes)
    {
        lanes = new Pool.Lanes(null, null, 64);
        return new Crew("Duty", new WorkPoolOptions { Processors = Processors }, lanes, 64) { Watch = new NoWatch() };
    }
}
