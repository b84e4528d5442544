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
    /// <summary>TPD001 to TPD006.</summary>
    public required string Id { get; init; }

    /// <summary>The user's method, as a person would write it.</summary>
    public required string Method { get; init; }

    /// <summary>Its documentation-comment id, or null where that cannot be told.</summary>
    public string? Member { get; init; }

    /// <summary>Source file, or null where there is no debug information.</summary>
    public string? File { get; init; }

    public int? Line { get; init; }

    /// <summary>True when method, file or line are only near the truth.</summary>
    public bool Approximate { get; init; }

    /// <summary>Threads that sit there.</summary>
    public required int Threads { get; init; }

    /// <summary>Their share of the blocked workers (of those that loop, where a loop is the cause), 0 to 1.</summary>
    public required double Share { get; init; }

    /// <summary>The call that blocks.</summary>
    public required string Leaf { get; init; }

    /// <summary>What to write instead, in one line.</summary>
    public required string Remedy { get; init; }

    /// <summary>Link to the page of the ailment.</summary>
    public required string Help { get; init; }

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

    /// <summary>Waiting items by lane when the numbers are those of the bundled pool; null for the runtime's own.</summary>
    public LaneLengths? Lanes { get; init; }

    /// <summary>Seconds until the queue is empty if all goes on like this; null when it never will be, 0 when it is.</summary>
    public double? DrainSeconds { get; init; }
}

/// <summary>All that the doctor says about one recording.</summary>
public sealed record PoolDiagnosis
{
    public required Verdict Verdict { get; init; }

    /// <summary>Since when, also from before the observation; null where that is not known.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>One sentence.</summary>
    public required string Summary { get; init; }

    public required ProcessFacts Process { get; init; }

    public required ObservationCost Observed { get; init; }

    public required PoolState Pool { get; init; }

    /// <summary>Worst first; empty for a healthy pool.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>What could not be seen, one sentence each.</summary>
    public required IReadOnlyList<string> Unseen { get; init; }
}
