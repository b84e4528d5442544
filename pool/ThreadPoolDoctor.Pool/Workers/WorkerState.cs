namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What a worker does just now. Written by the worker (and by who starts its thread), read by the monitor.
/// </summary>
internal enum WorkerState
{
    /// <summary>It has no thread.</summary>
    Unstarted,

    /// <summary>It looks for work.</summary>
    Searching,

    /// <summary>It runs work items, one after the other.</summary>
    Running,

    /// <summary>It sleeps because there is nothing to do, in the pool's own wait.</summary>
    Parked,
}

/// <summary>Why a worker was added.</summary>
internal enum WorkerAddReason
{
    /// <summary>There was work and a processor free for it.</summary>
    Work,

    /// <summary>A worker is blocked.</summary>
    Blocked,

    /// <summary>Items run long while others wait.</summary>
    LongItems,

    /// <summary>The place kept for urgent items and timers.</summary>
    Reserved,
}
