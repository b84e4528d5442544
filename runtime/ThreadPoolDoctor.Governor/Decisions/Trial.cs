namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// A growth that has yet to prove itself: more workers must complete more items, or empty the queue. How far it may go
/// before the proof depends on how long a proof takes. Where items complete by the thousand the answer is there within
/// a few hundredths of a second, and a few workers ask the question. Where an item takes half a second the first answer
/// comes after that, and a queue must not wait for it.
/// </summary>
internal readonly partial record struct Trial
{
    // Below this there is no rate to compare with: the trial is blind.
    private const int Countable = 4;
    private const double Second = 1;
    // For so long a blind trial gets more workers, unless most of them wait for nothing that another one does.
    private const double BlindSeconds = 0.4;
    // For so long nothing goes on before the queue is taken for what most workers wait for.
    private const double ShortStall = 0.1;
    // In this time short items show themselves.
    private const double LeastSilence = 0.02;

    private readonly double _rate;

    // Where the first of a chain of trials began: many small gains that are none would add up.
    private readonly int _firstFrom;
    private readonly double _firstRate;

    private double Start { get; init; }

    private long CompletedBefore { get; init; }

    private long ContentionsBefore { get; init; }

    // More than it began from, where it was begun anew.
    private int ThreadsBefore { get; init; }

    private long ProgressBefore { get; init; }

    // The fewest items that were there since, waiting or begun.
    private long FewestItems { get; init; }

    // Whether the one before it ended in a line before a lock.
    private bool BeginsInLine { get; }

    // How many workers there are once all that waited when tasks stalled has been begun; 0 while they do not.
    private int WorkersForAll { get; init; }

    private Caution Caution { get; init; }

    private bool IsCautious => Caution != Caution.None;

    /// <summary>The workers there were when it began.</summary>
    public int From { get; }

    /// <summary>The minimum to go back to.</summary>
    public int MinimumBefore { get; }

    /// <summary>When it proved itself.</summary>
    public double ProvenAt { get; private init; }

    private long CompletedAtProof { get; init; }

    public bool IsOpen => From > 0;

    /// <summary>Whether nothing was completed before, so that there is no rate to compare with.</summary>
    public bool IsBlind { get; private init; }

    /// <summary>
    /// Begins; <paramref name="before"/> is the one that proved itself before, while the same queue has lasted. A
    /// cautious one tries a few workers only, because one before it failed.
    /// </summary>
    /// <remarks>
    /// The rate to compare with is that of the queue in trouble, since <paramref name="since"/>: what was completed
    /// before its workers blocked is no measure.
    /// </remarks>
    public Trial(in PoolSample sample, PoolHistory history, int minimum, double since, in Trial before, Caution caution)
    {
        double trouble = sample.At - (before.IsBlind ? Math.Max(since, before.ProvenAt) : since);
        (long completed, double seconds) = history.Over(Math.Min(Second, trouble));
        Caution = caution;
        Start = sample.At;
        CompletedBefore = sample.Completed;
        ContentionsBefore = sample.Contentions;
        ThreadsBefore = sample.Threads;
        ProgressBefore = history.Progress;
        FewestItems = Items(sample);
        BeginsInLine = before.IsOpen && before.StandsInLine(sample);
        IsBlind = (MostWaitForTasks(sample) ? history.ProgressOver(seconds) : completed) < Countable;
        _rate = seconds > 0 ? completed / seconds : 0;
        From = Math.Max(1, sample.Threads);
        MinimumBefore = minimum;
        bool chained = before.From > 0 && !before.IsBlind;
        (_firstFrom, _firstRate) = chained ? (before._firstFrom, before._firstRate) : (From, _rate);
    }

    /// <summary>
    /// The same, after a look while items wait. Where none that waits for a task goes on, what completes the task may
    /// stand in the queue, behind all that waits: then all of it is begun before anything is concluded. So are the few
    /// that remain when most of a crowd stands: quick items come behind them.
    /// </summary>
    public Trial Look(in PoolSample sample, PoolHistory history)
    {
        Trial seen = this with { FewestItems = Math.Min(FewestItems, Items(sample)) };
        bool isSettled = WorkersForAll > 0 || !IsBlind || IsCautious || sample.At - Start < ShortStall;
        if (isSettled || !TasksStall(sample, history) && !IsCrowdNearlyBegun(sample)) return seen;
        return seen with { WorkersForAll = (int)Math.Min(sample.Threads + sample.Waiting, sample.Maximum) };
    }

    /// <summary>
    /// A crowd without end would take any number of workers; of this one a third of those that there are suffices for
    /// the rest.
    /// </summary>
    private bool IsCrowdNearlyBegun(in PoolSample sample) =>
        sample.At - Start > BlindSeconds && UnendingWaits.MostStand(sample) && 3 * sample.Waiting <= sample.Threads;

    /// <summary>
    /// The same, begun anew without a rate to compare with; what is taken back if it fails stays the same.
    /// </summary>
    public Trial Blind(in PoolSample sample, PoolHistory history) => this with
    {
        IsBlind = true,
        Caution = Caution.None,
        Start = sample.At,
        CompletedBefore = sample.Completed,
        ContentionsBefore = sample.Contentions,
        ThreadsBefore = sample.Threads,
        ProgressBefore = history.Progress,
        FewestItems = Items(sample),
        WorkersForAll = 0,
    };

    /// <summary>The same, which has proved itself now.</summary>
    public Trial Proven(in PoolSample sample) => this with { ProvenAt = sample.At, CompletedAtProof = sample.Completed };

    /// <summary>The same, which has failed now.</summary>
    public Trial Failed(in PoolSample sample) => this with { MetLocks = sample.Contentions > ContentionsBefore };

    /// <summary>Whether items met a lock that was taken until it failed.</summary>
    public bool MetLocks { get; private init; }
}
