using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>
/// The history of injection as the start times of the living workers tell it. A starved worker never idles out (the
/// pool retires a worker only after 20 s without work), so the steps survive and reach back before the observation.
/// </summary>
internal static class InjectionSteps
{
    /// <summary>
    /// When the pool first had to grow beyond its minimum in the present run of injections, or null where the start
    /// times are not known or the pool has not grown.
    /// </summary>
    public static DateTimeOffset? GrowingSince(Recording recording, int minWorkers)
    {
        List<ThreadSight> beyond = [.. Workers.Living(recording).Skip(minWorkers)];
        if (beyond.Count == 0) return null;
        int first = beyond.Count - 1;
        while (first > 0 && Seconds(beyond[first - 1], beyond[first].StartedAt) <= Thresholds.InjectionGapSeconds) first--;
        return beyond[first].StartedAt;
    }

    /// <summary>
    /// Workers beyond the minimum that were started in the last seconds before <paramref name="now"/>, oldest first.
    /// </summary>
    public static IReadOnlyList<ThreadSight> RecentSteps(
        Recording recording, int minWorkers, DateTimeOffset now, double seconds) =>
        [.. Workers.Living(recording).Skip(minWorkers).Where(worker => Seconds(worker, now) <= seconds)];

    /// <summary>From the start of a worker on.</summary>
    private static double Seconds(ThreadSight worker, DateTimeOffset until) => (until - worker.StartedAt).TotalSeconds;
}
