using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>
/// From items seen being queued to how long items wait. In a starving pool most items have not started when the look ends: they
/// have waited for at least so long, and count until then (the estimate of Kaplan and Meier, 1958).
/// </summary>
internal static class QueueDelays
{
    // Of fewer, one of twenty means nothing.
    private const int LeastItems = 20;

    /// <summary>Null where too few items were seen.</summary>
    public static QueueDelay? Of(Recording recording)
    {
        IReadOnlyList<QueuedItem> items = recording.QueuedItems;
        if (items.Count < LeastItems) return null;
        List<(double Seconds, bool Started)> waits =
            [.. items.Select(item => (Math.Max(0, item.SeenUntil - item.QueuedAt), item.Started)).OrderBy(wait => wait.Item1)];
        return new(
            items.Count, waits.Count(wait => wait.Started), Longer(waits, 0.5), Longer(waits, 0.05), Longer(waits, 0.01));
    }

    /// <summary>The delay that this share of the items exceeds.</summary>
    private static Delay Longer(List<(double Seconds, bool Started)> waits, double share)
    {
        double waiting = 1;
        for (int i = 0; i < waits.Count; i++)
        {
            // Of those that were still watched at this age, one started.
            if (waits[i].Started) waiting *= 1 - 1.0 / (waits.Count - i);
            if (waiting <= share) return new(waits[i].Seconds, AtLeast: false);
        }
        return new(waits[^1].Seconds, AtLeast: true);
    }
}
