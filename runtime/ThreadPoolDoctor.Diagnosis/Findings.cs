using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis;

/// <summary>The doctor's judgement of a pool, in one word.</summary>
public enum Verdict
{
    /// <summary>Nothing to find.</summary>
    Healthy,

    /// <summary>Work waits in the queue while workers sit blocked.</summary>
    Starving,

    /// <summary>Workers block, and enough extra threads make up for it: the queue is empty.</summary>
    Compensated,

    /// <summary>A symptom other than starvation: wait-thread explosion, lock convoy, late timers.</summary>
    AtRisk,

    /// <summary>Processors are busy; threads are not blocked.</summary>
    CpuBound,

    /// <summary>Not enough evidence; the summary says which is missing.</summary>
    Inconclusive,
}

/// <summary>One place in the code that makes the pool ill.</summary>
public sealed record Cause
{
    /// <summary>TPD001 to TPD006; TPD106 for a method that keeps processors busy.</summary>
    public required string Id { get; init; }

    /// <summary>The user's method, as a person would write it.</summary>
    public required string Method { get; init; }

    /// <summary>Whether the method is .NET's own or made at run time, because none of the user's was seen.</summary>
    internal bool IsUnnamed { get; init; }

    /// <summary>Its documentation-comment id, or null where that cannot be told.</summary>
    public string? Member { get; init; }

    /// <summary>Source file, or null where there is no debug information.</summary>
    public string? File { get; init; }

    public int? Line { get; init; }

    /// <summary>True when method, file or line are only near the truth.</summary>
    public bool Approximate { get; init; }

    /// <summary>Threads that sit there.</summary>
    public required int Threads { get; init; }

    /// <summary>
    /// Their share of the blocked workers, 0 to 1; of those that loop, where a loop is the cause; of the processor time
    /// seen in stacks, where the cause is TPD106.
    /// </summary>
    public required double Share { get; init; }

    /// <summary>The call that blocks.</summary>
    public required string Leaf { get; init; }

    /// <summary>What to write instead, in one line.</summary>
    public required string Remedy { get; init; }

    /// <summary>Link to the page of the ailment.</summary>
    public required string Help { get; init; }

    /// <summary>
    /// Ids of the symptoms in the report that it explains, worst first; it stands under the first of them.
    /// </summary>
    public IReadOnlyList<string> Symptoms { get; init; } = [];

    /// <summary>The stack, leaf first, as a person would write it.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}

/// <summary>One ailment that was found, with the numbers that prove it and the code that causes it.</summary>
/// <param name="Id">The ailment.</param>
/// <param name="Title">Its title.</param>
/// <param name="Evidence">One sentence with the numbers that crossed the line.</param>
/// <param name="Causes">Worst first; may be empty where the code was not seen.</param>
public sealed record Finding(string Id, string Title, string Evidence, IReadOnlyList<Cause> Causes);

/// <summary>The state of the pool in numbers.</summary>
public sealed record PoolState
{
    public required int Workers { get; init; }

    public required int BlockedWorkers { get; init; }

    /// <summary>Work items that waited at the end.</summary>
    public required long QueueLength { get; init; }

    public required double CompletedPerSecond { get; init; }

    /// <summary>Share of the processors in use, 0 to 1.</summary>
    public required double CpuUsage { get; init; }

    public required double ThreadsAddedPerSecond { get; init; }

    /// <summary>"starvation", "cooperative blocking", or null.</summary>
    public string? InjectionReason { get; init; }

    public required int WaitThreads { get; init; }

    /// <summary>Null where it could not be seen.</summary>
    public int? MinWorkers { get; init; }

    /// <summary>Null where it could not be seen.</summary>
    public int? MaxWorkers { get; init; }

    /// <summary>
    /// Waiting items by lane when the numbers are those of the bundled pool; null for the runtime's own.
    /// </summary>
    public LaneLengths? Lanes { get; init; }

    /// <summary>What the governor has added to the runtime's own pool; null where there is none.</summary>
    public GovernorFacts? Governor { get; init; }

    /// <summary>
    /// Seconds until the queue is empty if all goes on like this; null when it never will be or one reading does not
    /// tell, 0 when it is.
    /// </summary>
    public double? DrainSeconds { get; init; }

    /// <summary>Whether that could be told: one reading does not say how the queue changes.</summary>
    internal bool KnowsDrain { get; init; } = true;
}

/// <summary>All that the doctor says about one recording.</summary>
public sealed record PoolDiagnosis
{
    public required Verdict Verdict { get; init; }

    /// <summary>Since when, also from before the observation; null where that is not known.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>Seconds of the observation in which the pool starved; 0 for any other verdict.</summary>
    public double StarvedSeconds { get; init; }

    /// <summary>Seconds that the readings cover, of which <see cref="StarvedSeconds"/> are a part.</summary>
    internal double ReadSeconds { get; init; }

    /// <summary>When it last did; null for any other verdict.</summary>
    public DateTimeOffset? LastSeen { get; init; }

    /// <summary>One sentence.</summary>
    public required string Summary { get; init; }

    public required ProcessFacts Process { get; init; }

    public required ObservationCost Observed { get; init; }

    public required PoolState Pool { get; init; }

    /// <summary>Worst first; empty for a healthy pool.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>
    /// The worst cause of a finding, which may be told under another one; null where its code was not seen.
    /// </summary>
    public Cause? Explaining(Finding finding) => finding.Causes.Count > 0
        ? finding.Causes[0]
        : Findings.SelectMany(other => other.Causes).FirstOrDefault(cause => cause.Symptoms.Contains(finding.Id));

    /// <summary>
    /// The user's methods that the processors were busy in, worst first, where the verdict is
    /// <see cref="Verdict.CpuBound"/> and no finding holds them.
    /// </summary>
    public IReadOnlyList<Cause> Busiest { get; init; } = [];

    /// <summary>How long work items waited for a worker, as far as some were seen; null where too few were.</summary>
    public QueueDelay? QueueDelay { get; init; }

    /// <summary>Who queues work, most first; empty where it was not looked at.</summary>
    public IReadOnlyList<Queuer> QueuedBy { get; init; } = [];

    /// <summary>What became of web requests while work waited; null where there were none.</summary>
    public RequestFacts? Requests { get; init; }

    /// <summary>The web requests whose workers sit blocked, by handler, most first.</summary>
    public IReadOnlyList<HeldRequests> HeldRequests { get; init; } = [];

    /// <summary>The methods whose tasks workers wait for while they block, most workers first.</summary>
    public IReadOnlyList<AwaitedTask> Awaited { get; init; } = [];

    /// <summary>
    /// Which threads waited for a lock of which others at the end of the look, as far as that can be told.
    /// </summary>
    public IReadOnlyList<WaitEdge> WaitsFor { get; init; } = [];

    /// <summary>Threads that wait for one another in a circle, each circle from its lowest thread on.</summary>
    public IReadOnlyList<IReadOnlyList<WaitEdge>> Deadlocks { get; init; } = [];

    /// <summary>How the pool came to its workers, also before the look; empty where the system does not tell.</summary>
    public IReadOnlyList<GrowthStep> Growth { get; init; } = [];

    /// <summary>What settings of the process can do until the cause is cured.</summary>
    public IReadOnlyList<Advice> Advice { get; init; } = [];

    /// <summary>What the quota of the control group did to the process; null where there is no quota.</summary>
    public CpuThrottling? Throttling { get; init; }

    /// <summary>What could not be seen, one sentence each.</summary>
    public required IReadOnlyList<string> Unseen { get; init; }
}
