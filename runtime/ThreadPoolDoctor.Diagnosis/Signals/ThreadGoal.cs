using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>
/// How many workers the pool lets work at once, by its own word. Hill climbing lowers it below the number of workers
/// there are: the others stay idle beside work that waits, until the pool raises it again.
/// </summary>
internal static class ThreadGoal
{
    /// <summary>The goal at a moment of the recording; null where the pool has not told one yet.</summary>
    public static int? At(Recording recording, double at) => recording.Adjustments
        .Where(change => change.At <= at)
        .Select(change => (int?)change.Workers)
        .LastOrDefault();
}
