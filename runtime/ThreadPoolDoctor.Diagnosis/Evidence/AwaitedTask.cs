namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>What has to happen before a task completes that workers wait for.</summary>
public enum Completion
{
    /// <summary>The code does not tell, or several things may.</summary>
    Unknown,

    /// <summary>A work item of this pool has to run.</summary>
    WorkItem,

    /// <summary>A timer has to fire, whose callback a worker runs.</summary>
    Timer,

    /// <summary>Input or output has to end; what follows it a worker runs.</summary>
    InputOutput,

    /// <summary>Other code has to release, write or set something.</summary>
    OtherCode,
}

/// <summary>A method whose tasks workers wait for while they block.</summary>
public sealed record AwaitedTask
{
    /// <summary>The method.</summary>
    public required string Method { get; init; }

    /// <summary>The methods of the user's that it awaits in turn, one inside the other.</summary>
    public IReadOnlyList<string> Through { get; init; } = [];

    /// <summary>What the last of them awaits; several where it has several awaits.</summary>
    public IReadOnlyList<string> CompletedBy { get; init; } = [];

    /// <summary>What has to happen.</summary>
    public Completion Completion { get; init; }

    /// <summary>
    /// Whether a worker of this pool is needed before the task completes; null where that is not known.
    /// </summary>
    public bool? NeedsWorker => Completion switch
    {
        Completion.WorkItem or Completion.Timer or Completion.InputOutput => true,
        _ => null,
    };

    /// <summary>Workers that wait for such a task.</summary>
    public required int Workers { get; init; }
}
