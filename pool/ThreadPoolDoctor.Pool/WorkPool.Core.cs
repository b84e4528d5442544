using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// The parts of a pool, and the way of an item into them.
public sealed partial class WorkPool
{
    private readonly Lanes _lanes;
    private readonly Crew _crew;
    private readonly Intake _intake;

    private WorkPool(WorkPoolOptions options, bool isShared)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        Options = options.Clone();
        _isShared = isShared;
        Name = options.Name ?? $"WorkPool {Interlocked.Increment(ref s_count)}";
        // And the reserve's. The shared pool's maximum can be raised later, through ThreadPool's surface.
        int slots = 1 + (isShared ? WorkPoolOptions.WorkerLimit : options.ResolvedMaximum);
        _lanes = new Lanes(options.QueueFactory, options.UnhandledException, slots);
        _crew = new Crew(Name, Options, _lanes, slots) { WhenIdle = EndDrainsIfQuiet, WhenThreadEnds = WorkerEnded };
        _crew.ExpectsHighItems = () => HasArmedTimers;
        _crew.Watch = Monitor = new PoolMonitor(_crew, options.BlockingDetection);
        _intake = new Intake(_crew);
        Processors = _crew.Processors;
        _scheduler = new WorkPoolScheduler(_intake);
        _crew.WhenThreadStarts = _scheduler.BecomeCurrent;
        _factory = new TaskFactory(CancellationToken.None, TaskCreationOptions.DenyChildAttach, TaskContinuationOptions.None, _scheduler);
        SynchronizationContext = new WorkPoolSynchronizationContext(this, options.BlockingDetection);
        _crew.WorkerContext = options.InstallSynchronizationContext ? SynchronizationContext : null;
        _closing = new Closing(_crew);
        _crew.Sleep.TryMonitorSleep();
        Telemetry.Add(this);
    }

    internal WorkPoolOptions Options { get; }

    internal PoolMonitor Monitor { get; }

    internal Crew Crew => _crew;

    internal Sleep Sleep => _crew.Sleep;

    internal ReadOnlySpan<Worker> Workers => _crew.Workers;

    long IObservedPool.LaneLength(WorkLane lane) => _lanes[lane].Count;

    /// <summary>All ways in end here. An item accepted here runs, whatever happens to the pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Enqueue(WorkItem item, bool preferLocal, WorkLane lane)
    {
        if (Volatile.Read(ref _closed)) _crew.ThrowIfRefused();
        if (Telemetry.ItemsObserved) item = Telemetry.Queued(Name, item, lane);
        return EnqueueAccepted(item, preferLocal, lane);
    }

    /// <summary>For continuations: also when the pool is closed, for there is nowhere else they could go.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool EnqueueAccepted(WorkItem item, bool preferLocal, WorkLane lane)
    {
        _intake.Enqueue(item, preferLocal, lane);
        return true;
    }
}
