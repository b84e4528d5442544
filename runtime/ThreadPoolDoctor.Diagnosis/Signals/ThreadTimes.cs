using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>What the operating system's account of each thread says over the whole observation.</summary>
internal static class ThreadTimes
{
    /// <summary>Share of one processor that each thread used while it was seen, by thread id; without those seen too shortly.</summary>
    public static Dictionary<int, double> CpuShares(Recording recording)
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
            if (last.At - at > Thresholds.LeastCpuSpanSeconds) shares[thread.OsId] = (thread.CpuSeconds - cpu) / (last.At - at);
        }
        return shares;
    }

    /// <summary>Whether each thread slept nearly every time it was looked at, by thread id.</summary>
    public static Dictionary<int, bool> MostlyAsleep(Recording recording) => recording.Censuses
        .SelectMany(census => census.Threads)
        .GroupBy(thread => thread.OsId)
        .ToDictionary(
            group => group.Key,
            group => group.Count(thread => thread.Asleep) >= group.Count() * Thresholds.AsleepShare);
}
