using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Whether the cheap tiers give reason to look closer. Better one look too many than a starved pool called healthy.</summary>
internal static class TroubleSigns
{
    public static bool Show(
        int processors,
        IReadOnlyList<CounterTick> ticks,
        IReadOnlyList<WorkerAdjustment> adjustments,
        ThreadCensus? census) =>
        ticks.Any(tick => tick.QueueLength > 0 || tick.Workers > processors + 1)
        || adjustments.Any(change => change.Reason is AdjustmentReason.Starvation or AdjustmentReason.CooperativeBlocking)
        || census is not null && (census.Count(ThreadRole.Worker) > processors + 1 || ManyWaits(census));

    /// <summary>Two wait threads watch up to 126 handles: ordinary. More are worth a word, and a look at who registers.</summary>
    public static bool ManyWaits(ThreadCensus? census) => census?.Count(ThreadRole.WaitThread) > 2;
}
