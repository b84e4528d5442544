namespace ThreadPoolDoctor.Pool;

/// <content>What can be known of the pool from outside.</content>
public sealed partial class WorkPool
{
    /// <summary>
    /// For tests: called before a thread is started; throws OutOfMemoryException as the system would.
    /// </summary>
    internal Action? StartFault { get => _crew.StartFault; set => _crew.StartFault = value; }

    /// <summary>The numbers of this moment; costs a walk over the workers.</summary>
    public WorkPoolStatistics GetStatistics()
    {
        int idle = 0, blocked = 0;
        foreach (Worker worker in _crew.Workers)
        {
            WorkerState state = worker.State;
            if (state == WorkerState.Parked) idle++;
            // Also those that sleep inside an item just now while the monitor has no reason to look.
            else if (state == WorkerState.Running && (worker.BlockedBy != BlockedBy.None || WorkerScan.Sleeps(worker))) blocked++;
        }
        return new WorkPoolStatistics
        {
            Workers = _crew.Threads,
            IdleWorkers = idle,
            BlockedWorkers = blocked,
            QueueLength = _crew.Waiting,
            CompletedItems = _crew.ItemsRun,
            WatchdogRescues = _crew.Watchdog.Rescues,
            AddedForBlocked = Monitor.Compensation.Added,
            AddedForLongItems = Monitor.AddedForLongItems,
            RefusedWorkers = Monitor.Compensation.Refused,
            FailedThreadStarts = _crew.FailedStarts,
            StuckWorkers = Monitor.Stuck,
            ArmedTimers = _timers?.Armed ?? 0,
            FiredTimers = _timers?.Fired ?? 0,
            LateTimers = _timers?.Late ?? 0,
            MissedTimerTicks = _timers?.Missed ?? 0,
            WorstTimerLateness = TimeSpan.FromMilliseconds(_timers?.WorstLateness ?? 0),
            RegisteredWaits = _waits?.Registered ?? 0,
            WaitThreads = (_waits?.Watchers ?? HandleWatchers.Shared).Threads,
        };
    }
}
