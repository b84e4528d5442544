namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A thread that watches the workers while work waits and nobody is free for it. A publisher that finds every worker
/// busy wakes it (SleepState's monitor bit); when nothing has waited for a while it sleeps again, and ends with the
/// idle timeout.
/// </summary>
internal sealed partial class PoolMonitor(WorkPool pool)
{
    /// <summary>Ticks without waiting work after which it sleeps.</summary>
    private const int QuietTicks = 10;

    private const int TickMilliseconds = 1;
    private const int SlowTickMilliseconds = 10;

    private readonly Parker _parker = new(Parker.Gone);

    internal WorkPool Pool { get; } = pool;

    /// <summary>Called by who has cleared the monitor bit.</summary>
    internal void Wake()
    {
        if (_parker.Unpark() == Parker.Gone)
        {
            StartThread();
        }
    }

    internal void Nudge() => _parker.Nudge();

    private void StartThread()
    {
        try
        {
            new Thread(Run, 256 * 1024) { IsBackground = true, Name = "TPD Monitor" }.UnsafeStart();
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // The next publisher tries again.
            _parker.MarkGone();
            Pool.Sleep.TryMonitorSleep();
        }
    }

    private void Run()
    {
        do
        {
            WatchWhileBusy();
        }
        while (SleepUntilWoken());
    }

    private void WatchWhileBusy()
    {
        int quiet = 0;
        while (quiet < QuietTicks)
        {
            Thread.Sleep(quiet == 0 ? TickMilliseconds : SlowTickMilliseconds);
            bool waiting = Pool.HasWork | UncoverStuckItems();
            quiet = waiting ? 0 : quiet + 1;
            if (waiting)
            {
                Watch();
                Pool.Watchdog.Check();
            }
        }
    }

    /// <summary>True if an item is covered: then there is something to watch.</summary>
    private bool UncoverStuckItems()
    {
        bool covered = false, stuck = false;
        foreach (Worker worker in Pool.Workers)
        {
            covered |= worker.HasCovered;
            stuck |= worker.UncoverIfStuck();
        }
        if (stuck)
        {
            Pool.Sleep.NoticeLeftWork();
        }
        return covered;
    }

    /// <summary>One look at the workers while work waits: who is blocked, who makes no progress, who has returned.</summary>
    partial void Watch();

    /// <summary>False if the thread is to end.</summary>
    private bool SleepUntilWoken()
    {
        // Before the bit is set, so that a waker that sees it finds us parked.
        _parker.Prepare();
        if (!Pool.Sleep.TryMonitorSleep())
        {
            return true;
        }
        long since = Environment.TickCount64;
        while (!_parker.Park(Pool.ParkSlice(since)))
        {
            if (Pool.IsIdleForLong(since) && _parker.TryLeave())
            {
                return false;
            }
        }
        return true;
    }
}
