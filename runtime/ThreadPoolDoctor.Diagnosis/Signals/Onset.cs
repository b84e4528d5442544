using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>Since when the pool has been ill.</summary>
internal static class Onset
{
    /// <summary>
    /// The earliest of: the first worker beyond the minimum in the present run of injections (also from before the
    /// observation), the first injection for starvation that was seen, the first reading in which work waited.
    /// Null for a pool that is well.
    /// </summary>
    public static DateTimeOffset? Of(PoolSignals signals, Verdict verdict)
    {
        if (verdict is not (Verdict.Starving or Verdict.Compensated or Verdict.AtRisk)) return null;
        Recording recording = signals.Recording;
        DateTimeOffset start = recording.Cost.StartedAt;
        List<DateTimeOffset> signs = [];
        if (InjectionSteps.GrowingSince(recording, signals.MinWorkers) is { } grown) signs.Add(grown);
        signs.AddRange(recording.Adjustments
            .Where(change => change.Reason is AdjustmentReason.Starvation or AdjustmentReason.CooperativeBlocking)
            .Take(1)
            .Select(change => start.AddSeconds(change.At)));
        signs.AddRange(recording.Ticks
            .Where(tick => tick.QueueLength > 0)
            .Take(1)
            .Select(tick => start.AddSeconds(tick.At)));
        return signs.Count == 0 ? null : signs.Min();
    }
}
