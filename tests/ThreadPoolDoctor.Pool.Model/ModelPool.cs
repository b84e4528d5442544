namespace ThreadPoolDoctor.Pool.Model;

/// <summary>Real crew, workers, lanes and intake; a monitor that looks all the time.</summary>
internal sealed class ModelPool : IWorkerWatch
{
    // As many workers as there can be.
    private const int Slots = 8;

    private readonly bool _compensates, _changesDuty;
    private readonly int _items;
    private readonly Intake _intake;
    private readonly long[] _seen = new long[Slots];
    private int _begun, _ended, _producing = 1, _now;

    // Items accepted and not ended; those of them from outside; how often there were none but those on their way.
    private int _pending, _sent, _quiets;

    // Of those from outside, the ones that all can see: written through the producer's store buffer behind the item
    // itself, since a drain need not know of an item whose producer has told nobody yet.
    private int _arrived;
    private bool _monitorSleeps;

    // Workers that the monitor has added for stuck ones and not taken back.
    private int _added;

    /// <param name="processors">So many workers are on duty at first.</param>
    /// <param name="items">So many are counted.</param>
    /// <param name="compensates">
    /// Whether the monitor adds a worker when all are stuck and work waits, and takes it back when one is free.
    /// </param>
    /// <param name="changesDuty">
    /// Whether the monitor adds a worker at one of its looks, and takes one off duty at the next, for a while. One that
    /// has been told to leave may not have left when the next one is added, so that any slot may get a thread.
    /// </param>
    public ModelPool(int processors, int items, bool compensates = false, bool changesDuty = false)
    {
        (_compensates, _changesDuty) = (compensates, changesDuty);
        // Producer, monitor, workers, and who builds.
        ThreadInlets.Count = UsesAllSlots ? Slots + 3 : 6;
        _items = items;
        Program.IsOver = false;
        Program.Started.Clear();
        ThreadInlets.BeginProgram();
        var options = new WorkPoolOptions { Processors = processors };
        Crew = new Crew("Model", options, new Lanes(null, null, Slots), Slots) { WhenIdle = SeeDrain, Watch = this };
        _intake = new Intake(Crew);
    }

    public Crew Crew { get; }

    private bool UsesAllSlots => _compensates || _changesDuty;

    /// <summary>What the first worker that sees all quiet does as it falls asleep, as code behind a drain.</summary>
    public Action? Behind { get; set; }

    public bool AllBegan => _begun == _items;

    /// <summary>All but the stuck one, which has begun.</summary>
    public bool OthersBegan => AllBegan;

    private bool IsOver => _producing == 0 && AllBegan && _ended == _begun;

    public (Action[] Threads, Action Check) Threads(Action produce, bool drains = false, bool watched = true)
    {
        Action[] others = [.. watched ? [WatchOver] : Array.Empty<Action>(), .. drains ? [Drain] : Array.Empty<Action>()];
        void Produce()
        {
            ThreadInlets.BeginThread();
            produce();
            _producing = 0;
            End();
        }
        return ([Produce, .. others, .. Enumerable.Range(0, UsesAllSlots ? Slots : Crew.Processors + 1).Select(slot => (Action)(() => Live(slot)))], () =>
        {
            _begun.ShouldBe(_items);
            Crew.Enqueued.ShouldBe(Crew.Ended);
        }
        );
    }

    /// <summary>Items that do nothing.</summary>
    public void Queue(int count, bool preferLocal = false, WorkLane lane = WorkLane.Normal, bool silent = false)
    {
        for (int i = 0; i < count; i++) Enqueue(static () => { }, preferLocal, lane, silent);
    }

    /// <summary>Silent items are published with the next that is not: so that one worker claims several.</summary>
    public void Enqueue(Action body, bool preferLocal = false, WorkLane lane = WorkLane.Normal, bool silent = false, bool counted = true)
    {
        var item = new WorkItem((Action)Run, ItemKind.Plain);
        bool outside = !Crew.IsWorkerThread;
        _pending++;
        if (outside) _sent++;
        if (silent) Crew.Lanes.Enqueue(item, lane);
        else _intake.Enqueue(item, preferLocal, lane);
        if (outside) Volatile.Write(ref _arrived, _sent);

        void Run()
        {
            if (counted) _begun++;
            body();
            if (counted) _ended++;
            _pending--;
            if (IsQuiet) _quiets++;
            End();
        }
    }

    public void WaitForAllOthers() => Explorer.Sleep(() => AllBegan);

    public void Wake() => _monitorSleeps = false;

    public void WakeAnyway() => Wake();

    public void Nudge()
    {
    }

    public void OnBlocked(Worker worker, BlockedBy how)
    {
    }

    public void OnUnblocked(Worker worker)
    {
    }

    public bool TryLeave(Worker worker) => false;

    public void OnThreadStart()
    {
    }

    /// <summary>One thread for each slot; the last is for a worker that is added, or the reserve.</summary>
    private static void Live(int slot)
    {
        ThreadInlets.BeginThread();
        Explorer.Sleep(() => Program.Started.ContainsKey(slot) || Program.IsOver);
        if (Program.Started.TryGetValue(slot, out Action? run)) run();
    }

    private bool IsQuiet => _pending <= _sent - _arrived;

    /// <summary>A drain would end here: then there was a moment, since it began to look, when all was quiet.</summary>
    private void SeeDrain()
    {
        int quiets = IsQuiet ? -1 : _quiets;
        if (!Crew.IsQuiet) return;
        _quiets.ShouldNotBe(quiets);
        Action? behind = Behind;
        Behind = null;
        behind?.Invoke();
    }

    private void Drain()
    {
        ThreadInlets.BeginThread();
        for (int looks = 0; looks < 20 && !Program.IsOver; looks++) SeeDrain();
    }

    private void End()
    {
        if (!IsOver) return;
        Crew.Close();
        Program.IsOver = true;
    }

    /// <summary>As PoolMonitor.Run, without the waiting between two looks.</summary>
    private void WatchOver()
    {
        ThreadInlets.BeginThread();
        bool added = false;
        while (!Program.IsOver)
        {
            _now += 100;
            if (added) Crew.RetireWorker();
            added = _changesDuty && !added && _now < 2000 && Crew.TryAddWorker(WorkerAddReason.Blocked);
            int stuck = 0;
            foreach (Worker worker in Crew.Workers)
            {
                long items = worker.ItemsStarted;
                bool running = worker.State == WorkerState.Running;
                bool isStuck = running && items == _seen[worker.Index];
                if (running) worker.Items.GiveUpOvertaken(isStuck, _now);
                if (isStuck && !worker.IsReserve) stuck++;
                _seen[worker.Index] = running ? items : -1;
            }
            bool waits = Crew.HasWork;
            if (waits) Crew.Sleep.NoticeLeftWork();
            if (_compensates) Compensate(stuck, waits);
            Crew.CallReserveIfHighWaits();
            Crew.Lanes.GiveTurnToOvertaken();
            Crew.Lanes.LowTurns.Watch(_now, Crew.ItemsRun);
            if (waits || Crew.KeepsItem) continue;
            _monitorSleeps = true;
            if (Crew.Sleep.TryMonitorSleep()) Explorer.Sleep(() => !_monitorSleeps || Program.IsOver);
        }
    }

    private void Compensate(int stuck, bool waits)
    {
        if (waits && stuck >= Crew.Processors + _added)
        {
            if (Crew.TryAddWorker(WorkerAddReason.Blocked)) _added++;
        }
        else if (_added > 0 && stuck < _added)
        {
            _added--;
            Crew.RetireWorker();
        }
    }
}
