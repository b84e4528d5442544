namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>A place in the code that queues work.</summary>
public sealed record Queuer
{
    /// <summary>
    /// The user's method, or .NET's where none of the user's was on the stack; a few words where neither was.
    /// </summary>
    public required string Method { get; init; }

    /// <summary>Source file, or null where there is no debug information.</summary>
    public string? File { get; init; }

    public int? Line { get; init; }

    /// <summary>True when file or line are only near the truth.</summary>
    public bool Approximate { get; init; }

    /// <summary>Work items that it was seen queuing.</summary>
    public required int Items { get; init; }

    /// <summary>Their share of all that were seen, 0 to 1.</summary>
    public required double Share { get; init; }

    /// <summary>The stack, leaf first, as a person would write it.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
