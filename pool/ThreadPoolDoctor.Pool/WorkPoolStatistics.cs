namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A snapshot of a pool. The numbers are read one after the other while the pool runs, so they need not add up
/// exactly.
/// </summary>
public readonly record struct WorkPoolStatistics
{
    /// <summary>Worker threads alive, blocked and idle ones included.</summary>
    public int Workers { get; init; }

    /// <summary>Workers that sleep because there is nothing to do.</summary>
    public int IdleWorkers { get; init; }

    /// <summary>Workers known to be blocked inside a work item.</summary>
    public int BlockedWorkers { get; init; }

    /// <summary>Items that wait in all queues of the pool.</summary>
    public long QueueLength { get; init; }

    /// <summary>Items that have run to their end, with or without an exception, since the pool was made.</summary>
    public long CompletedItems { get; init; }

    /// <summary>
    /// How often the watchdog found work waiting while every worker slept, and woke one. Anything but 0 is a defect of
    /// the pool: please report it.
    /// </summary>
    public long WatchdogRescues { get; init; }

    // What the pool did for workloads that block, run long, wait and time out.

    /// <summary>Workers added so far since others were blocked.</summary>
    public long AddedForBlocked { get; init; }

    /// <summary>Workers added so far since long items held all others.</summary>
    public long AddedForLongItems { get; init; }

    /// <summary>
    /// How often a worker was wanted and not added: at the maximum, memory short, or no thread to be had.
    /// </summary>
    public long RefusedWorkers { get; init; }

    /// <summary>Threads that the system refused to start. The pool goes on with those it has and tries again.</summary>
    public long FailedThreadStarts { get; init; }

    /// <summary>
    /// Blocked workers, if all workers have been blocked for three seconds and no item has begun or ended: perhaps they
    /// wait for each other. 0 while anything moves.
    /// </summary>
    public int StuckWorkers { get; init; }

    /// <summary>Timers and time-outs that are armed.</summary>
    public int ArmedTimers { get; init; }

    /// <summary>Timer callbacks that have started.</summary>
    public long FiredTimers { get; init; }

    /// <summary>Timer callbacks that started at least 50 milliseconds late.</summary>
    public long LateTimers { get; init; }

    /// <summary>Ticks of periodic timers left out since the callback of the one before still waited.</summary>
    public long MissedTimerTicks { get; init; }

    /// <summary>How late a timer callback started at worst.</summary>
    public TimeSpan WorstTimerLateness { get; init; }

    /// <summary>Registered waits that can still fire.</summary>
    public int RegisteredWaits { get; init; }

    /// <summary>Threads of the process that wait for handles made elsewhere, for all pools together.</summary>
    public int WaitThreads { get; init; }
}
