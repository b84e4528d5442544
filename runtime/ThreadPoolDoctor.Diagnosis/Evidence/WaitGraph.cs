using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>
/// Which threads wait for locks of which others at the end of the look, and those that wait in a circle.
/// </summary>
/// <param name="Edges">By thread.</param>
/// <param name="Deadlocks">Circles whose threads stood still while it was looked, each from its lowest thread
/// on.</param>
internal sealed record WaitGraph(IReadOnlyList<WaitEdge> Edges, IReadOnlyList<IReadOnlyList<WaitEdge>> Deadlocks)
{
    private const int MostEdges = 200;

    /// <summary>
    /// The owner of a lock is told by the code, where it shows a thread inside of a block that holds the same field's
    /// lock, and by the runtime's contention events, which name the owner when a wait begins. The code also tells of
    /// waits that began before it was looked; of a field that each object has for itself it tells only what is likely.
    /// </summary>
    public static WaitGraph Of(Recording recording)
    {
        if (recording.Snapshots.Count == 0) return new([], []);
        IReadOnlyList<ThreadStack> threads = [.. recording.Snapshots[^1].Threads.DistinctBy(thread => thread.OsId)];
        List<Waiter> waiters = [.. threads.Select(thread => Waiter.Of(thread, recording)).OfType<Waiter>()];
        if (waiters.Count == 0) return new([], []);
        Owners owners = new(threads, waiters);
        List<WaitEdge> edges = [.. waiters.Select(owners.EdgeOf).OfType<WaitEdge>().OrderBy(edge => edge.Thread)];
        IReadOnlyList<IReadOnlyList<WaitEdge>> circles =
            [.. Circles(edges).Where(circle => circle.All(edge => StoodStill(recording, edge.Thread)))];
        // A circle is told whole, whatever is left out.
        HashSet<WaitEdge> inCircles = [.. circles.SelectMany(circle => circle)];
        return new([.. edges.OrderByDescending(inCircles.Contains).Take(MostEdges).OrderBy(edge => edge.Thread)], circles);
    }

    /// <summary>Each thread waits for one at most, so that going on from any of them ends, or comes round.</summary>
    private static IEnumerable<IReadOnlyList<WaitEdge>> Circles(IReadOnlyList<WaitEdge> edges)
    {
        Dictionary<int, WaitEdge> next = edges.ToDictionary(edge => edge.Thread);
        HashSet<int> done = [];
        foreach (WaitEdge first in edges)
        {
            List<WaitEdge> path = [];
            HashSet<int> here = [];
            WaitEdge? edge = first;
            while (edge is not null && !done.Contains(edge.Thread) && here.Add(edge.Thread))
            {
                path.Add(edge);
                edge = next.GetValueOrDefault(edge.Owner);
            }
            done.UnionWith(here);
            int start = edge is null ? -1 : path.IndexOf(edge);
            // The edges come by thread, so the lowest of a circle comes first unless it was reached from outside.
            if (start >= 0) yield return FromLowest([.. path.Skip(start)]);
        }
    }

    private static IReadOnlyList<WaitEdge> FromLowest(List<WaitEdge> circle)
    {
        int lowest = circle.IndexOf(circle.MinBy(edge => edge.Thread)!);
        return [.. circle.Skip(lowest), .. circle.Take(lowest)];
    }

    /// <summary>Whether a thread waited at its place for so long that nobody is merely slow.</summary>
    private static bool StoodStill(Recording recording, int osId) => StoodInEachStack(recording, osId) || NeverRan(recording, osId);

    private static bool StoodInEachStack(Recording recording, int osId)
    {
        var seen = recording.Snapshots
            .SelectMany(snapshot => snapshot.Threads, (snapshot, thread) => (snapshot.At, Thread: thread))
            .Where(sight => sight.Thread.OsId == osId)
            .Select(sight => (sight.At, Blockage: StackReader.Block(sight.Thread.Stack)))
            .ToList();
        return seen[^1].At - seen[0].At >= Thresholds.DeadlockSeconds
            && seen.All(sight => sight.Blockage is { IsLock: true } now && now.User == seen[0].Blockage!.User && now.Leaf == seen[0].Blockage!.Leaf);
    }

    /// <summary>
    /// The same by the system's account of the thread, where stacks were taken in one moment only: one that neither ran
    /// nor wanted to around the last of them is where that shows it. Processor time alone is told in hundredths of a
    /// second, which is too coarse.
    /// </summary>
    private static bool NeverRan(Recording recording, int osId)
    {
        double at = recording.Snapshots[^1].At;
        var seen = recording.Censuses
            .SelectMany(census => census.Threads, (census, thread) => (census.At, Thread: thread))
            .Where(sight => sight.Thread.OsId == osId && sight.Thread.CpuWaitSeconds > 0)
            .ToList();
        if (seen.LastOrDefault(sight => sight.At <= at) is not { Thread: { } before }) return false;
        var same = seen.Where(sight => sight.Thread.CpuSeconds == before.CpuSeconds && sight.Thread.CpuWaitSeconds == before.CpuWaitSeconds).ToList();
        return same[^1].At >= at && same[^1].At - same[0].At >= Thresholds.DeadlockSeconds;
    }

    /// <summary>A thread at the entry of a lock.</summary>
    private sealed record Waiter(int OsId, Blockage Blockage, WaitFacts? Taken, LockWait? Told)
    {
        public static Waiter? Of(ThreadStack thread, Recording recording)
        {
            if (StackReader.Block(thread.Stack) is not { IsLock: true } blockage) return null;
            double at = recording.Snapshots[^1].At;
            return new(
                thread.OsId,
                blockage,
                thread.Stack.SkipWhile(frame => frame.IsFramework).Take(1).Select(frame => frame.Waits).FirstOrDefault(waits => waits?.Lock is not null),
                recording.LockWaits.Where(wait => wait.OsId == thread.OsId && wait.At <= at).MaxBy(wait => wait.At));
        }
    }

    /// <summary>Who holds which lock at that moment.</summary>
    private sealed class Owners
    {
        private readonly Dictionary<int, ThreadStack> _threads;
        private readonly Dictionary<int, ulong> _waitedFor;
        private readonly ILookup<string, (int OsId, Frame Frame)> _holders;

        public Owners(IReadOnlyList<ThreadStack> threads, IReadOnlyList<Waiter> waiters)
        {
            _threads = threads.ToDictionary(thread => thread.OsId);
            _waitedFor = waiters.ToDictionary(waiter => waiter.OsId, waiter => waiter.Told?.LockId ?? 0);
            _holders = (from thread in threads
                        where !LetsGo(thread.Stack)
                        from frame in thread.Stack
                        from held in frame.Waits?.LocksHeld ?? []
                        select (Held: held, thread.OsId, Frame: frame))
                .ToLookup(holder => holder.Held, holder => (holder.OsId, holder.Frame));
        }

        public WaitEdge? EdgeOf(Waiter waiter)
        {
            var holders = waiter.Taken is null ? [] : _holders[waiter.Taken.Lock!].Where(holder => holder.OsId != waiter.OsId).DistinctBy(holder => holder.OsId).ToList();
            if (holders.Count == 1 && waiter.Taken!.LockIsStatic) return Edge(waiter, holders[0].OsId, holders[0].Frame.DisplayName, certain: true);
            if (ToldOwner(waiter) is { } told) return Edge(waiter, told.OsId, StackReader.UserFrame(told.Stack)?.DisplayName, certain: true);
            return holders.Count == 1 ? Edge(waiter, holders[0].OsId, holders[0].Frame.DisplayName, certain: false) : null;
        }

        /// <summary>
        /// A lock changes hands: a thread that waits for it at this moment, or is idle, has let go of it since.
        /// </summary>
        private ThreadStack? ToldOwner(Waiter waiter) =>
            waiter.Told is { OwnerOsId: > 0 and <= int.MaxValue } told
            && (int)told.OwnerOsId != waiter.OsId
            && _threads.GetValueOrDefault((int)told.OwnerOsId) is { } owner
            && !StackReader.IsIdle(owner.Stack)
            && (told.LockId == 0 || _waitedFor.GetValueOrDefault(owner.OsId) != told.LockId)
                ? owner
                : null;

        private static WaitEdge Edge(Waiter waiter, int owner, string? ownerMethod, bool certain) => new()
        {
            Thread = waiter.OsId,
            Method = waiter.Blockage.User.DisplayName,
            File = waiter.Blockage.User.File,
            Line = waiter.Blockage.User.Line,
            Approximate = waiter.Blockage.User.Approximate,
            Lock = waiter.Taken?.Lock is { } field ? FrameNames.Field(field) : null,
            Owner = owner,
            OwnerMethod = ownerMethod,
            Certain = certain,
        };

        /// <summary>Monitor.Wait gives the lock back for as long as it waits.</summary>
        private static bool LetsGo(IReadOnlyList<Frame> stack) =>
            stack.Any(frame => frame is { TypeName: "System.Threading.Monitor", MethodName: "Wait" or "ObjWait" });
    }
}
