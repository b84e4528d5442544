namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>A thread that waits for a lock which another thread holds.</summary>
public sealed record WaitEdge
{
    /// <summary>The operating system's id of the thread that waits.</summary>
    public required int Thread { get; init; }

    /// <summary>The method that it waits in.</summary>
    public required string Method { get; init; }

    /// <summary>Source file, or null where there is no debug information.</summary>
    public string? File { get; init; }

    public int? Line { get; init; }

    /// <summary>True when file or line are only near the truth.</summary>
    public bool Approximate { get; init; }

    /// <summary>The field that holds the lock; null where the code does not tell.</summary>
    public string? Lock { get; init; }

    /// <summary>The thread that holds it.</summary>
    public required int Owner { get; init; }

    /// <summary>The method in which that one holds it, or which it was seen in; null where it was not seen.</summary>
    public string? OwnerMethod { get; init; }

    /// <summary>
    /// Whether the runtime said so, or the code leaves no doubt; not where each object has a lock of its own.
    /// </summary>
    public required bool Certain { get; init; }
}
