using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Finds the workers that do not move: its thread looks at them every millisecond while work waits, less often while
/// all goes well, hardly ever while blocked workers have to be watched but nothing waits, and not at all otherwise.
/// Blocking.md beside this file tells the whole protocol.
/// </summary>
internal sealed partial class PoolMonitor(WorkPool pool, bool detects)
{
    private const int ShortestPeriod = 1;
    private const int LongestPeriodWhileWorkWaits = 10;
    private const int RelaxedPeriod = 10;
    private const int LongestRelaxedPeriod = 500;

    private const int RetryAfter = 50;

    // Made when the monitor's thread could not be started. Any thread; a second one made in a race does no harm.
    private Timer? _retry;

    private readonly Parker _parker = new(Parker.Gone);

    // 1 while the thread sleeps, or is about to, with nothing to watch. Set by the monitor before it looks a last time
    // whether a worker is blocked; read by Watch after the worker was counted. Pairs with that: one sees the other.
    private int _deep = 1;

    // Belongs to the monitor's thread.
    private int _period = ShortestPeriod;
    private bool _restless = true;

    internal WorkPool Pool { get; } = pool;

    /// <summary>Called by who has cleared the monitor bit: an item waits and every worker is busy.</summary>
    internal void Wake()
    {
        if (_parker.Unpark() == Parker.Gone) StartThread();
    }

    internal void Nudge() => _parker.Nudge();

    /// <summary>There is something to watch now, though nothing waits perhaps.</summary>
    private void Watch()
    {
        if (Volatile.Read(ref _deep) != 0) WakeAnyway();
    }

    /// <summary>A worker's thread could not be started: its slot looks idle, so no publisher would wake the monitor.</summary>
    internal void WakeAnyway()
    {
        Pool.Sleep.MonitorWakes();
        Wake();
    }

    private void StartThread()
    {
        try
        {
            new Thread(Run, 256 * 1024) { IsBackground = true, Name = "TPD Monitor" }.UnsafeStart();
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // The next item that waits tries again, and if none comes, a timer of .NET's, whose thread there is already.
            _parker.MarkGone();
            Pool.Sleep.TryMonitorSleep();
            _retry ??= new Timer(static monitor => ((PoolMonitor)monitor!).WakeAnyway(), this, Timeout.Infinite, Timeout.Infinite);
            _retry.Change(RetryAfter, Timeout.Infinite);
        }
    }

    private void Run()
    {
        Volatile.Write(ref _deep, 0);
        bool goesOn = true;
        while (goesOn)
        {
            bool work = Pool.HasWork;
            if (work) BringWorkers();
            bool waits = work | ReleaseStuckItems();
            long now = (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds;
            Round round = Look(waits, now);
            if (waits) StayAwake(round, now);
            else goesOn = Relax(round);
        }
    }

    /// <summary>
    /// Publishers that saw a searcher or left their items to a quick worker rely on this (Sleep.md), and a worker whose thread
    /// could not be started.
    /// </summary>
    private void BringWorkers()
    {
        Pool.Sleep.EndPace();
        Pool.Sleep.NoticeLeftWork();
    }

    /// <summary>
    /// Items that a worker keeps where thieves do not look go back to the open if the worker is stuck in an item. True
    /// if any are kept: then there is something to watch.
    /// </summary>
    private bool ReleaseStuckItems()
    {
        bool kept = false, stuck = false;
        foreach (Worker worker in Pool.Workers)
        {
            kept |= worker.KeepsItem;
            stuck |= worker.ReleaseKeptIfStuck();
        }
        if (stuck) Pool.Sleep.NoticeLeftWork();
        return kept;
    }

    /// <summary>Work waits: look again soon, and less often only while items flow and nobody blocks.</summary>
    private void StayAwake(Round round, long now)
    {
        Pool.CallReserveIfHighWaits();
        Pool.WatchLowLane(now);
        Pool.Watchdog.Check();
        Pool.Sleep.JudgeFences();
        _restless = true;
        bool flows = round.Progress && !round.Changed;
        _period = flows ? Math.Min(_period * 2, LongestPeriodWhileWorkWaits) : ShortestPeriod;
        Thread.Sleep(_period);
    }

    /// <summary>Nothing waits: sleep until something does. False if the thread is to end.</summary>
    private bool Relax(Round round)
    {
        // Asleep at the first quiet look, it would be woken again for each handful of items: whoever keeps one, or finds
        // everybody busy, would pay for that.
        if (_restless)
        {
            _restless = false;
            Thread.Sleep(ShortestPeriod);
            return true;
        }
        // Before the bit is set, so that a waker who sees it finds the thread parked.
        _parker.Prepare();
        if (!Pool.Sleep.TryMonitorSleep()) return true;
        // Those that are to be given back are so in windows, which must not wait for a late look.
        int longest = Allowance > Blocked ? (int)Window : LongestRelaxedPeriod;
        _period = round.Changed ? RelaxedPeriod : Math.Clamp(_period * 2, RelaxedPeriod, longest);
        if (!IsWatching)
        {
            Interlocked.Exchange(ref _deep, 1);
            // A worker that blocked before it could see the flag is seen here.
            if (!IsWatching) return SleepDeep();
        }
        Volatile.Write(ref _deep, 0);
        _restless = _parker.Park(_period);
        if (!_restless) Pool.Sleep.MonitorWakes();
        return true;
    }

    private bool SleepDeep()
    {
        long since = Environment.TickCount64;
        while (!_parker.Park(Pool.ParkSlice(since)))
        {
            if (Pool.IsIdleForLong(since) && _parker.TryLeave()) return false;
        }
        Volatile.Write(ref _deep, 0);
        return _restless = true;
    }
}
