namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// What the code at a place says of its waiting: strings only, so that equal facts are equal. Of several names each
/// stands on a line of its own.
/// </summary>
public sealed record WaitFacts
{
    /// <summary>The field that holds the lock which the call here takes: <c>Shop.Stock.s_gate</c>.</summary>
    public string? Lock { get; init => field = FrameNames.Bounded(value); }

    /// <summary>
    /// Whether that field belongs to a type, so that there is one lock only, and not to each of its objects.
    /// </summary>
    public bool LockIsStatic { get; init; }

    /// <summary>The fields whose locks the method holds here, the outermost first.</summary>
    public string? Held { get; init => field = FrameNames.Bounded(value); }

    /// <summary>
    /// The method whose task the call here waits for, then what that one awaits, as far as there is one only: as a
    /// person wrote them.
    /// </summary>
    public string? TaskOf { get; init => field = FrameNames.Bounded(value); }

    /// <summary>
    /// The methods of .NET or of packages, by metadata names, one of whose tasks the last of them awaits.
    /// </summary>
    public string? CompletedBy { get; init => field = FrameNames.Bounded(value); }

    internal IEnumerable<string> LocksHeld => Lines(Held);

    internal IReadOnlyList<string> Tasks => [.. Lines(TaskOf)];

    internal IReadOnlyList<string> Completing => [.. Lines(CompletedBy)];

    private static IEnumerable<string> Lines(string? names) => names?.Split('\n') ?? [];
}
