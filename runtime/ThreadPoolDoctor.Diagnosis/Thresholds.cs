namespace ThreadPoolDoctor.Diagnosis;

/// <summary>Every number that a verdict turns on, in one place, each with its reason.</summary>
internal static class Thresholds
{
    /// <summary>
    /// Share of the readings in which work must wait; a queue that empties between readings is a burst.
    /// </summary>
    public const double WaitingTicksShare = 0.6;

    /// <summary>
    /// Seconds that an item waits in the queue before it counts as waiting. A queue of 14 at 12,000 items a second is
    /// a millisecond of delay: healthy. One of 4 behind 8 blocked workers is for ever.
    /// </summary>
    public const double QueueDelaySeconds = 0.1;

    /// <summary>
    /// Share of the workers in use that must be blocked before blocking, not load, explains the queue.
    /// </summary>
    public const double BlockedShare = 0.5;

    /// <summary>The same when processors are saturated too: then blocking must clearly outweigh the work.</summary>
    public const double BlockedShareWhenSaturated = 0.75;

    /// <summary>Share of the processors in use from which the process counts as saturated.</summary>
    public const double SaturatedCpu = 0.85;

    /// <summary>Seconds between two readings, at most: EventCounters are not asked for more often.</summary>
    public const double LongestReadingSeconds = 1;

    /// <summary>Work that waits so long, in seconds, is not called healthy, even where nothing explains it.</summary>
    public const double UnexplainedDelaySeconds = 1;

    /// <summary>
    /// Share of the looks at a thread in which it must be asleep to count as such: it wakes between two waits.
    /// </summary>
    public const double AsleepShare = 0.75;

    /// <summary>
    /// A worker that used more than this share of one processor was working, whatever its stack says.
    /// </summary>
    public const double WorkingCpuShare = 0.3;

    /// <summary>
    /// Stacks of a thread that was mostly asleep, all inside items and some in the user's own code, from which it slept
    /// there: fewer may have met what it computes in between.
    /// </summary>
    public const int StacksOfSleep = 3;

    /// <summary>A thread that used or waited for so much of one processor did nothing else.</summary>
    public const double ComputingShare = 0.8;

    /// <summary>
    /// Seconds from which the account of processor time says something: it is kept in hundredths of a second.
    /// </summary>
    public const double LeastCpuSpanSeconds = 0.2;

    /// <summary>
    /// Share of a quota's periods in which the group was stopped, from which the quota is what is short.
    /// </summary>
    public const double ThrottledShare = 0.5;

    /// <summary>
    /// Blocked workers, at least, that extra threads must make up for; fewer are ordinary on any machine.
    /// </summary>
    public const int CompensatedWorkers = 4;

    /// <summary>
    /// Share of the readings' time from which starvation is told as lasting; below, it came and went, and its moments
    /// are told.
    /// </summary>
    public const double LastingShare = 0.9;

    /// <summary>
    /// Idle workers, as a share of all, beside which work that waits is not starved: they are about to take it.
    /// </summary>
    public const double IdleShareWhileStarving = 0.1;

    /// <summary>Share of the snapshots a worker must be blocked in to count as blocked.</summary>
    public const double BlockedSnapshotsShare = 0.5;

    /// <summary>
    /// From here on one thread a period is "slow injection": the gate's 500 ms and the 250 ms of cooperative blocking.
    /// </summary>
    public const double SlowInjectionPerSecond = 8;

    /// <summary>How far back, in seconds, thread starts count as the present injection.</summary>
    public const double InjectionMemorySeconds = 30;

    /// <summary>
    /// A pause in the starts of workers, in seconds, that separates one starvation from an earlier one.
    /// </summary>
    public const double InjectionGapSeconds = 30;

    /// <summary>
    /// Wait threads from which registered waits explode: one thread per 63 handles, so more than 126 handles.
    /// </summary>
    public const int WaitThreads = 3;

    /// <summary>Handles that one wait thread watches (64 less the one that wakes it).</summary>
    public const int HandlesPerWaitThread = 63;

    /// <summary>Seconds that a timer must be late to be called late; below lies ordinary scheduling noise.</summary>
    public const double LateTimerSeconds = 0.25;

    /// <summary>Share of a busy method among those that burn, below which it is not told.</summary>
    public const double BusyShare = 0.05;

    /// <summary>Completions in a whole look below which nothing was completed: rates are rounded on the way.</summary>
    public const double NoCompletions = 0.5;

    /// <summary>Completions per second below which nothing is taken from the queue.</summary>
    public const double NothingTakenPerSecond = 0.5;

    /// <summary>
    /// Timers that fired late for each item that was completed, from which the items themselves wait for timers: one
    /// for each, whose callback counts as an item too, and half of that for those not seen.
    /// </summary>
    public const double TimersPerGatedItem = 0.25;

    /// <summary>Share of the readings in which any item must end, or none, to be more than chance.</summary>
    public const double SteadyReadingsShare = 1.0 / 3;

    /// <summary>
    /// Items that end in the time of one reading, on the average, from which readings without any are no chance: of
    /// those that end one by one there would be some in seven of eight.
    /// </summary>
    public const double ItemsOfSwarm = 2;

    /// <summary>Seconds without any completion that make a blocked pool "stuck".</summary>
    public const double StuckSeconds = 1.5;

    /// <summary>
    /// Seconds for which threads that wait for one another's locks stand still before it is called a deadlock.
    /// </summary>
    public const double DeadlockSeconds = 1;

    /// <summary>Workers waiting for one lock that make a convoy.</summary>
    public const int ConvoyWorkers = 4;

    /// <summary>Seconds of queued work that grow while processors are saturated: TPD106.</summary>
    public const double SaturationDelaySeconds = 1;

    /// <summary>
    /// Processor seconds per item below which a long queue is mere bookkeeping, not backlog that hurts.
    /// </summary>
    public const double RealItemSeconds = 100e-6;

    /// <summary>
    /// Seconds that an item holds its worker, by the usual rate of completions, from which it counts as a loop, though
    /// it may end. The rate is of all items: beside loops a worker that is left runs some short ones.
    /// </summary>
    public const double LongItemSeconds = 0.5;
}
