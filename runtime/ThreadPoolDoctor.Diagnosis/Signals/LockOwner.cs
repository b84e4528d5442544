using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>The thread that keeps others out of a lock.</summary>
/// <param name="OsId">The operating system's thread id.</param>
/// <param name="Certain">Whether the runtime said so.</param>
/// <param name="Doing">What it does, as the end of a sentence.</param>
/// <param name="Held">What keeps it from letting go, when it waits for something else than a lock.</param>
internal sealed record LockOwner(int OsId, bool Certain, string Doing, Blockage? Held)
{
    /// <summary>The owner where it can be seen, or null.</summary>
    public static LockOwner? Of(PoolSignals signals, LockSite site)
    {
        HashSet<int> waiting = [.. site.Waiting.Select(waiter => waiter.OsId)];
        return Known(signals, site, waiting) ?? Likely(site, waiting);
    }

    /// <summary>
    /// By the runtime's contention events, which name the thread that held the lock when a waiter came. The lock
    /// changes hands: a thread that waits for it at this moment, or is idle, has let go of it since.
    /// </summary>
    private static LockOwner? Known(PoolSignals signals, LockSite site, HashSet<int> waiting)
    {
        HashSet<int> without = [.. site.Snapshot.Threads
            .Where(thread => StackReader.StateOf(thread.Stack) == WorkerState.Idle)
            .Select(thread => thread.OsId)
            .Concat(waiting)];
        // A worker that waits here may have waited for other locks before: most of them for this one.
        long? owner = signals.Recording.LockWaits
            .Where(wait => waiting.Contains(wait.OsId) && wait.OwnerOsId > 0)
            .Where(wait => site.LockId == 0 || wait.LockId == site.LockId)
            .GroupBy(wait => wait.LockId)
            .MaxBy(waits => waits.Count())?
            .Where(wait => !without.Contains((int)wait.OwnerOsId))
            .Select(wait => (long?)wait.OwnerOsId)
            .LastOrDefault();
        // What it does is told of the same moment, too; of a thread that was not seen then, of the last.
        return owner is null ? null : Describe((int)owner.Value, certain: true, signals.Recording.Snapshots
            .Append(site.Snapshot)
            .SelectMany(snapshot => snapshot.Threads)
            .LastOrDefault(thread => thread.OsId == owner.Value)?.Stack);
    }

    /// <summary>
    /// By the stacks: a thread that is, at the same moment, inside the method that takes the lock, but beyond taking
    /// it.
    /// </summary>
    private static LockOwner? Likely(LockSite site, HashSet<int> waiting)
    {
        ThreadStack? holder = site.Snapshot.Threads.FirstOrDefault(thread => !waiting.Contains(thread.OsId)
            && thread.Stack.Any(frame => frame.DisplayName == site.Method)
            && StackReader.Block(thread.Stack) is not { IsLock: true });
        return holder is null ? null : Describe(holder.OsId, certain: false, holder.Stack);
    }

    private static LockOwner Describe(int osId, bool certain, IReadOnlyList<Frame>? stack)
    {
        if (stack is null or []) return new(osId, certain, "which was not seen running", null);
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
