namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Workers added for blocked ones: one for each, as long as that helps. Added at once, given back slowly: an item that
/// blocks is often followed by others that do.
/// </summary>
internal sealed class Compensation(Crew crew, MemoryGate memory)
{
    // Given back after this time without need: a quarter at a time, so that a pool of a hundred is small in a second.
    private const long Window = 100;

    // Beyond this many, and what a minimum asks for, a 64th of them in so many milliseconds: 400 in a third of a
    // second, 1,000 in a whole one.
    private const int FastAtMost = 256, SlowShare = 64;
    private const long SlowStep = 10;

    // So many that block are no handful before one quick lock, whose holder has no processor just now.
    private const int ManyBlocked = 16;

    // Looks in a row that tell that those to come will block as well.
    private const int LooksToTell = 3;

    // As many are added without a proof that it helps, and without a look by the one that says that it blocks. Any
    // thread.
    private int _unproven = LeastUnproven(crew);

    // The monitor's alone.
    private readonly GrowthGuard _guard = new();
    private readonly ProcessorTime _time = new(crew.Processors);

    private readonly PollersLeave _pollers = new(crew);

    // Workers marked blocked. Changed with Interlocked by workers and the monitor.
    private int _blocked;

    // Workers added for blocked ones and not given back. Changed with compare-exchange by workers and the monitor.
    private int _allowance;

    // As many added ones are wanted, as the last look says; 0 for no more. Written by the monitor, read by new workers.
    private int _wanted;

    // The most blocked at once in this window. Raised by whoever marks, reset by the monitor.
    private int _peak;

    // The monitor's alone: looks in a row that found every worker blocked while work waited, and that found all added
    // ones blocked, whatever the others did; times in milliseconds.
    private int _allBlockedLooks, _usedUpLooks;

    // The monitor's alone: what a minimum asks for is wanted, since those to come will block, until nothing waits.
    private bool _minimumIsWanted;
    private long _windowEnds, _slowAt;

    // For statistics.
    private long _added, _refused;

    /// <summary>
    /// How many workers may be added without a proof that it helps: a program's minimum asks for them.
    /// </summary>
    internal int Unproven
    {
        get => Volatile.Read(ref _unproven);
        set => Volatile.Write(ref _unproven, Math.Max(value, LeastUnproven(crew)));
    }

    internal int Blocked => Volatile.Read(ref _blocked);

    /// <summary>Workers on duty beyond one per processor, since others block or did a moment ago.</summary>
    internal int Allowance => Volatile.Read(ref _allowance);

    /// <summary>Whether the monitor should look for items that poll.</summary>
    internal bool SeeksPollers => _pollers.AddsNobody || PollingTrial.IsCrowd(Allowance, Unproven);

    internal long Added => Interlocked.Read(ref _added);

    /// <summary>How often a worker was wanted and not added: the cap, memory, or the system had no thread.</summary>
    internal long Refused => Interlocked.Read(ref _refused);

    /// <summary>On the worker, or on the monitor's thread: the worker does not move, so another may.</summary>
    internal void OnBlocked()
    {
        int blocked = Interlocked.Increment(ref _blocked);
        RaisePeak(blocked);
        // With an idle worker at hand nobody is needed yet. Many that block are the monitor's business: a lock for
        // which everybody waits for a moment is no reason to add anybody.
        if (blocked <= Unproven && !crew.Sleep.State.AnyIdle) RaiseAllowance(blocked);
    }

    internal void OnUnblocked() => Interlocked.Decrement(ref _blocked);

    /// <summary>
    /// On a new worker's thread, before its first item: it starts another one, if more are wanted. To start a thread
    /// means to wait until it runs, which beside other programs takes a turn of the scheduler: four hundred, one after
    /// the other, took the monitor twice as long as ThreadPool's workers, which do the same.
    /// </summary>
    internal void HelpToStart()
    {
        int wanted = Volatile.Read(ref _wanted);
        if (Allowance < wanted) TryRaiseAllowance(wanted);
    }

    /// <summary>
    /// On a worker that has ended an item which was seen to poll: true if it is to leave duty, and is counted off.
    /// </summary>
    internal bool TryLeave(Worker worker) => _pollers.TryLeave(worker, TryTakeBackOne);

    /// <summary>The monitor's look, while work waits and while it does not.</summary>
    internal void Adjust(ScanResult found, bool waits, long now)
    {
        int blocked = Blocked;
        Volatile.Write(ref _wanted, 0);
        if (TryWithFewer(found, waits, now)) return;
        _usedUpLooks = waits && blocked > 0 && blocked >= Allowance ? _usedUpLooks + 1 : 0;
        _allBlockedLooks = waits && found.Running == 0 && blocked > 0 ? _allBlockedLooks + 1 : 0;
        if (!waits)
        {
            _minimumIsWanted = false;
            GiveBack(_guard.Reset(Allowance, new GrowthGuard.Ends(found.Ended, found.BlockedEnded), now), now);
            return;
        }
        _time.Look(found.Awake, now);
        var ends = new GrowthGuard.Ends(
            found.Ended, found.BlockedEnded, _time.Wanted, _time.Had, Monitor.LockContentionCount);
        if (_allBlockedLooks > 0) _guard.Recall(now);
        int limit = _guard.Limit(Allowance, Allowance + crew.Processors, Unproven, crew.Waiting, ends, now);
        int offCpu = crew.Sleep.State.AnyIdle ? 0 : found.OffCpu;
        int wanted = Math.Min(blocked + Math.Max(Foresight(blocked), offCpu + Lacking(_time.Lacks, blocked, found.Awake)), limit);
        wanted = Slowed(wanted, now);
        // Short waits are found at some looks and not at others: what was wanted at one is kept for the whole window.
        RaisePeak(wanted);
        Volatile.Write(ref _wanted, wanted);
        RaiseAllowance(wanted);
        GiveBack(limit, now);
    }

    /// <summary>
    /// True while it is tried whether fewer workers do as well: nobody is added or given back meanwhile.
    /// </summary>
    private bool TryWithFewer(ScanResult found, bool waits, long now)
    {
        var seen = new PollingTrial.Seen(
            now, waits, found.Ended, found.BlockedEnded, Allowance, Unproven, found.Pollers, found.PollPeriod);
        if (_pollers.Look(seen) is { } granted)
        {
            _guard.Forget();
            _guard.Reset(granted, default, now);
        }
        return _pollers.AddsNobody;
    }

    /// <summary>False if none is added any more.</summary>
    private bool TryTakeBackOne()
    {
        int allowance = Allowance;
        while (allowance > 0)
        {
            int seen = Interlocked.CompareExchange(ref _allowance, allowance - 1, allowance);
            if (seen == allowance) return true;
            allowance = seen;
        }
        return false;
    }

    internal void CountRefused()
    {
        Interlocked.Increment(ref _refused);
        if (!PoolEventSource.Log.IsEnabled()) return;
        PoolEventSource.Log.WorkerRefused(crew.Name, memory.IsOpen ? "Maximum" : "Memory");
    }

    /// <summary>
    /// When look after look finds that those just added are blocked too, the ones to come will be as well: a quarter
    /// more each time, where nobody runs, and at once what a minimum asks for, or what helped before a pause. Never
    /// more than there are items.
    /// </summary>
    private int Foresight(int blocked)
    {
        int more = _allBlockedLooks < LooksToTell ? 0 : Math.Max(1, blocked / 4);
        _minimumIsWanted |= Unproven > LeastUnproven(crew) && (_allBlockedLooks > 0 || _usedUpLooks >= LooksToTell);
        // Of the added ones some have begun an item since, and may have blocked.
        int atOnce = Math.Max(_minimumIsWanted ? Unproven : 0, _guard.Recalled);
        long asked = Math.Min(atOnce, Allowance + crew.Waiting) - blocked;
        return (int)Math.Max(asked, Math.Min(more, crew.Waiting));
    }

    /// <summary>
    /// Where most workers block and other programs have the processors, those that lack one are made up for as well.
    /// The system gives each thread its share, so a pool with fewer of them has less than it would use: requests that
    /// wait 20 ms, beside six programs that compute, had a tenth of the rate that a thread for each gave them.
    /// </summary>
    internal static int Lacking(bool lacks, int blocked, int awake) =>
        lacks && blocked >= Math.Max(ManyBlocked, awake) ? awake : 0;

    /// <summary>As many as no minimum asks for.</summary>
    private static int LeastUnproven(Crew crew) => Math.Max(2, crew.Processors);

    private int Slowed(int wanted, long now)
    {
        int most = Math.Max(Math.Max(FastAtMost, Unproven), Allowance);
        if (wanted <= most || now - _slowAt < SlowStep) return Math.Min(wanted, most);
        _slowAt = now;
        return Math.Min(wanted, most + most / SlowShare);
    }

    private void RaisePeak(int blocked)
    {
        if (blocked > Volatile.Read(ref _peak)) Volatile.Write(ref _peak, blocked);
    }

    private void RaiseAllowance(int wanted)
    {
        while (Allowance < wanted && TryRaiseAllowance(wanted))
        {
        }
    }

    /// <summary>One more, if there are fewer than wanted. False at the cap: the next look tries again.</summary>
    private bool TryRaiseAllowance(int wanted)
    {
        int allowance;
        do
        {
            allowance = Allowance;
            if (allowance >= wanted) return true;
        }
        while (Interlocked.CompareExchange(ref _allowance, allowance + 1, allowance) != allowance);
        if (memory.TryPass() && crew.TryAddWorker(WorkerAddReason.Blocked))
        {
            Interlocked.Increment(ref _added);
            return true;
        }
        Interlocked.Decrement(ref _allowance);
        CountRefused();
        return false;
    }

    /// <summary>What is beyond the limit at once, since it did no good; the rest slowly.</summary>
    private void GiveBack(int limit, long now)
    {
        int allowance = Allowance;
        int retire = allowance - limit;
        if (now >= _windowEnds)
        {
            _windowEnds = now + Window;
            retire = Math.Max(retire, (allowance - Volatile.Read(ref _peak) + 3) / 4);
            Volatile.Write(ref _peak, Blocked);
        }
        for (; retire > 0; retire--)
        {
            Interlocked.Decrement(ref _allowance);
            crew.RetireWorker();
        }
    }
}
