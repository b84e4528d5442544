using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Monitoring;

/// <summary>
/// The last minutes of a look that has no end, in constant memory, and the last seconds as a recording of their own, so
/// that the verdict is on what is and not on what was. Used by one thread at a time.
/// </summary>
internal sealed class RollingRecording
{
    /// <summary>Seconds that the verdict is on.</summary>
    public const double Judged = 15;

    /// <summary>Seconds of readings that are kept.</summary>
    public const double Kept = 180;

    // Stacks are taken four times a minute while there is trouble: older ones tell of other trouble.
    private const double StacksLast = 45;

    private readonly Queue<CounterTick> _ticks = [];
    private readonly Queue<ThreadCensus> _censuses = [];

    /// <summary>The readings that are kept, oldest first.</summary>
    public IReadOnlyList<CounterTick> Ticks => [.. _ticks];

    /// <summary>Adds what was seen now; the same reading may come again.</summary>
    public void Add(Recording peek)
    {
        double now = peek.Cost.Seconds;
        Keep(_ticks, peek.Ticks, tick => tick.At, now - Kept);
        Keep(_censuses, peek.Censuses, census => census.At, now - Judged);
    }

    /// <summary>
    /// The last seconds, as if only then had been looked; with stacks of a little before where there are none of then.
    /// </summary>
    public Recording Recent(Recording peek)
    {
        Recording whole = Whole(peek);
        double now = whole.Cost.Seconds;
        double from = Math.Max(0, now - Judged);
        Recording part = whole.During(from, now);
        return part.Snapshots.Count > 0 ? part : part with
        {
            Snapshots = [.. whole.Snapshots.Where(snapshot => snapshot.At >= now - StacksLast).Select(snapshot => snapshot with { At = 0 })],
        };
    }

    /// <summary>All that is kept, for a file.</summary>
    public Recording Whole(Recording peek) => peek with { Ticks = [.. _ticks], Censuses = [.. _censuses] };

    private static void Keep<T>(Queue<T> kept, IEnumerable<T> more, Func<T, double> at, double oldest)
    {
        foreach (T item in more)
        {
            if (kept.Count == 0 || at(item) > at(kept.Last())) kept.Enqueue(item);
        }
        while (kept.Count > 0 && at(kept.Peek()) < oldest) kept.Dequeue();
    }
}
