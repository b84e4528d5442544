using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>TPD107: workers are blocked and nothing completes at all; possibly a deadlock.</summary>
internal sealed class StuckRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        double seconds = signals.Recording.Cost.Seconds;
        bool nothingCompletes = signals.Recording.Ticks.Count >= 2 && signals.CompletedPerSecond * seconds < Thresholds.NoCompletions;
        bool allHeld = signals.Blocked > 0 && signals.Working == 0 && StandStill(signals);
        // Without work that waits, idle consumers look the same: only threads that wait for locks are odd then.
        bool workToDo = signals.WorkWaits || signals.Activities.Count(activity => activity.Blockage is { IsLock: true }) >= 2;
        if (!nothingCompletes || !allHeld || !workToDo || seconds < Thresholds.StuckSeconds) return null;
        IReadOnlyList<Cause> causes = CauseList.OfBlocked(signals);
        string edges = string.Join("; ", causes.Take(3).Select(cause =>
            $"{cause.Threads} in {cause.Method} {Verb(cause.Threads, "waits", "wait")} for {cause.Leaf}"));
        return Found.Of(
            Ailments.Stuck,
            $"Nothing was completed in {Number(seconds)} s and {Count(signals.Blocked, "worker")} did not move: {edges}."
            + " If they wait for one another, this is a deadlock.",
            causes);
    }

    /// <summary>Every blocked worker sat in the same call, of the same caller, each time it was looked at.</summary>
    private static bool StandStill(PoolSignals signals) => signals.Activities
        .Where(activity => activity.State == WorkerState.Blocked)
        .All(activity => activity.Stacks.All(stack =>
            StackReader.Block(stack) is not { } now || now.User == activity.Blockage!.User && now.Leaf == activity.Blockage.Leaf));
}
