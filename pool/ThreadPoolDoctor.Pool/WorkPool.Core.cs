using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// What the parts of a pool share: the lanes, the workers, and the way of an item into them.
public sealed partial class WorkPool : IWorkSource
{
    /// <summary>Bits of <see cref="_attention"/>.</summary>
    private const int HighWaits = 1, Surplus = 2, LowStarves = 4;

    // By 1 - lane: High, Normal, Low. Set once.
    private readonly IWorkQueue[] _lanes = new IWorkQueue[3];

    // The Normal lane if it is the default queue. Set once.
    private readonly BlockWorkQueue? _blocks;

    private readonly WorkPoolScheduler _scheduler;
    private readonly TaskFactory _factory;

    // Worker slots. The array never changes; entries are added in order, under _growth, and stay.
    private readonly Worker[] _workers;

    // Written under _growth after the entry; read by anyone with acquire.
    private int _workerCount;

    // What workers must look at between two items; 0 almost always. Changed by Interlocked by anyone.
    private int _attention;

    // Items that came through a custom queue; the default queue counts its own. Interlocked by anyone.
    private long _customEnqueued;

    private WorkPool(WorkPoolOptions options, bool isShared)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        Options = options.Clone();
        _isShared = isShared;
        Name = options.Name ?? $"WorkPool {Interlocked.Increment(ref s_count)}";
        Processors = Math.Min(options.Processors, options.ResolvedMaximum);
        for (int i = 0; i < _lanes.Length; i++)
        {
            _lanes[i] = options.QueueFactory is { } make
                ? make((WorkLane)(1 - i)) ?? throw new ArgumentException("The queue factory has returned null.", nameof(options))
                : new BlockWorkQueue();
        }
        _blocks = options.QueueFactory is null ? (BlockWorkQueue)_lanes[1] : null;
        SpinRounds = SpinPolicy.Rounds(Processors, SpinPolicy.Quota());
        SearchLimit = SpinPolicy.Searchers(Processors);
        Scheduler = _scheduler = new WorkPoolScheduler(this);
        _factory = new TaskFactory(CancellationToken.None, TaskCreationOptions.DenyChildAttach, TaskContinuationOptions.None, Scheduler);
        var context = new WorkPoolSynchronizationContext(this);
        SynchronizationContext = options.BlockingDetection ? context.NotifyOfWaits() : context;
        Monitor = new PoolMonitor(this, options.BlockingDetection);
        Watchdog = new Watchdog(this);
        Sleep = new Sleep(this);
        // The shared pool's maximum can be raised later, through ThreadPool's surface.
        _workers = new Worker[isShared ? WorkPoolOptions.WorkerLimit : options.ResolvedMaximum];
        AddFirstWorkers();
        Sleep.TryMonitorSleep();
        Telemetry.Add(this);
    }

    internal WorkPoolOptions Options { get; }

    internal Sleep Sleep { get; }

    internal PoolMonitor Monitor { get; }

    internal Watchdog Watchdog { get; }

    internal BlockWorkQueue? NormalBlocks => _blocks;

    internal int SpinRounds { get; }

    internal int SearchLimit { get; }

    /// <summary>Every worker slot there ever was; entries are never removed, so an index stays valid.</summary>
    internal ReadOnlySpan<Worker> Workers => _workers.AsSpan(0, Volatile.Read(ref _workerCount));

    internal bool NeedsAttention => Volatile.Read(ref _attention) != 0;

    /// <summary>Whether an item waits that any worker could take, in whatever queue; but one that a worker keeps.</summary>
    internal bool HasWork
    {
        get
        {
            foreach (IWorkQueue lane in _lanes)
            {
                if (!lane.IsEmpty)
                {
                    return true;
                }
            }
            foreach (Worker worker in Workers)
            {
                if (worker.HasItems)
                {
                    return true;
                }
            }
            return false;
        }
    }

    bool IWorkSource.HasWork => HasWork;

    /// <summary>Items in a worker's own queue count as many: each may bring forth a tree of others. So do those in other lanes.</summary>
    bool IWorkSource.HasMoreWorkThan(int items)
    {
        if (_blocks is null || !Lane(WorkLane.High).IsEmpty || !Lane(WorkLane.Low).IsEmpty)
        {
            return HasWork;
        }
        long count = _blocks.Count;
        foreach (Worker worker in Workers)
        {
            if (!worker.Local.IsEmpty)
            {
                return true;
            }
            count += worker.Range.Count;
        }
        return count > items;
    }

    bool IWorkSource.KeepsItem
    {
        get
        {
            foreach (Worker worker in Workers)
            {
                if (worker.KeepsItem)
                {
                    return true;
                }
            }
            return false;
        }
    }

    /// <summary>Items that have run until now; a walk over the workers.</summary>
    private long ItemsRun
    {
        get
        {
            long run = 0;
            foreach (Worker worker in Workers)
            {
                run += worker.ItemsCompleted;
            }
            return run;
        }
    }

    long IWorkSource.ItemsRun => ItemsRun;

    bool IWorkSource.IsCrowded => IsCrowded;

    /// <summary>Whether a look at all workers costs more than it finds.</summary>
    internal bool IsCrowded => Volatile.Read(ref _workerCount) > 2 * Processors;

    Sleeper IWorkSource.Sleeper(int index) => _workers[index];

    void IWorkSource.WakeMonitor() => Monitor.Wake();

    internal IWorkQueue Lane(WorkLane lane) => _lanes[1 - (int)lane];

    /// <summary>All ways in end here. An item accepted here runs, whatever happens to the pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Enqueue(WorkItem item, bool preferLocal, WorkLane lane)
    {
        if (Volatile.Read(ref _closed))
        {
            ThrowIfOutside();
        }
        if (Telemetry.ItemsObserved)
        {
            item = Telemetry.Queued(this, item, lane);
        }
        return EnqueueAccepted(item, preferLocal, lane);
    }

    /// <summary>For continuations: also when the pool is closed, for there is nowhere else they could go.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool EnqueueAccepted(WorkItem item, bool preferLocal, WorkLane lane)
    {
        if (lane == WorkLane.Normal && _blocks is { } blocks)
        {
            ThreadInlets? mine = ThreadInlets.Current;
            if (mine?.Worker is { } worker && worker.Pool == this)
            {
                // While all are busy an item is left where anybody finds it.
                if (Sleep.State.AnyoneToTell && TryKeep(worker, item, preferLocal, blocks))
                {
                    return true;
                }
                if (preferLocal)
                {
                    worker.PushLocal(item);
                    Sleep.Notice();
                    return true;
                }
            }
            Sleep.Notice(blocks.EnqueueAs(mine, item));
            return true;
        }
        EnqueueShared(item, lane);
        Sleep.Notice();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryKeep(Worker worker, WorkItem item, bool local, BlockWorkQueue blocks)
    {
        if (!worker.TryKeep(item, local, blocks))
        {
            return false;
        }
        Sleep.WakeMonitor();
        return true;
    }

    /// <summary>Adds to a lane without waking anyone.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void EnqueueShared(WorkItem item, WorkLane lane)
    {
        if (lane is < WorkLane.Low or > WorkLane.High)
        {
            throw new ArgumentOutOfRangeException(nameof(lane), lane, "There is no such lane.");
        }
        IWorkQueue queue = Lane(lane);
        if (queue is BlockWorkQueue)
        {
            queue.Enqueue(item);
        }
        else
        {
            EnqueueCustom(queue, item);
        }
        if (lane == WorkLane.High)
        {
            // After the item, with a full fence: pairs with LowerHighFlag, which is followed by another look.
            Interlocked.Or(ref _attention, HighWaits);
            CallReserve();
        }
    }

    private void EnqueueCustom(IWorkQueue queue, WorkItem item)
    {
        // Before the item, so that a drain never sees fewer queued than done.
        Interlocked.Increment(ref _customEnqueued);
        try
        {
            queue.Enqueue(item);
        }
        catch
        {
            // The caller hears of it; a drain must not wait for the item.
            Interlocked.Decrement(ref _customEnqueued);
            EndDrainsIfQuiet();
            throw;
        }
    }

    internal void LowerHighFlag()
    {
        if ((Volatile.Read(ref _attention) & HighWaits) != 0)
        {
            Interlocked.And(ref _attention, ~HighWaits);
        }
    }

    internal void Post(SendOrPostCallback callback, object? state) =>
        EnqueueAccepted(new WorkItem(callback, state), preferLocal: false, WorkLane.Normal);

    internal void RunScheduled(Task task) => _scheduler.Execute(task);
}
