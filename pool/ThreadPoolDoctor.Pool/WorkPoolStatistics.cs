namespace ThreadPoolDoctor.Pool;

/// <summary>A snapshot of a pool. The numbers are read one after the other while the pool runs, so they need not add up exactly.</summary>
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
}
