namespace ThreadPoolDoctor.Diagnosis.Comparisons;

/// <summary>How the second of two looks stands to the first.</summary>
public enum Change
{
    Same,
    Better,
    Worse,
}

/// <summary>A place that both looks blame, with other numbers.</summary>
public sealed record ChangedPlace(BlamedPlace Before, BlamedPlace After);

/// <summary>Two looks side by side: for before and after a fix. Pure.</summary>
public sealed record Comparison
{
    private Comparison(LookFacts before, LookFacts after) => (Before, After) = (before, after);

    public LookFacts Before { get; }

    public LookFacts After { get; }

    /// <summary>By the verdict; where that is the same, by whether places to blame came or went.</summary>
    public Change Change { get; private init; }

    /// <summary>Ailments that were found before only.</summary>
    public IReadOnlyList<FoundAilment> AilmentsGone { get; private init; } = [];

    /// <summary>Ailments that are found after only.</summary>
    public IReadOnlyList<FoundAilment> AilmentsNew { get; private init; } = [];

    /// <summary>Places that were to blame before only.</summary>
    public IReadOnlyList<BlamedPlace> Gone { get; private init; } = [];

    /// <summary>Places that are to blame after only.</summary>
    public IReadOnlyList<BlamedPlace> New { get; private init; } = [];

    /// <summary>Places that both blame, with other numbers of threads.</summary>
    public IReadOnlyList<ChangedPlace> Changed { get; private init; } = [];

    /// <summary>Places that both blame with the same number of threads.</summary>
    public IReadOnlyList<BlamedPlace> Unchanged { get; private init; } = [];

    /// <summary>Items completed per second, after for one before; null where nothing was completed before.</summary>
    public double? Throughput => Before.CompletedPerSecond > 0 ? After.CompletedPerSecond / Before.CompletedPerSecond : null;

    public static Comparison Of(LookFacts before, LookFacts after)
    {
        List<ChangedPlace> both = [.. before.Places.Join(after.Places, Key, Key, (one, other) => new ChangedPlace(one, other))];
        List<BlamedPlace> gone = [.. before.Places.ExceptBy(after.Places.Select(Key), Key)];
        List<BlamedPlace> fresh = [.. after.Places.ExceptBy(before.Places.Select(Key), Key)];
        return new(before, after)
        {
            Change = Judge(before, after, gone.Count, fresh.Count),
            AilmentsGone = [.. before.Findings.ExceptBy(after.Findings.Select(finding => finding.Id), finding => finding.Id)],
            AilmentsNew = [.. after.Findings.ExceptBy(before.Findings.Select(finding => finding.Id), finding => finding.Id)],
            Gone = gone,
            New = fresh,
            Changed = [.. both.Where(place => place.Before.Threads != place.After.Threads)],
            Unchanged = [.. both.Where(place => place.Before.Threads == place.After.Threads).Select(place => place.After)],
        };
    }

    private static (string Id, string Method) Key(BlamedPlace place) => (place.Id, place.Method);

    private static Change Judge(LookFacts before, LookFacts after, int gone, int fresh)
    {
        int worse = Severities.Compare(after.Verdict, before.Verdict);
        if (worse == 0) worse = fresh.CompareTo(0) - gone.CompareTo(0);
        return worse switch { > 0 => Change.Worse, < 0 => Change.Better, _ => Change.Same };
    }
}
