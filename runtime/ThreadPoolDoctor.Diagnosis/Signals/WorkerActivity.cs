using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>What one worker did over all snapshots.</summary>
/// <param name="OsId">The operating system's thread id.</param>
/// <param name="State">What it did for most of them.</param>
/// <param name="Blockage">The call it was blocked in most often, when it was.</param>
/// <param name="Stacks">Its stacks, oldest first.</param>
internal sealed record WorkerActivity(
    int OsId,
    WorkerState State,
    Blockage? Blockage,
    IReadOnlyList<IReadOnlyList<Frame>> Stacks);

/// <summary>Joins the stacks of each worker with what the operating system says of its thread.</summary>
internal static class WorkerActivities
{
    /// <summary>One entry per worker that was seen in a snapshot, in no particular order.</summary>
    public static IReadOnlyList<WorkerActivity> Of(Recording recording)
    {
        HashSet<int> workers = Workers.Ids(recording);
        Dictionary<int, double> cpuShare = ThreadTimes.CpuShares(recording);
        Dictionary<int, bool> asleep = ThreadTimes.MostlyAsleep(recording);
        return WithInlinedCallers([.. recording.Snapshots
            .SelectMany(snapshot => snapshot.Threads)
            .Where(thread => workers.Contains(thread.OsId))
            .GroupBy(thread => thread.OsId)
            .Select(group => Judge(
                group.Key,
                [.. group.Select(thread => thread.Stack)],
                cpuShare.TryGetValue(group.Key, out double share) ? share : null,
                asleep.TryGetValue(group.Key, out bool sleeps) && sleeps))]);
    }

    private static WorkerActivity Judge(
        int osId, List<IReadOnlyList<Frame>> stacks, double? cpuShare, bool asleep)
    {
        int idle = stacks.Count(StackReader.IsIdle);
        if (idle > stacks.Count * (1 - Thresholds.BlockedSnapshotsShare)) return new(osId, WorkerState.Idle, null, stacks);

        // A call that may block, on a thread that keeps a processor busy, is working (parsing a file, say).
        bool working = cpuShare > Thresholds.WorkingCpuShare;
        List<Blockage> blockages = working ? [] : [.. stacks.Select(StackReader.Block).OfType<Blockage>()];
        if (blockages.Count < stacks.Count && asleep && !working && (InOnePlace(stacks) || InItems(stacks)))
        {
            blockages = [.. stacks.Select(stack => StackReader.Block(stack) ?? StackReader.Unnamed(stack)).OfType<Blockage>()];
        }
        if (blockages.Count < stacks.Count * Thresholds.BlockedSnapshotsShare || blockages.Count == 0)
        {
            return new(osId, WorkerState.Working, null, stacks);
        }
        Blockage usual = blockages
            .GroupBy(blockage => new { blockage.User.DisplayName, blockage.Leaf })
            .OrderByDescending(group => group.Count())
            .First().First();
        if (TestRunners.Make(usual)) return new(osId, WorkerState.HeldByTestRunner, null, stacks);
        return new(osId, WorkerState.Blocked, usual, stacks);
    }

    /// <summary>
    /// Where the JIT inlined a worker's item, the method is the one that others show in the same wait.
    /// </summary>
    private static IReadOnlyList<WorkerActivity> WithInlinedCallers(List<WorkerActivity> activities)
    {
        List<WorkerActivity> blocked = [.. activities.Where(activity => activity.Blockage is not null)];
        // Equal stacks are the same object, so this is a few hundred at most.
        IEnumerable<Blockage> seen = blocked
            .SelectMany(activity => activity.Stacks)
            .Distinct(ReferenceEqualityComparer.Instance)
            .Select(stack => StackReader.Block((IReadOnlyList<Frame>)stack!))
            .OfType<Blockage>()
            .Concat(blocked.Select(activity => activity.Blockage!));
        IReadOnlyList<Blockage> completed = InlinedCallers.Complete([.. blocked.Select(activity => activity.Blockage!)], seen);
        Dictionary<int, Blockage> byWorker = [];
        for (int i = 0; i < blocked.Count; i++) byWorker[blocked[i].OsId] = completed[i];
        return [.. activities.Select(activity =>
            byWorker.TryGetValue(activity.OsId, out Blockage? blockage) ? activity with { Blockage = blockage } : activity)];
    }

    /// <summary>
    /// Whether a thread that went from item to item must have slept in them: each stack shows a call that blocks, or
    /// ends in what runs items, which has nothing of its own to wait for. So does one that ends in the user's code, and
    /// called native code from there: the same call leaves the user's method on the stack until that is inlined.
    /// </summary>
    private static bool InItems(List<IReadOnlyList<Frame>> stacks) =>
        stacks.Count > 1
        && stacks.All(stack => StackReader.StateOf(stack) == WorkerState.Blocked
            || StackReader.EndsInRunner(stack)
            || stacks.Count >= Thresholds.StacksOfSleep && stack is [{ IsFramework: false }, ..]);

    private static bool InOnePlace(List<IReadOnlyList<Frame>> stacks)
    {
        Frame? first = Place(stacks[0]);
        return stacks.Count > 1 && first is not null && stacks.All(stack => Place(stack) is { } place && IsSame(place, first));
    }

    /// <summary>
    /// Of what is concluded and not seen only the method is known: its code may have been compiled anew during the
    /// look.
    /// </summary>
    private static bool IsSame(Frame one, Frame other) => one == other
        || (one.IsAssumed || other.IsAssumed) && one.TypeName == other.TypeName && one.MethodName == other.MethodName;

    private static Frame? Place(IReadOnlyList<Frame> stack) => StackReader.UserFrame(stack) ?? StackReader.AssumedFrame(stack);
}
