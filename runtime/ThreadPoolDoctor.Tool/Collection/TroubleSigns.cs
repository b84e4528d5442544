using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Whether something that the cheap tiers tell gives reason to look closer. Better one look too many than a starved
/// pool called healthy.
/// </summary>
internal static class TroubleSigns
{
    public static bool Shows(CounterTick tick, int processors) => tick.QueueLength > 0 || tick.Workers > processors + 1;

    /// <summary>
    /// Whether work waits for longer than a moment, by this reading alone: a queue of one is mostly on its way.
    /// </summary>
    public static bool WorkWaits(CounterTick tick) => StarvedTime.Waits(tick, pause: 1);

    public static bool Shows(WorkerAdjustment change) =>
        change.Reason is AdjustmentReason.Starvation or AdjustmentReason.CooperativeBlocking;

    public static bool Shows(ThreadCensus census, int processors) =>
        census.Count(ThreadRole.Worker) > processors + 1 || ManyWaits(census);

    /// <summary>
    /// Two wait threads watch up to 126 handles: ordinary. More are worth a word, and a look at who registers.
    /// </summary>
    public static bool ManyWaits(ThreadCensus? census) => census?.Count(ThreadRole.WaitThread) > 2;
}
