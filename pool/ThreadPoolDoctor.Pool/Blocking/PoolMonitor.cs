using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Finds the workers that do not move: its thread looks at them every millisecond while work waits, less often while
/// all goes well, hardly ever while blocked workers have to be watched but nothing waits, and not at all otherwise.
/// Blocking.md beside this file tells the whole protocol.
/// </summary>
internal sealed class PoolMonitor : IWorkerWatch
{
    // Milliseconds between two looks. While work waits the longest is short: an item that its worker does not come to
    // waits for two looks.
    private const int ShortestPeriod = 1, LongestPeriodWhileWorkWaits = 4;
    private const int RelaxedPeriod = 10, LongestPeriodWhileGivingBack = 100, LongestRelaxedPeriod = 500;

    // After a look that failed, and after the monitor's thread could not be started: then perhaps no worker's could,
    // and work stands until one can.
    private const int LookAgainAfter = 50, StartAgainAfter = 5;

    private const string ThreadName = "TPD Monitor";

    private readonly Crew _crew;
    private readonly bool _detects;
    private readonly WorkerScan _scan;
    private readonly LongItemHelp _longItems;
    private readonly StuckWatch _stuck;

    private readonly Parker _parker = new(Parker.Gone);

    // Made when the monitor's thread could not be started. Any thread; a second one made in a race does no harm.
    private Timer? _retry;

    // 1 while the thread sleeps, or is about to, with nothing to watch. Set by the monitor before it looks a last time
    // whether a worker is blocked; read by OnBlocked after the worker was counted. Pairs with that: one sees the other.
    private int _deep = 1;

    // Belong to the monitor's thread.
    private int _period = ShortestPeriod;
    private bool _restless = true;

    internal PoolMonitor(Crew crew, bool detects)
    {
        (_crew, _detects) = (crew, detects);
        var durations = new ItemDurations();
        Compensation = new Compensation(crew, Memory);
        _scan = new WorkerScan(crew, durations, detects);
        _longItems = new LongItemHelp(crew, Compensation, Memory, durations);
        _stuck = new StuckWatch(crew);
    }

    internal MemoryGate Memory { get; } = new();

    internal Compensation Compensation { get; }

    /// <summary>Workers added so far since long items held all others.</summary>
    internal long AddedForLongItems => _longItems.AddedEver;

    /// <summary>Blocked workers, if all have been for long; else 0.</summary>
    internal int Stuck => _stuck.Stuck;

    private bool IsWatching => Compensation.Allowance != 0 || Compensation.Blocked != 0 || _longItems.Added != 0;

    public void Wake()
    {
        if (_parker.Unpark() == Parker.Gone) StartThread();
    }

    public void WakeAnyway()
    {
        _crew.Sleep.MonitorWakes();
        Wake();
    }

    public void Nudge() => _parker.Nudge();

    public void OnBlocked(Worker worker, BlockedBy how)
    {
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.WorkerBlocked(_crew.Name, worker.Index, how.ToString());
        // What the worker has it will not come to soon, and perhaps it waits for just that.
        worker.Items.LoseCredit();
        if (worker.Items.GiveUp()) _crew.Sleep.NoticeLeftWork();
        Compensation.OnBlocked();
        if (Volatile.Read(ref _deep) != 0) WakeAnyway();
    }

    public void OnUnblocked(Worker worker)
    {
        Compensation.OnUnblocked();
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.WorkerUnblocked(_crew.Name, worker.Index);
    }

    public bool TryLeave(Worker worker) => Compensation.TryLeave(worker);

    public void OnThreadStart()
    {
        Compensation.HelpToStart();
        _longItems.HelpToStart();
    }

    private void StartThread()
    {
        if (ServiceThread.TryStart(ThreadName, Run, _crew.StartFault)) return;
        // The next item that waits tries again, and if none comes, a timer of .NET's, whose thread there is already.
        _parker.MarkGone();
        _crew.Sleep.TryMonitorSleep();
        _retry ??= new Timer(static monitor => ((PoolMonitor)monitor!).WakeAnyway(), this, Timeout.Infinite, Timeout.Infinite);
        _retry.Change(StartAgainAfter, Timeout.Infinite);
    }

    private void Run()
    {
        Volatile.Write(ref _deep, 0);
        bool goesOn = true;
        while (goesOn)
        {
            try
            {
                goesOn = LookAround();
            }
            catch (Exception e)
            {
                // A custom queue that throws, or memory is short. Without the monitor blocked workers would not be
                // made up for.
                PoolEventSource.Log.ServiceDegraded(ThreadName, e.Message);
                Thread.Sleep(LookAgainAfter);
            }
        }
    }

    /// <summary>One look, and the sleep until the next. False if the thread is to end.</summary>
    private bool LookAround()
    {
        long now = (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds;
        _scan.GiveUpOvertaken(now);
        bool waits = _crew.HasWork;
        // For what has just been given up; for publishers that saw a searcher (Sleep.md); and for a worker whose thread
        // could not be started.
        if (waits) _crew.Sleep.NoticeLeftWork();
        ScanResult found = _scan.Look(waits, Compensation.SeeksPollers, now);
        Compensation.Adjust(found, waits, now);
        if (_detects) _longItems.Adjust(found, waits, now);
        _stuck.Look(found, Compensation.Blocked, now);
        if (!waits && !_crew.KeepsItem) return Relax(found);
        StayAwake(found, now);
        return true;
    }

    /// <summary>Work waits: look again soon, and less often only while items flow and nobody blocks.</summary>
    private void StayAwake(ScanResult found, long now)
    {
        QueueClock.Tick();
        _crew.CallReserveIfHighWaits();
        _crew.Lanes.LowTurns.Watch(now, _crew.ItemsRun);
        _crew.Lanes.GiveTurnToOvertaken();
        _crew.Lanes.GiveTurnToNormal();
        _crew.Watchdog.Check();
        _restless = true;
        bool flows = found.Progress && !found.Changed;
        _period = flows ? Math.Min(_period * 2, LongestPeriodWhileWorkWaits) : ShortestPeriod;
        Thread.Sleep(_period);
    }

    /// <summary>Nothing waits: sleep until something does. False if the thread is to end.</summary>
    private bool Relax(ScanResult found)
    {
        // Asleep at the first quiet look, it would be woken again for each handful of items: whoever keeps one, or
        // finds everybody busy, would pay for that.
        if (_restless)
        {
            _restless = false;
            Thread.Sleep(ShortestPeriod);
            return true;
        }
        // Before the bit is set, so that a waker who sees it finds the thread parked.
        _parker.Prepare();
        if (!_crew.Sleep.TryMonitorSleep()) return true;
        // Those that are to be given back are so in windows, which must not wait for a late look.
        int longest = Compensation.Allowance > Compensation.Blocked ? LongestPeriodWhileGivingBack : LongestRelaxedPeriod;
        _period = found.Changed ? RelaxedPeriod : Math.Clamp(_period * 2, RelaxedPeriod, longest);
        if (!IsWatching)
        {
            Interlocked.Exchange(ref _deep, 1);
            // A worker that blocked before it could see the flag is seen here.
            if (!IsWatching) return SleepDeep();
        }
        Volatile.Write(ref _deep, 0);
        _restless = _parker.Park(_period);
        if (!_restless) _crew.Sleep.MonitorWakes();
        return true;
    }

    private bool SleepDeep()
    {
        long since = Environment.TickCount64;
        while (!_parker.Park(_crew.ParkSlice(since)))
        {
            if (!_crew.IsIdleForLong(since)) continue;
            // The threads it has asked the kernel about have ended, or are as idle as it is.
            _scan.CloseProbes();
            if (_parker.TryLeave()) return false;
        }
        Volatile.Write(ref _deep, 0);
        return _restless = true;
    }
}
