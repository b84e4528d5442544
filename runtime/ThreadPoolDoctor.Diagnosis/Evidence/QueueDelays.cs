using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>
/// From items seen being queued to how long items wait. In a starving pool most items have not started when the look
/// ends: they have waited for at least so long, and count until then (the estimate of Kaplan and Meier, 1958).
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
        QueuedItem[] waits = [.. items];
        Array.Sort(waits, Compare);
        return new(
            waits.Length, waits.Count(wait => wait.Started),
            Longer(waits, 0.5), Longer(waits, 0.05), Longer(waits, 0.01));
    }

    /// <summary>The delay that this share of the items exceeds.</summary>
    private static Delay Longer(QueuedItem[] waits, double share)
    {
        double waiting = 1;
        for (int i = 0; i < waits.Length; i++)
        {
            // Of those that were still watched at this age, one started.
            if (waits[i].Started) waiting *= 1 - 1.0 / (waits.Length - i);
            if (waiting <= share) return new(Seconds(waits[i]), AtLeast: false);
        }
        return new(Seconds(waits[^1]), AtLeast: true);
    }

    /// <summary>Of equal ages, what started comes first: it was watched until then like the others.</summary>
    private static int Compare(QueuedItem one, QueuedItem other) =>
        Seconds(one).CompareTo(Seconds(other)) is not 0 and var longer ? longer : other.Started.CompareTo(one.Started);

    private static double Seconds(QueuedItem item) => Math.Max(0, item.SeenUntil - item.QueuedAt);
}
