using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// What was seen of one process during one observation: immutable, plain numbers, no judgement. It knows how good it
/// is (lost events, what could not be seen) and what it cost, so that a verdict can say "not enough evidence".
/// </summary>
public sealed record Recording
{
    public required ProcessFacts Process { get; init; }

    public required ObservationCost Cost { get; init; }

    /// <summary>Runtime counters, oldest first.</summary>
    public IReadOnlyList<CounterTick> Ticks { get; init; } = [];

    /// <summary>Changes of the pool's thread count and their reasons, oldest first.</summary>
    public IReadOnlyList<WorkerAdjustment> Adjustments { get; init; } = [];

    /// <summary>
    /// The threads as the operating system showed them, oldest first; empty where it does not show them.
    /// </summary>
    public IReadOnlyList<ThreadCensus> Censuses { get; init; } = [];

    /// <summary>Moments at which every managed thread's stack was taken, oldest first.</summary>
    public IReadOnlyList<StackSnapshot> Snapshots { get; init; } = [];

    /// <summary>Blocking calls in the snapshots whose caller was inlined and is one of a few methods.</summary>
    public IReadOnlyList<UncertainCaller> UncertainCallers { get; init; } = [];

    /// <summary>Waits for a contended lock, seen beginning.</summary>
    public IReadOnlyList<LockWait> LockWaits { get; init; } = [];

    /// <summary>Timers seen being armed that fired.</summary>
    public IReadOnlyList<TimerShot> Timers { get; init; } = [];

    /// <summary>Work items that were seen being queued, oldest first: a part of all.</summary>
    public IReadOnlyList<QueuedItem> QueuedItems { get; init; } = [];

    /// <summary>Who queued work, by a short sample of stacks.</summary>
    public IReadOnlyList<QueuedStack> Queuers { get; init; } = [];

    /// <summary>What became of web requests; null where there were none, or none were looked at.</summary>
    public RequestFacts? Requests { get; init; }

    /// <summary>Places in the code of the process that register waits with the pool.</summary>
    public IReadOnlyList<Frame> WaitRegistrations { get; init; } = [];

    /// <summary>
    /// The method that works where nothing stands on a worker's stack above what runs work items, for it was compiled
    /// into that; null where it cannot be told.
    /// </summary>
    public Frame? InlinedWork { get; init; }

    /// <summary>What the control group's quota did to the process; null where there is no quota.</summary>
    public CpuThrottling? Throttling { get; init; }

    /// <summary>The governor's own account, when the process runs it.</summary>
    public GovernorFacts? Governor { get; init; }

    /// <summary>The bundled pool's own account, when the process runs it.</summary>
    public BundledPoolFacts? BundledPool { get; init; }

    /// <summary>
    /// Whether the counters and workers in here are those of the bundled pool; see <see cref="OfBundledPool"/>.
    /// </summary>
    public bool IsOfBundledPool { get; init; }

    /// <summary>
    /// The same observation with the bundled pool in the place of the runtime's, so that the same rules judge it.
    /// Null when the process does not run it.
    /// </summary>
    public Recording? OfBundledPool() => BundledPool is null ? null : this with
    {
        IsOfBundledPool = true,
        Governor = null,
        Ticks = BundledPool.Ticks,
        Adjustments = [],
        Timers = [],
        QueuedItems = [],
        Queuers = [],
        WaitRegistrations = [],
        Censuses = [.. Censuses.Select(census => census with { Threads = [.. census.Threads.Select(AsWorker)] })],
    };

    private static ThreadSight AsWorker(ThreadSight thread) => thread.Role switch
    {
        ThreadRole.BundledWorker => thread with { Role = ThreadRole.Worker },
        ThreadRole.Worker or ThreadRole.WaitThread => thread with { Role = ThreadRole.Other },
        _ => thread,
    };

    /// <summary>What could not be seen, one sentence each.</summary>
    public IReadOnlyList<string> Unseen { get; init; } = [];
}
