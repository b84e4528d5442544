using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;

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
        Dictionary<int, double> cpuShare = CpuShares(recording);
        Dictionary<int, bool> asleep = MostlyAsleep(recording);
        return recording.Snapshots
            .SelectMany(snapshot => snapshot.Threads)
            .Where(thread => workers.Contains(thread.OsId))
            .GroupBy(thread => thread.OsId)
            .Select(group => Judge(
                group.Key,
                [.. group.Select(thread => thread.Stack)],
                cpuShare.TryGetValue(group.Key, out double share) ? share : null,
                asleep.TryGetValue(group.Key, out bool sleeps) && sleeps))
            .ToList();
    }

    private static WorkerActivity Judge(
        int osId, List<IReadOnlyList<Frame>> stacks, double? cpuShare, bool asleep)
    {
        int idle = stacks.Count(stack => StackReader.StateOf(stack) == WorkerState.Idle);
        if (idle > stacks.Count * (1 - Thresholds.BlockedSnapshotsShare)) return new(osId, WorkerState.Idle, null, stacks);

        // A call that may block, on a thread that keeps a processor busy, is working (parsing a file, say).
        bool working = cpuShare > Thresholds.WorkingCpuShare;
        List<Blockage> blockages = working ? [] : [.. stacks.Select(StackReader.Block).OfType<Blockage>()];
        if (blockages.Count == 0 && asleep && !working && InOnePlace(stacks))
        {
            blockages = [.. stacks.Select(StackReader.Unnamed).OfType<Blockage>()];
        }
        if (blockages.Count < stacks.Count * Thresholds.BlockedSnapshotsShare || blockages.Count == 0)
        {
            return new(osId, WorkerState.Working, null, stacks);
        }
        Blockage usual = blockages
            .GroupBy(blockage => (blockage.User.DisplayName, blockage.Leaf))
            .OrderByDescending(group => group.Count())
            .First().First();
        return new(osId, WorkerState.Blocked, usual, stacks);
    }

    private static bool InOnePlace(List<IReadOnlyList<Frame>> stacks)
    {
        Frame? first = Place(stacks[0]);
        return stacks.Count > 1 && first is not null && stacks.All(stack => Place(stack) == first);
    }

    private static Frame? Place(IReadOnlyList<Frame> stack) => StackReader.UserFrame(stack) ?? stack.FirstOrDefault();

    private static Dictionary<int, double> CpuShares(Recording recording)
    {
        Dictionary<int, double> shares = [];
        if (recording.Censuses.Count < 2) return shares;
        ThreadCensus last = recording.Censuses[^1];
        Dictionary<int, (double At, double Cpu)> firstSeen = [];
        foreach (ThreadCensus census in recording.Censuses)
        {
            foreach (ThreadSight thread in census.Threads) firstSeen.TryAdd(thread.OsId, (census.At, thread.CpuSeconds));
        }
        foreach (ThreadSight thread in last.Threads)
        {
            (double at, double cpu) = firstSeen[thread.OsId];
            // Processor time is counted in hundredths of a second: shorter spans say nothing.
            if (last.At - at > 0.2) shares[thread.OsId] = (thread.CpuSeconds - cpu) / (last.At - at);
        }
        return shares;
    }

    private static Dictionary<int, bool> MostlyAsleep(Recording recording) => recording.Censuses
        .SelectMany(census => census.Threads)
        .GroupBy(thread => thread.OsId)
        .ToDictionary(group => group.Key, group => group.Count(thread => thread.Asleep) >= group.Count() * Thresholds.AsleepShare);
}
