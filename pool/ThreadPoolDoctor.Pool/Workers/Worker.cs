namespace ThreadPoolDoctor.Pool;

/// <summary>What a worker does just now. Written by the worker, read by the monitor.</summary>
internal enum WorkerState
{
    /// <summary>It has no thread.</summary>
    Unstarted,

    /// <summary>It looks for work.</summary>
    Searching,

    /// <summary>It is inside a work item.</summary>
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

/// <summary>A worker slot: its thread comes and goes, its index stays.</summary>
internal sealed partial class Worker(WorkPool pool, int index)
{
    [ThreadStatic]
    private static Worker? t_current;

    internal static Worker? Current => t_current;

    internal WorkPool Pool { get; } = pool;

    internal int Index { get; } = index;

    internal Thread? Thread { get; private set; }

    // Written by the worker only; read by anyone with Volatile.
    internal volatile WorkerState State;

    // Written by the worker only, a plain store per item; the monitor compares two readings to see progress.
    internal long ItemsStarted;

    internal void Start()
    {
        State = WorkerState.Searching;
        Thread = new Thread(Loop) { IsBackground = true, Name = "TPD Worker" };
        Thread.UnsafeStart();
    }

    /// <summary>Makes the thread as new between two items.</summary>
    internal void Reset()
    {
        SynchronizationContext.SetSynchronizationContext(Pool.SynchronizationContext);
    }

    private void Loop()
    {
        t_current = this;
        OnThreadStart();
        WorkPool.RememberDefaultContext();
        Reset();
        Pool.WorkerLoop(this);
        OnThreadEnd();
    }
}
