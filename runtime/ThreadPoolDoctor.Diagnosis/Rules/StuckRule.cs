using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>
/// TPD107: workers are blocked and nothing completes at all; or threads wait for one another's locks, whatever the
/// others complete meanwhile.
/// </summary>
internal sealed class StuckRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        double seconds = signals.Recording.Cost.Seconds;
        bool allHeld = signals.Blocked > 0 && signals.Working == 0 && StandStill(signals);
        // Without work that waits, idle consumers look the same: only threads that wait for locks are odd then.
        bool workToDo = signals.WorkWaits || signals.Activities.Count(activity => activity.Blockage is { IsLock: true }) >= 2;
        bool stands = allHeld && !AllSleep(signals) && workToDo;
        if (!signals.NothingCompletes || !stands || seconds < Thresholds.StuckSeconds) return Deadlocked(signals);
        IReadOnlyList<Cause> causes = CauseList.OfBlocked(signals);
        string edges = string.Join("; ", causes.Take(3).Select(cause =>
            $"{cause.Threads} in {cause.Method} {Verb(cause.Threads, "waits", "wait")} for {cause.Leaf}"));
        return Found.Of(
            Ailments.Stuck,
            $"Nothing was completed in {Number(seconds)} s and {Count(signals.Blocked, "worker")} did not move: {edges}. {Why(signals)}",
            causes);
    }

    /// <summary>
    /// Two workers that wait for each other are lost, though others go on; where that is likely only, it is not said of
    /// a pool that works.
    /// </summary>
    private static Finding? Deadlocked(PoolSignals signals)
    {
        HashSet<int> workers = [.. signals.Activities.Select(activity => activity.OsId)];
        IReadOnlyList<WaitEdge>? circle = signals.LockWaits.Deadlocks
            .FirstOrDefault(edges => edges.All(edge => edge.Certain) && edges.Any(edge => workers.Contains(edge.Thread)));
        if (circle is null) return null;
        HashSet<int> lost = [.. circle.Select(edge => edge.Thread)];
        return Found.Of(
            Ailments.Stuck,
            $"{EvidenceText.Deadlock(circle)}.",
            CauseList.Group(signals.Activities.Where(activity => lost.Contains(activity.OsId)).Select(activity => activity.Blockage).OfType<Blockage>()));
    }

    private static string Why(PoolSignals signals)
    {
        if (signals.LockWaits.Deadlocks.Count > 0) return $"{EvidenceText.Deadlock(signals.LockWaits.Deadlocks[0])}.";
        return AwaitedTasks.Of(signals).Where(task => task.NeedsWorker == true).Sum(task => task.Workers) == signals.Blocked
            ? "What they wait for needs a worker itself, and there is none: the pool waits for itself."
            : "If they wait for one another, this is a deadlock.";
    }

    /// <summary>
    /// Who sleeps waits for nobody, and wakes by itself; that it was met in the same sleep again tells of a long item,
    /// or of one that sleeps often.
    /// </summary>
    private static bool AllSleep(PoolSignals signals) => signals.Activities
        .Where(activity => activity.State == WorkerState.Blocked)
        .All(activity => activity.Blockage is { Ailment: Ailments.Sleeping });

    /// <summary>Every blocked worker sat in the same call, of the same caller, each time it was looked at.</summary>
    private static bool StandStill(PoolSignals signals) => signals.Activities
        .Where(activity => activity.State == WorkerState.Blocked)
        .All(activity => activity.Stacks.All(stack =>
            StackReader.Block(stack) is not { } now || now.User == activity.Blockage!.User && now.Leaf == activity.Blockage.Leaf));
}
