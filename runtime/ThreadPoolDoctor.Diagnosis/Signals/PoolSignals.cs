using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Stacks;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>The numbers that the rules judge by, worked out of a recording once.</summary>
internal sealed record PoolSignals
{
    public required Recording Recording { get; init; }

    public required IReadOnlyList<WorkerActivity> Activities { get; init; }

    public required Injection Injection { get; init; }

    /// <summary>Which threads wait for which, of those that wait for locks.</summary>
    public required WaitGraph LockWaits { get; init; }

    /// <summary>Workers of the pool at the end.</summary>
    public required int Workers { get; init; }

    public required int MinWorkers { get; init; }

    public required int WaitThreads { get; init; }

    /// <summary>Waiting items at the last reading.</summary>
    public required long QueueLength { get; init; }

    /// <summary>
    /// By how many items the queue grew per second; negative when it shrank; null where one reading does not tell.
    /// </summary>
    public required double? QueueGrowth { get; init; }

    /// <summary>Whether work waited for a worker in most readings and for longer than a moment.</summary>
    public required bool WorkWaits { get; init; }

    /// <summary>Seconds that an item queued now waits, estimated by Little's law.</summary>
    public required double QueueDelay { get; init; }

    public required double CompletedPerSecond { get; init; }

    /// <summary>Share of the processors that the process used, 0 to 1.</summary>
    public required double CpuUsage { get; init; }

    /// <summary>Whether nothing was completed at all.</summary>
    public bool NothingCompletes =>
        Readings.Suffice(Recording) && CompletedPerSecond * Recording.Cost.Seconds < Thresholds.NoCompletions;

    public int Blocked => Activities.Count(activity => activity.State == WorkerState.Blocked);

    public int Working => Activities.Count(activity => activity.State == WorkerState.Working);

    /// <summary>Workers that the program's test runner holds.</summary>
    public int HeldByTestRunner => Activities.Count(activity => activity.State == WorkerState.HeldByTestRunner);

    /// <summary>Share of the workers in use that are blocked, 0 to 1.</summary>
    public double BlockedShare => Blocked + Working == 0 ? 0 : (double)Blocked / (Blocked + Working);

    /// <summary>
    /// Share of the processors that the process wanted, 0 to 1 and beyond: what it used and what its threads waited
    /// for. On a machine that is busy with others a saturated process gets less than it needs.
    /// </summary>
    public required double CpuDemand { get; init; }

    /// <summary>
    /// Processors are what is short: the process uses them up, or work waits while its threads are ready to run. An
    /// idle process on a machine that is busy with others is not saturated.
    /// </summary>
    public bool Saturated => CpuUsage >= Thresholds.SaturatedCpu
        || WorkWaits && (CpuDemand >= Thresholds.SaturatedCpu || Throttled);

    /// <summary>Whether the quota of the control group is what keeps the process from its processors.</summary>
    public bool Throttled => Recording.Throttling?.Share >= Thresholds.ThrottledShare;

    /// <summary>Whether others hold the processors that the process waits for.</summary>
    public bool CrowdedOut => Saturated && !Throttled && CpuUsage < Thresholds.SaturatedCpu;

    /// <summary>
    /// Share of the processors that the arriving work would take if it got them, 0 to 1 and beyond: what is completed
    /// and what is left over, at what an item takes. Below 1 a backlog is the doing of others.
    /// </summary>
    public double CpuNeed => CompletedPerSecond <= 0
        ? 0
        : CpuUsage * (CompletedPerSecond + Math.Max(0, QueueGrowth ?? 0)) / CompletedPerSecond;

    /// <summary>Whether blocking, rather than load, explains what the workers do.</summary>
    public bool MostlyBlocked => Blocked > 0
        && BlockedShare >= (Saturated ? Thresholds.BlockedShareWhenSaturated : Thresholds.BlockedShare);

    /// <summary>
    /// Whether an item holds its worker so long that it is as if it never ended: by the median of the readings, for
    /// when loops are stopped at last the items behind them may end in one swarm.
    /// </summary>
    public bool ItemsAreLong =>
        UsualCompletions * Thresholds.LongItemSeconds < Math.Max(1, Workers);

    /// <summary>Items completed per second, by the median of the readings.</summary>
    public double UsualCompletions => Median.Of(Recording.Ticks, tick => tick.CompletedPerSecond);

    /// <summary>Whether the items need nothing but processors, and come to their ends.</summary>
    public bool ItemsCompute => ComputingItems.Are(this);

    /// <summary>Whether stacks were taken, so that "nothing blocks" means something.</summary>
    public bool SawStacks => Recording.Snapshots.Count > 0;

    public static PoolSignals Of(Recording recording)
    {
        IReadOnlyList<CounterTick> ticks = recording.Ticks;
        int minWorkers = recording.Process.MinWorkers ?? recording.Process.Processors;
        double seconds = Math.Max(recording.Cost.Seconds, 0.1);
        double completed = ticks.Count == 0 ? 0 : ticks.Average(tick => tick.CompletedPerSecond);
        double queueMedian = Median.Of(ticks, tick => tick.QueueLength);
        double delay = queueMedian == 0 ? 0 : queueMedian / Math.Max(completed, 1 / (2 * seconds));
        double? growth = Growth(ticks);
        long queue = ticks.Count == 0 ? 0 : ticks[^1].QueueLength;
        IReadOnlyList<WorkerActivity> activities = WorkerActivities.Of(recording);
        // A worker that came after the last reading has been seen, though not counted.
        int workers = Math.Max(Signals.Workers.Count(recording), activities.Count);
        return new()
        {
            Recording = recording,
            Activities = activities,
            LockWaits = WaitGraph.Of(recording),
            Injection = Injection.Of(recording, minWorkers, queue, growth, completed / Math.Max(workers, 1)),
            Workers = workers,
            MinWorkers = minWorkers,
            WaitThreads = Signals.Workers.WaitThreads(recording),
            QueueLength = queue,
            QueueGrowth = growth,
            QueueDelay = delay,
            WorkWaits = Waits(recording) && delay >= Thresholds.QueueDelaySeconds,
            CompletedPerSecond = completed,
            CpuUsage = Processors.Used(recording),
            CpuDemand = Processors.Wanted(recording),
        };
    }

    private static bool Waits(Recording recording)
    {
        int waiting = recording.Ticks.Count(tick => tick.QueueLength > 0);
        // One reading of a longer look proves nothing unless the pool itself says that it starves.
        bool enough = Readings.Suffice(recording) || recording.Adjustments.Any(change =>
            change.Reason is AdjustmentReason.Starvation or AdjustmentReason.CooperativeBlocking);
        return enough && waiting > 0 && waiting >= recording.Ticks.Count * Thresholds.WaitingTicksShare;
    }

    private static double? Growth(IReadOnlyList<CounterTick> ticks) => ticks.Count < 2
        ? null
        : (ticks[^1].QueueLength - ticks[0].QueueLength) / Math.Max(ticks[^1].At - ticks[0].At, 0.1);
}
