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
        if (Worst(signals) is not { } convoy) return null;

        HashSet<int> waiting = [.. convoy.Waiting.Select(waiter => waiter.OsId)];
        Owner? owner = KnownOwner(signals, convoy, waiting) ?? LikelyOwner(convoy, waiting);
        List<Cause> causes = [.. CauseList.Group(convoy.Waiting.Select(waiter => waiter.Blockage), signals.Blocked)];
        if (owner?.Held is { } held) causes.InsertRange(0, CauseList.Group([held], signals.Blocked));
        string who = owner is null
            ? "its owner could not be seen"
            : $"thread {owner.OsId} {(owner.Certain ? "holds" : "probably holds")} it, {owner.Doing}";
        return Found.Of(
            Ailments.LockConvoy,
            $"{(waiting.Count == 1 ? "1 worker waits" : $"{waiting.Count} workers wait")} for one lock in {convoy.Gate}; {who}.",
            causes);
    }

    private sealed record Waiter(int OsId, Blockage Blockage);

    /// <summary>Blocked workers that stood before one lock at one moment, when so many workers were in use.</summary>
    private sealed record Convoy(StackSnapshot Snapshot, string Gate, int? Line, IReadOnlyList<Waiter> Waiting, int InUse);

    /// <summary>
    /// The longest line before one lock, or null. Counted at one moment, for in the next another may have got in, and the
    /// one that held the lock may have joined the line; but it must stand there most of the time.
    /// </summary>
    private static Convoy? Worst(PoolSignals signals)
    {
        HashSet<int> blocked = [.. signals.Activities.Where(activity => activity.State == WorkerState.Blocked).Select(activity => activity.OsId)];
        HashSet<int> used = [.. signals.Activities.Where(activity => activity.State != WorkerState.Idle).Select(activity => activity.OsId)];
        return signals.Recording.Snapshots
            .SelectMany(snapshot => Lines(snapshot, blocked, used))
            .Where(line => IsConvoy(signals, line))
            .GroupBy(line => (line.Gate, line.Line))
            .Where(moments => moments.Count() >= signals.Recording.Snapshots.Count * Thresholds.BlockedSnapshotsShare)
            .SelectMany(moments => moments)
            .MaxBy(line => (line.Waiting.Count, line.Snapshot.At));
    }

    private static IEnumerable<Convoy> Lines(StackSnapshot snapshot, HashSet<int> blocked, HashSet<int> used)
    {
        // Of this moment, too: a starving pool grows while it is looked at, and so does the line.
        int inUse = snapshot.Threads.Select(thread => thread.OsId).Where(used.Contains).Distinct().Count();
        return snapshot.Threads
            .Where(thread => blocked.Contains(thread.OsId))
            .DistinctBy(thread => thread.OsId)
            .Select(thread => (thread.OsId, Blockage: StackReader.Block(thread.Stack)))
            .Where(thread => thread.Blockage is { IsLock: true })
            .Select(thread => new Waiter(thread.OsId, thread.Blockage!))
            .GroupBy(waiter => (waiter.Blockage.User.DisplayName, waiter.Blockage.User.Line))
            .Select(line => new Convoy(snapshot, line.Key.DisplayName, line.Key.Line, [.. line], inUse));
    }

    /// <summary>
    /// Many workers; or, while the pool is small, all that are in use but the one that may hold the lock. That may be one
    /// alone: where two workers are all that there are, the rest of the line still waits in the queue.
    /// </summary>
    private static bool IsConvoy(PoolSignals signals, Convoy line) =>
        line.Waiting.Count >= Thresholds.ConvoyWorkers || signals.WorkWaits && line.Waiting.Count + 1 >= line.InUse;

    /// <param name="OsId">The thread.</param>
    /// <param name="Certain">Whether the runtime said so.</param>
    /// <param name="Doing">What it does, as the end of a sentence.</param>
    /// <param name="Held">What keeps it from letting go, when it waits for something else than a lock.</param>
    private sealed record Owner(int OsId, bool Certain, string Doing, Blockage? Held);

    /// <summary>
    /// By the runtime's contention events, which name the thread that held the lock when a waiter came. The lock changes
    /// hands: a thread that stands in the line at this moment, or rests, has let go of it since.
    /// </summary>
    private static Owner? KnownOwner(PoolSignals signals, Convoy convoy, HashSet<int> waiting)
    {
        HashSet<int> without = [.. convoy.Snapshot.Threads
            .Where(thread => StackReader.StateOf(thread.Stack) == WorkerState.Idle)
            .Select(thread => thread.OsId)
            .Concat(waiting)];
        // Who waits here may have waited for other locks before: most of them for this one.
        long? owner = signals.Recording.LockWaits
            .Where(wait => waiting.Contains(wait.OsId) && wait.OwnerOsId > 0)
            .GroupBy(wait => wait.LockId)
            .MaxBy(waits => waits.Count())?
            .Where(wait => !without.Contains((int)wait.OwnerOsId))
            .Select(wait => (long?)wait.OwnerOsId)
            .LastOrDefault();
        // What it does is told of the same moment, too; of a thread that was not seen then, of the last.
        return owner is null ? null : Describe((int)owner.Value, certain: true, signals.Recording.Snapshots
            .Append(convoy.Snapshot)
            .SelectMany(snapshot => snapshot.Threads)
            .LastOrDefault(thread => thread.OsId == owner.Value)?.Stack);
    }

    /// <summary>By the stacks: a thread that is, at the same moment, inside the method that takes the lock, but beyond taking it.</summary>
    private static Owner? LikelyOwner(Convoy convoy, HashSet<int> waiting)
    {
        ThreadStack? holder = convoy.Snapshot.Threads.FirstOrDefault(thread => !waiting.Contains(thread.OsId)
            && thread.Stack.Any(frame => frame.DisplayName == convoy.Gate)
            && StackReader.Block(thread.Stack) is not { IsLock: true });
        return holder is null ? null : Describe(holder.OsId, certain: false, holder.Stack);
    }

    private static Owner? Describe(int osId, bool certain, IReadOnlyList<Frame>? stack)
    {
        if (stack is null) return new(osId, certain, "which was not seen running", null);
        if (StackReader.Block(stack) is not { } blockage)
        {
            return new(osId, certain, $"working in {StackReader.UserFrame(stack)?.DisplayName ?? stack[0].DisplayName}", null);
        }
        if (blockage.IsLock)
        {
            return new(osId, certain, $"and itself waits for a lock in {blockage.User.DisplayName}", null);
        }
        return new(osId, certain, $"and waits in {blockage.Leaf} in {blockage.User.DisplayName}", blockage);
    }
}
