using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>A span of the observation, in seconds since it began, in which work waited for a worker.</summary>
/// <param name="From">Its beginning.</param>
/// <param name="To">Its end.</param>
/// <param name="Readings">Readings of the counters within it.</param>
/// <param name="Injected">Whether the pool said within it that it adds threads because of starvation.</param>
internal sealed record WaitingSpan(double From, double To, int Readings, bool Injected)
{
    public double Seconds => To - From;

    /// <summary>
    /// One reading may be a burst that is gone the next moment; two, or the pool's own word, are not.
    /// </summary>
    public bool IsLong => Readings >= 2 || Injected;
}

/// <summary>
/// When work waited, by the readings of the counters. Starvation comes and goes: what was well in most readings may
/// have starved for two seconds in between.
/// </summary>
internal static class StarvedTime
{
    /// <summary>
    /// The spans, oldest first. Where the readings change, the change is taken to be half way between them; the first
    /// reading speaks for all the time before it. Stacks that were taken between two readings know better.
    /// </summary>
    public static IReadOnlyList<WaitingSpan> Spans(Recording recording)
    {
        IReadOnlyList<CounterTick> ticks = recording.Ticks;
        double pause = UsualPause(ticks);
        WaitingEdges edges = new(recording);
        List<WaitingSpan> spans = [];
        for (int first = 0; first < ticks.Count; first++)
        {
            if (!Waits(ticks[first], pause)) continue;
            int last = first;
            while (last + 1 < ticks.Count && Waits(ticks[last + 1], pause)) last++;
            double from = first == 0
                ? 0
                : ticks[first].At - Math.Min(pause, ticks[first].At - ticks[first - 1].At) / 2;
            double to = last == ticks.Count - 1
                ? ticks[last].At
                : ticks[last].At + Math.Min(pause, ticks[last + 1].At - ticks[last].At) / 2;
            from = edges.Begin(first == 0 ? double.NegativeInfinity : ticks[first - 1].At, ticks[first].At, from);
            to = edges.End(ticks[last].At, last == ticks.Count - 1 ? ticks[last].At : ticks[last + 1].At, to);
            spans.Add(new(from, to, last - first + 1, Injected(recording, from, to)));
            first = last;
        }
        return spans;
    }

    /// <summary>
    /// Seconds that the readings cover. An observation lasts a little longer, while names are asked for; of that time
    /// the readings say nothing.
    /// </summary>
    public static double Covered(Recording recording) => recording.Ticks.Count == 0 ? 0 : recording.Ticks[^1].At;

    /// <summary>Seconds in all these spans.</summary>
    public static double Seconds(IEnumerable<WaitingSpan> spans) => spans.Sum(span => span.Seconds);

    /// <summary>The long spans, those that tell most first: with the most stacks, and of these the longest.</summary>
    public static IEnumerable<WaitingSpan> ByClarity(Recording recording, IReadOnlyList<WaitingSpan> spans) => spans
        .Where(span => span.IsLong)
        .OrderByDescending(span => recording.Snapshots.Count(snapshot => snapshot.At >= span.From && snapshot.At <= span.To))
        .ThenByDescending(span => span.Seconds);

    /// <summary>Whether work waits for longer than a moment, by Little's law, of this reading alone.</summary>
    /// <param name="tick">The reading.</param>
    /// <param name="pause">Seconds between two readings.</param>
    public static bool Waits(CounterTick tick, double pause)
    {
        double rate = Math.Max(tick.CompletedPerSecond, 1 / (2 * Math.Max(pause, 0.1)));
        return tick.QueueLength > 0 && tick.QueueLength / rate >= Thresholds.QueueDelaySeconds;
    }

    private static double UsualPause(IReadOnlyList<CounterTick> ticks)
    {
        if (ticks.Count == 1) return ticks[0].At;
        return Median.Between(ticks, (one, next) => next.At - one.At);
    }

    private static bool Injected(Recording recording, double from, double to) => recording.Adjustments.Any(change =>
        change.Reason is AdjustmentReason.Starvation or AdjustmentReason.CooperativeBlocking
        && change.At >= from && change.At <= to);
}
