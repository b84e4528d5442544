using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>What the operating system's account of each thread says over the whole observation.</summary>
internal static class ThreadTimes
{
    /// <summary>
    /// Share of one processor that each thread used while it was seen, by thread id; without those seen too shortly.
    /// </summary>
    public static Dictionary<int, double> CpuShares(Recording recording) => Shares(recording, thread => thread.CpuSeconds);

    /// <summary>
    /// The same with what it was ready for and did not get: a thread that waits for a processor does not sleep.
    /// </summary>
    public static Dictionary<int, double> WantedShares(Recording recording) =>
        Shares(recording, thread => thread.CpuSeconds + thread.CpuWaitSeconds);

    private static Dictionary<int, double> Shares(Recording recording, Func<ThreadSight, double> account)
    {
        Dictionary<int, double> shares = [];
        if (recording.Censuses.Count < 2) return shares;
        ThreadCensus last = recording.Censuses[^1];
        Dictionary<int, ThreadCensus> firstSeenIn = [];
        Dictionary<int, ThreadSight> firstSeen = [];
        foreach (ThreadCensus census in recording.Censuses)
        {
            foreach (ThreadSight thread in census.Threads)
            {
                if (firstSeen.TryAdd(thread.OsId, thread)) firstSeenIn.Add(thread.OsId, census);
            }
        }
        foreach (ThreadSight thread in last.Threads)
        {
            double seconds = last.At - firstSeenIn[thread.OsId].At;
            if (seconds <= Thresholds.LeastCpuSpanSeconds) continue;
            shares[thread.OsId] = (account(thread) - account(firstSeen[thread.OsId])) / seconds;
        }
        return shares;
    }

    /// <summary>
    /// Whether each thread slept nearly every time it was looked at, and used and wanted little between; by thread id.
    /// </summary>
    /// <remarks>
    /// Counts from around a part of a look also hold what lay before and after it: what a thread used in all that time
    /// it may have used in the part alone, so that is what it is compared with.
    /// </remarks>
    public static Dictionary<int, bool> MostlyAsleep(Recording recording)
    {
        double counted = recording.Censuses.Count < 2 ? 0 : recording.Censuses[^1].At - recording.Censuses[0].At;
        double most = Thresholds.WorkingCpuShare * Math.Min(1, recording.Cost.Seconds / Math.Max(counted, 0.001));
        Dictionary<int, double> wanted = WantedShares(recording);
        return recording.Censuses
            .SelectMany(census => census.Threads)
            .GroupBy(thread => thread.OsId)
            .ToDictionary(
                group => group.Key,
                group => group.Count(thread => thread.Asleep) >= group.Count() * Thresholds.AsleepShare
                    && wanted.GetValueOrDefault(group.Key) <= most);
    }
}
