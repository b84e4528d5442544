using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>How threads are added to the pool while work waits.</summary>
/// <param name="ThreadsPerSecond">Threads added per second, over the observation or the last half minute, whichever is
/// more.</param>
/// <param name="Added">Threads added during the observation.</param>
/// <param name="Reason">Why the pool adds them, in the field's words, or null when it was not seen adding any.</param>
/// <param name="SecondsPerStep">Median pause between threads added in the last half minute, also before the
/// observation, in seconds; null where there are fewer than two, or they came by swarms.</param>
/// <param name="DrainSeconds">Seconds until the queue is empty if all goes on like this; null when it never will be, or
/// that cannot be told.</param>
/// <param name="KnowsDrain">Whether that can be told: one reading does not say how the queue changes.</param>
internal sealed record Injection(
    double ThreadsPerSecond,
    int Added,
    string? Reason,
    double? SecondsPerStep,
    double? DrainSeconds,
    bool KnowsDrain)
{
    private const double LeastPause = 0.1;

    // Times the usual pause from which the mean of all tells of long ones between swarms.
    private const double MostUneven = 3;

    public const string Starvation = "starvation";
    public const string CooperativeBlocking = "cooperative blocking";

    public static Injection Of(Recording recording, int minWorkers, double queue, double? queueGrowth, double perWorker)
    {
        double seconds = Math.Max(recording.Cost.Seconds, 0.1);
        int added = CountAdded(recording);
        DateTimeOffset now = recording.Cost.StartedAt.AddSeconds(recording.Cost.Seconds);
        IReadOnlyList<ThreadSight> steps =
            InjectionSteps.RecentSteps(recording, minWorkers, now, Thresholds.InjectionMemorySeconds);
        double pause = Median.Between(steps, (one, next) => (next.StartedAt - one.StartedAt).TotalSeconds);
        // A look of some seconds may fall between two steps of a slow staircase.
        double rate = Math.Max(added / seconds, steps.Count / Thresholds.InjectionMemorySeconds);
        return new(
            rate,
            added,
            ReasonOf(recording),
            // Threads that came all at once (a raised minimum), or by swarms, are no staircase.
            pause < LeastPause || pause * MostUneven < MeanPause(steps) ? null : pause,
            queueGrowth is { } growth ? SecondsToDrain(queue, growth, rate * perWorker) : null,
            KnowsDrain: queueGrowth is not null || queue <= 0);
    }

    /// <summary>
    /// The queue after t seconds is q + g t - a t²/2, where each thread added completes <c>perWorker</c> items a
    /// second and <paramref name="acceleration"/> is that times the threads added per second.
    /// </summary>
    public static double? SecondsToDrain(double queue, double growth, double acceleration)
    {
        if (queue <= 0) return 0;
        if (acceleration < 1e-9) return growth < -1e-9 ? queue / -growth : null;
        return (growth + Math.Sqrt(growth * growth + 2 * acceleration * queue)) / acceleration;
    }

    private static double MeanPause(IReadOnlyList<ThreadSight> steps) =>
        steps.Count < 2 ? 0 : (steps[^1].StartedAt - steps[0].StartedAt).TotalSeconds / (steps.Count - 1);

    private static int CountAdded(Recording recording)
    {
        int started = Workers.Living(recording).Count(worker => worker.StartedAt > recording.Cost.StartedAt);
        int counted = recording.Ticks.Count == 0 ? 0 : recording.Ticks[^1].Workers - recording.Ticks[0].Workers;
        return Math.Max(started, counted);
    }

    private static string? ReasonOf(Recording recording)
    {
        int cooperative = recording.Adjustments.Count(change => change.Reason == AdjustmentReason.CooperativeBlocking);
        int starvation = recording.Adjustments.Count(change => change.Reason == AdjustmentReason.Starvation);
        if (cooperative == 0 && starvation == 0) return null;
        return cooperative >= starvation ? CooperativeBlocking : Starvation;
    }
}
