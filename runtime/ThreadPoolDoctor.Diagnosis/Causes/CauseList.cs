using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>Groups blocked or looping workers by the place in the user's code that holds them.</summary>
internal static class CauseList
{
    /// <summary>The calls that hold the blocked workers, worst first.</summary>
    public static IReadOnlyList<Cause> OfBlocked(PoolSignals signals) => Group(
        signals.Activities.Select(activity => activity.Blockage).OfType<Blockage>());

    /// <summary>
    /// The same, for a selection of blockages; shares are of <paramref name="blocked"/> workers, or of those selected.
    /// </summary>
    public static IReadOnlyList<Cause> Group(IEnumerable<Blockage> blockages, int? blocked = null)
    {
        List<Blockage> all = [.. blockages];
        int total = Math.Max(blocked ?? all.Count, 1);
        HashSet<string> withOwnCode = [.. all.Where(blockage => !IsRuntimes(blockage)).Select(blockage => blockage.Ailment)];
        return [.. Places(all)
            // .NET's own frames come after the methods of the user's that are seen in waits of the same kind.
            .OrderBy(place => IsRuntimes(place[0]) && withOwnCode.Contains(place[0].Ailment))
            .ThenByDescending(place => place.Count)
            .ThenBy(place => place[0].User.DisplayName, StringComparer.Ordinal)
            .Select(place => Of(place, Math.Min(1, (double)place.Count / total)))];
    }

    /// <summary>A cause that is not a blocked worker, such as a loop.</summary>
    public static Cause Of(string ailment, Frame user, string leaf, IReadOnlyList<Frame> stack, int threads, double share) =>
        Of(new Blockage(ailment, user, leaf, null, false, stack), threads, share);

    /// <summary>
    /// Blockages by method and line. One whose line is only near belongs to the line that was seen for certain in the
    /// same method, when there is just one.
    /// </summary>
    private static IEnumerable<List<Blockage>> Places(List<Blockage> all)
    {
        var methods = all.GroupBy(blockage => new { blockage.Ailment, blockage.User.DisplayName, blockage.User.File });
        foreach (var method in methods)
        {
            var certain = method
                .Where(blockage => !blockage.User.Approximate)
                .GroupBy(blockage => new { blockage.User.Line })
                .ToList();
            if (certain.Count == 1)
            {
                yield return [.. certain[0], .. method.Where(blockage => blockage.User.Approximate)];
                continue;
            }
            foreach (var line in method.GroupBy(blockage => new { blockage.User.Line }))
            {
                yield return [.. line.OrderBy(blockage => blockage.User.Approximate)];
            }
        }
    }

    private static bool IsRuntimes(Blockage blockage) => blockage.User.IsFramework || blockage.User.IsMadeAtRunTime;

    private static string MethodOf(Frame user) =>
        user.IsBelowUnnamed ? Words.NamelessMethod
        : BlockingFrames.IsRunner(user) && user.IsFramework ? Words.InlinedWorkItem
        : user.DisplayName;

    private static Cause Of(List<Blockage> place, double share) => Of(place[0], place.Count, share) with
    {
        Approximate = place.Exists(blockage => blockage.User.Approximate),
    };

    private static Cause Of(Blockage blockage, int threads, double share) => new()
    {
        Id = blockage.Ailment,
        Method = MethodOf(blockage.User),
        IsUnnamed = IsRuntimes(blockage),
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
