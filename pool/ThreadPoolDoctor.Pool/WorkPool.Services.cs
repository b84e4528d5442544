namespace ThreadPoolDoctor.Pool;

/// <content>The statistics of blocking, timers and waits, and what those services need from the pool.</content>
public sealed partial class WorkPool
{
    /// <summary>For tests: called before a thread is started; throws OutOfMemoryException as the system would.</summary>
    internal Action? StartFault { get; set; }

    /// <summary>Queues for a timer or a wait, which must not fail: false if the pool has been disposed.</summary>
    internal bool TryPostFromService(IThreadPoolWorkItem item, WorkLane lane)
    {
        try
        {
            return UnsafeQueue(item, preferLocal: false, lane);
        }
        catch (ObjectDisposedException)
        {
            return false;
        }
    }

    internal void ReportTimerLate(long milliseconds)
    {
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.TimerLate(Name, milliseconds);
    }

    private WorkPoolStatistics WithServices(WorkPoolStatistics statistics) => statistics with
    {
        BlockedWorkers = CountBlocked(),
        AddedForBlocked = Monitor.AddedForBlocked,
        AddedForLongItems = Monitor.AddedForLong,
        RefusedWorkers = Monitor.Refused,
        FailedThreadStarts = Interlocked.Read(ref _failedStarts),
        StuckWorkers = Monitor.Stuck,
        ArmedTimers = _timers?.Armed ?? 0,
        FiredTimers = _timers?.Fired ?? 0,
        LateTimers = _timers?.Late ?? 0,
        MissedTimerTicks = _timers?.Missed ?? 0,
        WorstTimerLateness = TimeSpan.FromMilliseconds(_timers?.WorstLateness ?? 0),
        RegisteredWaits = _waits?.Registered ?? 0,
        WaitThreads = HandleWatchers.Threads,
    };

    /// <summary>Those known to be blocked, and those that sleep inside an item just now while the monitor has no reason to look.</summary>
    private int CountBlocked()
    {
        int blocked = 0;
        foreach (Worker worker in Workers)
        {
            if (worker.State != WorkerState.Running) continue;
            if (worker.BlockedBy != BlockedBy.None || PoolMonitor.Sleeps(worker)) blocked++;
        }
        return blocked;
    }
}
