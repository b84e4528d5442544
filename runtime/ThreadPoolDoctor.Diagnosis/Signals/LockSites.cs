using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>A worker that waits to enter a lock.</summary>
internal sealed record LockWaiter(int OsId, Blockage Blockage);

/// <summary>Workers that waited at one place for a lock at one moment.</summary>
/// <param name="Snapshot">The moment.</param>
/// <param name="Method">The method that takes the lock.</param>
/// <param name="Line">Its line, where known.</param>
/// <param name="LockId">The runtime's number of the lock, 0 where it told none.</param>
/// <param name="Locks">How many locks the place takes at this moment, at least.</param>
/// <param name="Waiting">The workers.</param>
/// <param name="InUse">Workers that were in use at this moment.</param>
internal sealed record LockSite(
    StackSnapshot Snapshot, string Method, int? Line, ulong LockId, int Locks, IReadOnlyList<LockWaiter> Waiting, int InUse)
{
    /// <summary>Workers that wait for one of the locks.</summary>
    public int PerLock => Waiting.Count / Locks;
}

/// <summary>
/// Tells which workers wait for the same lock. One line of code may take many (a lock per key or per stripe), so the
/// runtime's number for the lock decides; of waits that began before it was asked for, the number of threads beyond
/// the lock does, because a lock has one owner.
/// </summary>
internal static class LockSites
{
    /// <summary>
    /// The lock with the most waiters, or null where none has many. Counted at one moment, because in the next another
    /// worker may have entered; but there must be a line most of the time. Where each holds the lock for long and
    /// computes, it goes from worker to worker, and none of them waits for most of the time: so each moment tells who
    /// waits, unless the processors are used up and a worker would not get further without the lock either.
    /// </summary>
    public static LockSite? Worst(PoolSignals signals)
    {
        HashSet<int> used = [.. signals.Activities
            .Where(activity => activity.State != WorkerState.Idle).Select(activity => activity.OsId)];
        HashSet<int> mayWait = !signals.Saturated ? used : [.. signals.Activities
            .Where(activity => activity.State == WorkerState.Blocked).Select(activity => activity.OsId)];
        ILookup<int, LockWait> waits = signals.Recording.LockWaits.ToLookup(wait => wait.OsId);
        List<LockSite> convoys = [.. signals.Recording.Snapshots
            .SelectMany(snapshot => At(snapshot, mayWait, used, waits))
            .Where(site => IsConvoy(signals, site))];
        if (convoys.Count == 0) return null;
        return convoys
            .GroupBy(site => new { site.Method, site.Line, Lock = LockIdOf(site, convoys) })
            .Where(moments => moments.Count() >= signals.Recording.Snapshots.Count * Thresholds.BlockedSnapshotsShare)
            .SelectMany(moments => moments)
            .MaxBy(site => (site.PerLock, site.Snapshot.At));
    }

    /// <summary>
    /// Of moments in which no lock was known yet, it is the one that the same place took later, when it is one only.
    /// </summary>
    private static ulong LockIdOf(LockSite site, List<LockSite> convoys)
    {
        if (site.LockId != 0 || site.Locks != 1) return site.LockId;
        ulong[] later = [.. convoys
            .Where(other => other.LockId != 0 && other.Method == site.Method && other.Line == site.Line)
            .Select(other => other.LockId)
            .Distinct()];
        return later.Length == 1 ? later[0] : 0;
    }

    private static IEnumerable<LockSite> At(
        StackSnapshot snapshot, HashSet<int> mayWait, HashSet<int> used, ILookup<int, LockWait> waits)
    {
        // Of this moment, too: a starving pool grows while it is looked at, and so does the number of waiters; and
        // where the pool tries whether fewer workers do as well, one of them rests for a while beside a full queue.
        int inUse = snapshot.Threads
            .Where(thread => used.Contains(thread.OsId) && !StackReader.IsIdle(thread.Stack))
            .DistinctBy(thread => thread.OsId)
            .Count();
        return snapshot.Threads
            .Where(thread => mayWait.Contains(thread.OsId))
            .DistinctBy(thread => thread.OsId)
            .Select(thread => StackReader.Block(thread.Stack) is { IsLock: true } lockWait
                ? new LockWaiter(thread.OsId, lockWait)
                : null)
            .OfType<LockWaiter>()
            .GroupBy(waiter => new { waiter.Blockage.User.DisplayName, waiter.Blockage.User.Line })
            .SelectMany(place => ByLock(snapshot, place.Key.DisplayName, place.Key.Line, [.. place], inUse, waits));
    }

    private static IEnumerable<LockSite> ByLock(
        StackSnapshot snapshot, string method, int? line, List<LockWaiter> waiting, int inUse, ILookup<int, LockWait> waits)
    {
        var byId = waiting.GroupBy(waiter => IdOf(waits[waiter.OsId], snapshot.At)).ToList();
        var known = byId.Where(group => group.Key != 0).ToList();
        int owners = OwnersBeyond(snapshot, method, waiting);
        if (known.Count == 0) return [new(snapshot, method, line, 0, Math.Max(1, owners), waiting, inUse)];
        var most = known.MaxBy(group => group.Count())!;
        // One owner is one lock: workers whose lock is not known wait for the one that most are known to wait for.
        bool oneLock = owners <= 1 && most.Count() * 2 > known.Sum(group => group.Count());
        return known.Select(group => new LockSite(
            snapshot, method, line, group.Key, 1,
            oneLock && group == most ? [.. group, .. byId.Where(other => other.Key == 0).SelectMany(other => other)] : [.. group],
            inUse));
    }

    /// <summary>The lock of the wait that began last before this moment: the one the worker is still in.</summary>
    private static ulong IdOf(IEnumerable<LockWait> waits, double at) =>
        waits.Where(wait => wait.At <= at).MaxBy(wait => wait.At)?.LockId ?? 0;

    /// <summary>Threads inside the method that have passed its lock, and so hold one each.</summary>
    private static int OwnersBeyond(StackSnapshot snapshot, string method, List<LockWaiter> waiting)
    {
        HashSet<int> waiters = [.. waiting.Select(waiter => waiter.OsId)];
        return snapshot.Threads.Count(thread => !waiters.Contains(thread.OsId)
            && thread.Stack.Any(frame => frame.DisplayName == method)
            && StackReader.Block(thread.Stack) is { IsLock: false });
    }

    /// <summary>
    /// Many workers; or, while the pool is small, all that are in use but the one that may hold the lock. That may be
    /// one alone: where two workers are all that there are, the other waiters are still in the queue.
    /// </summary>
    private static bool IsConvoy(PoolSignals signals, LockSite site) => site.PerLock >= Thresholds.ConvoyWorkers
        || site.Locks == 1 && signals.WorkWaits && site.Waiting.Count + 1 >= site.InUse;
}
