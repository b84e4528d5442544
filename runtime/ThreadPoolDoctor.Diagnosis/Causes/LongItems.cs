using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>
/// Finds work items that hold a worker for the whole observation without blocking: loops that do not end.
/// </summary>
internal static class LongItems
{
    // One call of these computes for as long as its input asks for: a pattern that backtracks, a key that is derived.
    // It ends, and so does the item.
    private static readonly string[] s_computing =
        ["System.Text.RegularExpressions.", "System.Security.Cryptography.Rfc2898DeriveBytes"];

    /// <summary>
    /// The places that loop, worst first. A loop of Parallel.For is not one of them: it ends as a whole, and holding
    /// the processors is what it was asked to do.
    /// </summary>
    public static IReadOnlyList<Cause> Find(PoolSignals signals)
    {
        List<(Frame Loop, IReadOnlyList<Frame> Stack)> loops = [.. signals.Activities
            .Where(activity => activity.State == WorkerState.Working && activity.Stacks.Count > 1)
            .Select(activity => (Loop: CommonUserFrame(activity.Stacks), Stack: activity.Stacks[^1]))
            .Where(found => found.Loop is not null)
            .Select(found => (found.Loop!, found.Stack))];
        return [.. loops
            .GroupBy(loop => loop.Loop.DisplayName)
            .OrderByDescending(group => group.Count())
            .Select(group => CauseList.Of(
                Ailments.EndlessLoop, group.First().Loop, group.First().Stack[0].DisplayName, group.First().Stack,
                group.Count(), (double)group.Count() / loops.Count))];
    }

    /// <summary>
    /// The deepest frame of the user that stands in all stacks at the same depth from the base: the method with the
    /// loop. The line is taken from the last stack, and is near the loop rather than its head. None where all stacks
    /// stand in one call that computes: that is no loop of the user's.
    /// </summary>
    private static Frame? CommonUserFrame(IReadOnlyList<IReadOnlyList<Frame>> stacks)
    {
        Frame? deepest = null;
        for (int depth = 1; stacks.All(stack => depth <= stack.Count); depth++)
        {
            Frame frame = stacks[^1][^depth];
            if (stacks.Any(stack => stack[^depth].DisplayName != frame.DisplayName)) break;
            if (BlockingFrames.IsParallelLoop(frame) || deepest is not null && IsComputing(frame)) return null;
            if (frame.BlameRank is { } rank && (deepest is null || rank <= deepest.BlameRank)) deepest = frame;
        }
        return deepest;
    }

    private static bool IsComputing(Frame frame) =>
        frame.IsFramework && Array.Exists(s_computing, name => frame.TypeName.StartsWith(name, StringComparison.Ordinal));
}
