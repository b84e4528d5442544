using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>TPD105: many workers wait for one lock; its owner is named where it can be seen.</summary>
internal sealed class LockConvoyRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        var convoy = signals.Activities
            .Where(activity => activity.Blockage is { IsLock: true })
            .GroupBy(activity => (activity.Blockage!.User.DisplayName, activity.Blockage.User.Line))
            .OrderByDescending(group => group.Count())
            .FirstOrDefault();
        if (convoy is null || !IsConvoy(signals, convoy.Count())) return null;

        HashSet<int> waiting = [.. convoy.Select(activity => activity.OsId)];
        string gate = convoy.First().Blockage!.User.DisplayName;
        Owner? owner = KnownOwner(signals, waiting) ?? LikelyOwner(signals, waiting, gate);
        List<Cause> causes = [.. CauseList.Group(convoy.Select(activity => activity.Blockage!))];
        if (owner?.Cause is { } held) causes.Insert(0, held);
        string who = owner is null
            ? "its owner could not be seen"
            : $"thread {owner.OsId} {(owner.Certain ? "holds" : "probably holds")} it, {owner.Doing}";
        return Found.Of(
            Ailments.LockConvoy,
            $"{waiting.Count} workers wait for one lock in {gate}; {who}.",
            causes);
    }

    /// <summary>Many workers; or, in a small pool, all that are in use but the one that may hold the lock.</summary>
    private static bool IsConvoy(PoolSignals signals, int waiting) =>
        waiting >= Thresholds.ConvoyWorkers
        || waiting >= 2 && signals.WorkWaits && waiting + 1 >= signals.Blocked + signals.Working;

    private sealed record Owner(int OsId, bool Certain, string Doing, Cause? Cause);

    /// <summary>By the runtime's contention events, which name the thread that held the lock when a waiter came.</summary>
    private static Owner? KnownOwner(PoolSignals signals, HashSet<int> waiting)
    {
        long? owner = signals.Recording.LockWaits
            .Where(wait => waiting.Contains(wait.OsId) && wait.OwnerOsId > 0)
            .Select(wait => (long?)wait.OwnerOsId)
            .LastOrDefault();
        return owner is null ? null : Describe(signals, (int)owner.Value, certain: true);
    }

    /// <summary>By the stacks: a thread inside the method that takes the lock, but beyond taking it.</summary>
    private static Owner? LikelyOwner(PoolSignals signals, HashSet<int> waiting, string gate)
    {
        ThreadStack? holder = signals.Recording.Snapshots
            .SelectMany(snapshot => snapshot.Threads)
            .FirstOrDefault(thread => !waiting.Contains(thread.OsId)
                && thread.Stack.Any(frame => frame.DisplayName == gate)
                && StackReader.Block(thread.Stack) is not { IsLock: true });
        return holder is null ? null : Describe(signals, holder.OsId, certain: false);
    }

    private static Owner? Describe(PoolSignals signals, int osId, bool certain)
    {
        IReadOnlyList<Frame>? stack = signals.Recording.Snapshots
            .SelectMany(snapshot => snapshot.Threads)
            .LastOrDefault(thread => thread.OsId == osId)?.Stack;
        if (stack is null) return new(osId, certain, "which was not seen running", null);
        if (StackReader.Block(stack) is not { } blockage)
        {
            return new(osId, certain, $"working in {StackReader.UserFrame(stack)?.DisplayName ?? stack[0].DisplayName}", null);
        }
        if (blockage.IsLock)
        {
            return new(osId, certain, $"and itself waits for a lock in {blockage.User.DisplayName}", null);
        }
        return new(osId, certain, $"and waits in {blockage.Leaf} in {blockage.User.DisplayName}", CauseList.Group([blockage])[0]);
    }
}
