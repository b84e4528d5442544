using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A worker slot: its queues and its place in the pool. Its thread comes and goes, its index stays. What the thread
/// does is in Worker.Loop.cs, how it finds work in Worker.Search.cs, how it cleans up in Worker.Hygiene.cs.
/// </summary>
internal sealed partial class Worker : Sleeper
{
    [ThreadStatic]
    private static Worker? t_current;

    private readonly Parker _parker = new(Parker.Gone);

    // Written by the worker's own thread (and by who starts it, before the thread runs); read by the monitor.
    private volatile WorkerState _state;

    // Written by the worker only, a plain store per item: nothing is shared between workers on the item path. Read by
    // anyone with Volatile; the monitor compares two readings to see progress.
    private long _itemsCompleted;

    // Items that this worker pushed to its own queue or kept (as _itemsCompleted), and those of them that left it for
    // another (Interlocked by anyone).
    private long _localPushes;
    private long _moved;

    internal Worker(WorkPool pool, int index)
    {
        Pool = pool;
        Index = index;
        _random = (uint)index * 0x9E3779B9 + 1;
    }

    /// <summary>The worker whose thread this is, of whatever pool; null on other threads.</summary>
    internal static Worker? Current => t_current;

    internal WorkPool Pool { get; }

    internal override int Index { get; }

    /// <summary>The thread; null if it has none. Written by who starts it and by itself at its end.</summary>
    internal Thread? Thread { get; private set; }

    /// <summary>Items only this worker pushes to, and anyone steals from.</summary>
    internal LocalQueue Local { get; } = new();

    /// <summary>Items claimed from the shared queue, run next by this worker unless someone steals them.</summary>
    internal ClaimedRange Range { get; } = new();

    internal WorkerState State => _state;

    /// <summary>Items ended, with or without an exception.</summary>
    internal long ItemsCompleted => Volatile.Read(ref _itemsCompleted);

    /// <summary>Items begun: one more than ended while it is inside one.</summary>
    internal long ItemsStarted => ItemsCompleted + (_state == WorkerState.Running ? 1 : 0);

    internal long LocalPushes => Volatile.Read(ref _localPushes);

    internal long Moved => Volatile.Read(ref _moved);

    /// <summary>Items that wait here, whoever may take them.</summary>
    internal long Waiting => Range.Count + Local.Count + (KeepsItem ? 1 : 0);

    /// <summary>Whether a thief would find something.</summary>
    internal bool HasItems => !Range.IsEmpty || !Local.IsEmpty;

    /// <summary>Adds to the worker's own queue; when that is full, its older half moves to the shared queue. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void PushLocal(WorkItem item)
    {
        _localPushes++;
        if (!Local.TryPush(item))
        {
            PushFull(item);
        }
    }

    /// <summary>Called by who popped it from the idle stack or from the spares, and counted it as searching.</summary>
    internal override void Wake()
    {
        if (_parker.Unpark() == Parker.Gone)
        {
            StartThread();
        }
    }

    internal void Nudge() => _parker.Nudge();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PushFull(WorkItem item)
    {
        for (int i = 0; i < LocalQueue.Capacity / 2 && Local.TrySteal(out WorkItem old); i++)
        {
            Pool.EnqueueShared(old, WorkLane.Normal);
            // After the item is counted as queued there, so that a drain never sees fewer queued than done.
            Interlocked.Increment(ref _moved);
        }
        if (!Local.TryPush(item))
        {
            throw new InvalidOperationException("The local queue is full after half of it was moved.");
        }
    }

    private void StartThread()
    {
        _state = WorkerState.Searching;
        try
        {
            Thread = new Thread(static worker => ((Worker)worker!).Main()) { IsBackground = true, Name = ThreadName };
            Pool.WorkerStarts();
            Pool.StartFault?.Invoke();
            Thread.UnsafeStart(this);
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            Thread = null;
            _state = WorkerState.Unstarted;
            _parker.MarkGone();
            Pool.WorkerCouldNotStart(this);
        }
    }
}
