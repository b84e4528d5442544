using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>Groups blocked or looping workers by the place in the user's code that holds them.</summary>
internal static class CauseList
{
    /// <summary>The calls that hold the blocked workers, worst first.</summary>
    public static IReadOnlyList<Cause> OfBlocked(PoolSignals signals) => Group(
        signals.Activities.Select(activity => activity.Blockage).OfType<Blockage>());

    /// <summary>The same, for a selection of blockages; shares are of <paramref name="blocked"/> workers, or of those selected.</summary>
    public static IReadOnlyList<Cause> Group(IEnumerable<Blockage> blockages, int? blocked = null)
    {
        List<Blockage> all = [.. blockages];
        int total = Math.Max(blocked ?? all.Count, 1);
        return [.. all
            .GroupBy(blockage => (blockage.Ailment, blockage.User.DisplayName, blockage.User.File, blockage.User.Line))
            .OrderByDescending(group => group.Count())
            .ThenBy(group => group.Key.DisplayName, StringComparer.Ordinal)
            .Select(group => Of(group.First(), group.Count(), Math.Min(1, (double)group.Count() / total)))];
    }

    /// <summary>A cause that is not a blocked worker, such as a loop.</summary>
    public static Cause Of(string ailment, Frame user, string leaf, IReadOnlyList<Frame> stack, int threads, double share) =>
        Of(new Blockage(ailment, user, leaf, null, false, stack), threads, share);

    private static Cause Of(Blockage blockage, int threads, double share) => new()
    {
        Id = blockage.Ailment,
        Method = blockage.User.DisplayName,
        Member = DocumentationIds.Of(blockage.User),
        File = blockage.User.File,
        Line = blockage.User.Line,
        Approximate = blockage.User.Approximate,
        Threads = threads,
        Share = Math.Round(share, 2),
        Leaf = blockage.Leaf,
        Remedy = Remedies.For(blockage),
        Help = Ailments.Get(blockage.Ailment).HelpLink,
        Stack = [.. blockage.Stack.Select(frame => frame.DisplayName)],
    };
}
