namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>Workers added for those that say that they block, without a monitor.</summary>
public class CompensationTests
{
    private const int Processors = 2, Unproven = 2;

    /// <summary>
    /// Each item waits until all that may begin have said that they block: no more than that are added.
    /// </summary>
    [Fact]
    public void Who_says_that_it_blocks_gets_a_worker_at_once_only_while_few_do()
    {
        int said = 0;
        // Disposed after the crew: its items wait for it.
        using var leave = new ManualResetEventSlim();
        using var crew = new UnwatchedCrew();
        for (int i = 0; i < 20; i++) crew.Queue(Block);
        Patience.Until(() => Volatile.Read(ref said) >= Processors + Unproven);
        int added = crew.Compensation.Allowance;
        leave.Set();
        added.ShouldBe(Unproven);

        void Block()
        {
            Worker.Current!.EnterBlocked(BlockedBy.Scope);
            Interlocked.Increment(ref said);
            leave.Wait(Patience.Limit);
        }
    }

    [Fact]
    public void Where_all_block_as_many_are_added_at_once_as_a_minimum_asks_for_and_no_more()
    {
        const int minimum = 12;
        int inside = 0;
        using var leave = new ManualResetEventSlim();
        using var crew = new UnwatchedCrew();
        for (int i = 0; i < 20; i++) crew.Queue(Block);
        Patience.Until(() => Volatile.Read(ref inside) == Processors + Unproven);
        int before = crew.Compensation.Allowance;
        crew.Compensation.Unproven = minimum;
        crew.Compensation.Adjust(default, waits: true, now: 0);
        int after = crew.Compensation.Allowance;
        leave.Set();
        (before, after).ShouldBe((Unproven, minimum));

        void Block()
        {
            // The first say so, as the monitor would find; those to come have not been looked at.
            if (Interlocked.Increment(ref inside) <= Processors + Unproven) Worker.Current!.EnterBlocked(BlockedBy.Scope);
            leave.Wait(Patience.Limit);
        }
    }

    /// <summary>
    /// An item that computes takes none of the others: with one worker more at a time a crowd of three hundred that
    /// wait for one another waited half a second, however large the minimum.
    /// </summary>
    [Fact]
    public void What_a_minimum_asks_for_is_added_though_one_item_runs()
    {
        const int minimum = 12;
        int inside = 0, looks = 0;
        using var leave = new ManualResetEventSlim();
        using var crew = new UnwatchedCrew();
        for (int i = 0; i < 20; i++) crew.Queue(Block);
        Patience.Until(() => Volatile.Read(ref inside) == Processors + Unproven);
        crew.Compensation.Unproven = minimum;
        while (crew.Compensation.Allowance < minimum && looks < 5)
            crew.Compensation.Adjust(new ScanResult { Running = 1, Awake = 1 }, waits: true, now: looks++);
        int after = crew.Compensation.Allowance;
        leave.Set();
        (looks, after).ShouldBe((3, minimum));

        void Block()
        {
            if (Interlocked.Increment(ref inside) <= Processors + Unproven) Worker.Current!.EnterBlocked(BlockedBy.Scope);
            leave.Wait(Patience.Limit);
        }
    }

    /// <summary>
    /// Not what has ended when they are compared: then one that blocked may have ended that the look took for blocked
    /// still.
    /// </summary>
    [Fact]
    public void Growth_goes_by_what_had_ended_when_the_look_began()
    {
        const int wanted = 4 * Unproven;
        int inside = 0, now = 0;
        long ended = 0;
        using var leave = new ManualResetEventSlim();
        using var crew = new UnwatchedCrew();
        for (int i = 0; i < 40; i++) crew.Queue(Block);
        for (; now < 1000 && crew.Compensation.Allowance < wanted; now++)
        {
            // Also those that new workers start.
            Patience.Until(() => Volatile.Read(ref inside) == Processors + crew.Compensation.Allowance);
            ended += inside;
            crew.Compensation.Adjust(new ScanResult { Ended = ended, BlockedEnded = ended }, waits: true, now);
        }
        int after = crew.Compensation.Allowance;
        leave.Set();
        after.ShouldBeGreaterThanOrEqualTo(wanted);

        void Block()
        {
            Worker.Current!.EnterBlocked(BlockedBy.Scope);
            Interlocked.Increment(ref inside);
            leave.Wait(Patience.Limit);
        }
    }

    /// <summary>
    /// Each start waits until the thread runs: beside other programs four hundred took the monitor half a second alone.
    /// </summary>
    [Fact]
    public void New_workers_start_others_while_more_are_wanted()
    {
        const int minimum = 12;
        int inside = 0, startedByWorkers = 0;
        using var leave = new ManualResetEventSlim();
        using var crew = new UnwatchedCrew();
        for (int i = 0; i < 20; i++) crew.Queue(Block);
        Patience.Until(() => Volatile.Read(ref inside) == Processors + Unproven);
        crew.Compensation.Unproven = minimum;
        Thread monitor = Thread.CurrentThread;
        bool first = true;
        crew.BeforeStart(() =>
        {
            if (Thread.CurrentThread != monitor) Interlocked.Increment(ref startedByWorkers);
            // The first thread that it starts is there when it comes to the second.
            else if (!first) Patience.Until(() => Volatile.Read(ref startedByWorkers) > 0);
            first = false;
        });
        crew.Compensation.Adjust(default, waits: true, now: 0);
        int after = crew.Compensation.Allowance;
        leave.Set();
        (startedByWorkers > 0, after).ShouldBe((true, minimum));

        void Block()
        {
            if (Interlocked.Increment(ref inside) <= Processors + Unproven) Worker.Current!.EnterBlocked(BlockedBy.Scope);
            leave.Wait(Patience.Limit);
        }
    }

    private sealed class UnwatchedCrew : IWorkerWatch, IDisposable
    {
        private readonly Crew _crew;
        private readonly Intake _intake;

        public UnwatchedCrew()
        {
            _crew = new Crew("Unwatched", new WorkPoolOptions { Processors = Processors }, new Pool.Lanes(null, null, 64), 64) { Watch = this };
            _intake = new Intake(_crew);
            Compensation = new Compensation(_crew, new MemoryGate { Override = static () => true });
        }

        public Compensation Compensation { get; }

        public void Queue(Action body) => _intake.Enqueue(new WorkItem(body, ItemKind.Plain), preferLocal: false, WorkLane.Normal);

        public void BeforeStart(Action action) => _crew.StartFault = action;

        public void OnBlocked(Worker worker, BlockedBy how)
        {
            if (worker.Items.GiveUp()) _crew.Sleep.NoticeLeftWork();
            Compensation.OnBlocked();
        }

        public bool TryLeave(Worker worker) => Compensation.TryLeave(worker);

        public void OnUnblocked(Worker worker) => Compensation.OnUnblocked();

        public void Wake()
        {
        }

        public void WakeAnyway()
        {
        }

        public void Nudge()
        {
        }

        public void OnThreadStart() => Compensation.HelpToStart();

        public void Dispose()
        {
            Patience.Until(() => _crew.IsQuiet);
            _crew.Close();
            Patience.Until(() =>
            {
                _crew.NudgeAll();
                return _crew.Threads == 0;
            });
        }
    }
}
