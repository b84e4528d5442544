namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// Most workers wait for another thread without a limit of time, and hardly any of them goes on. A lock that is held
/// for long is the same as items that take long, until one ends. What the others wait for may be one of those that
/// waited when it began; what has come since then is not, and a worker for each of them would stand there as well.
/// </summary>
internal struct UnendingWaits
{
    private const double Share = 0.75;
    private const int Most = 64;
    // So many that go on in so many seconds are some.
    private const int Countable = 4;
    private const double Second = 1;
    private const double Stall = 0.3;
    private const double WorthOfOne = 0.75;
    private const double WorthBeforeLock = 2;

    public UnendingWaits()
    {
    }

    private double _stoodSince = double.NaN;

    /// <summary>The most workers there may be for now.</summary>
    public int Limit { get; private set; } = int.MaxValue;

    public void Look(in PoolSample sample, PoolHistory history)
    {
        if (sample.Standing == 0 || sample.TaskWaits > 0) _stoodSince = double.NaN;
        else if (double.IsNaN(_stoodSince)) _stoodSince = sample.At;
        if (!MostStand(sample) || GoOn(history)) Limit = int.MaxValue;
        else if (IsLineThatStands(sample, history)) Limit = Math.Min(Limit, sample.Threads);
        else if (Limit == int.MaxValue) Limit = (int)Math.Max(Most, sample.Threads + sample.Waiting);
    }

    /// <summary>
    /// Nearly each of the workers that were added met a lock, and none has gone on for a while: they wait for its
    /// holder, and not for what a worker more would do.
    /// </summary>
    private readonly bool IsLineThatStands(in PoolSample sample, PoolHistory history) =>
        sample.At - _stoodSince >= Stall && history.ResumedOver(Stall) == 0 && history.AddedMeetLocks(Second);

    /// <summary>
    /// What is waited for comes to some of them, or to others that have it at once: a lock need not be given to who has
    /// waited for long.
    /// </summary>
    private static bool GoOn(PoolHistory history) =>
        history.ResumedOver(Second) >= Countable || history.CompletedForEachAdded(Stall, Worth(history), Countable);

    /// <summary>
    /// How many items must end for each worker that is added and stands then. Some end before each lock: short ones, of
    /// its holders and of those that have yet to meet it.
    /// </summary>
    private static double Worth(PoolHistory history) => history.AddedMeetLocks(Second) ? WorthBeforeLock : WorthOfOne;

    /// <summary>Waits for tasks are another matter: what completes them may come later.</summary>
    public static bool MostStand(in PoolSample sample) =>
        sample.TaskWaits == 0 && sample.Standing > 0 && sample.Standing >= Share * sample.Threads;
}
