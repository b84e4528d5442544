using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>A worker that still lives was started.</summary>
/// <param name="At">When, perhaps before the look.</param>
/// <param name="Workers">Workers of today that there were from then on.</param>
/// <param name="Reason">Why the pool added it, where it said so.</param>
public sealed record GrowthStep(DateTimeOffset At, int Workers, string? Reason);

/// <summary>
/// How the pool came to its workers, by the start times of those that live: a starved worker never idles out, so the
/// steps reach back before the look. Why it was added is known of those that were started while it was looked.
/// </summary>
internal static class PoolGrowth
{
    private const int MostSteps = 200;

    // The pool says why before the thread runs.
    private const double SecondsToStart = 0.5;

    private static readonly Dictionary<AdjustmentReason, string> s_reasons = new()
    {
        [AdjustmentReason.Starvation] = Injection.Starvation,
        [AdjustmentReason.CooperativeBlocking] = Injection.CooperativeBlocking,
        [AdjustmentReason.Warmup] = "hill climbing",
        [AdjustmentReason.RandomMove] = "hill climbing",
        [AdjustmentReason.ClimbingMove] = "hill climbing",
        [AdjustmentReason.ChangePoint] = "hill climbing",
        [AdjustmentReason.Stabilizing] = "hill climbing",
    };

    /// <summary>
    /// Oldest first, the newest where there are many; empty where the system does not tell when threads were started.
    /// </summary>
    public static IReadOnlyList<GrowthStep> Of(Recording recording)
    {
        IReadOnlyList<ThreadSight> workers = Workers.Living(recording);
        return [.. workers
            .Select((worker, index) => new GrowthStep(worker.StartedAt, index + 1, Reason(recording, worker.StartedAt)))
            .Skip(Math.Max(0, workers.Count - MostSteps))];
    }

    private static string? Reason(Recording recording, DateTimeOffset start)
    {
        double at = (start - recording.Cost.StartedAt).TotalSeconds;
        // Start times are kept in hundredths of a second.
        WorkerAdjustment? said = recording.Adjustments.LastOrDefault(change => change.At <= at + 0.02 && at - change.At <= SecondsToStart);
        return said is null ? null : s_reasons.GetValueOrDefault(said.Reason);
    }
}
