namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// A growth that has yet to prove itself: more workers must complete more items, or empty the queue. How far it may go
/// before the proof depends on how long a proof takes. Where items complete by the thousand the answer is there within
/// a few hundredths of a second, and a few workers ask the question. Where an item takes half a second the first answer
/// comes after that, and a queue must not wait for it.
/// </summary>
internal readonly record struct Trial
{
    // Below this there is no rate to compare with: the trial is blind.
    private const int Countable = 4;
    private const double Second = 1;
    // A blind trial: a handful for a moment, in which short items show themselves; then so many workers at once, and so
    // many more with each second, until that time.
    private const int BlindStart = 16;
    private const double BlindPerSecond = 640;
    private const double BlindSeconds = 0.4;
    // While most workers wait for a client or a time, which needs none of the others, the growth goes on.
    private const double IndependentShare = 0.75;
    // So many more that all met a lock are a line before it. There may be a handful then, and beyond that so many more
    // at a time.
    private const int FewestInLine = 4;
    private const int MostInLine = 12;
    private const int LineStep = 8;
    // Items that are there, waiting or begun, become more: some come and go at any time.
    private const int MoreItems = 8;
    // For so long nothing goes on before the queue is taken for what is waited for; less where most workers wait for
    // tasks.
    private const double Stall = 0.3;
    private const double ShortStall = 0.1;
    private const double BlindPatience = 6;
    private const double LockPatience = 1.5;
    // Waits for locks that tell, and the share of what began in that time.
    private const int LeastWaits = 2;
    private const double MostOf = 0.8;
    private const double LongestSettling = 1;
    // The share of what would be gained if each worker completed as many items as before.
    private const double LeastGain = 0.5;
    // The share of its measure beneath which other items run.
    private const double Outdated = 0.5;
    private const double LeastSilence = 0.02;
    private const double ShortItem = 0.02;
    private const double LongItem = 0.1;
    private const double LeastProof = 0.1;
    // On a busy machine the rate of a tenth of a second rises by a third now and then; a second chance must not be
    // taken for that.
    private const double LeastCautiousProof = 0.4;
    // At least, or half as many again: what a few in a hundred add cannot be told from noise.
    private const int CautiousStep = 2;
    private const double LongestProof = 3;
    private const int LargestStep = 64;

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

    /// <summary>
    /// Whether the workers of a blind trial that proved itself still show how much they complete: for a while, and
    /// longer where so few items end that the next one would be blind again. A lock lets a few through for each of many
    /// blind ones. Not where far less is completed than what proved it: those were short items, as of connections that
    /// are opened.
    /// </summary>
    public bool Settles(in PoolSample sample, PoolHistory history)
    {
        if (!IsBlind || TasksStall(sample, history)) return false;
        double time = sample.At - ProvenAt, proof = ProvenAt - Start, usual = Math.Clamp(proof, 0.05, 0.5);
        double expected = proof > 0 ? (CompletedAtProof - CompletedBefore) * time / proof : 0;
        if (IsFarLess(sample.Completed - CompletedAtProof, expected) && !AddedMeetLocks(sample)) return false;
        return time < usual || time < LongestSettling && sample.Completed - CompletedAtProof < Countable;
    }

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

    /// <summary>Seconds that a worker spends on an item, by the rate before the trial.</summary>
    private double ItemSeconds => _rate > 0 ? From / _rate : double.PositiveInfinity;

    private double Least => IsCautious ? LeastCautiousProof : LeastProof;

    /// <summary>Seconds after which it is known whether it helps.</summary>
    private double Proof => Math.Clamp(Math.Max(2 * ItemSeconds, 2 * Countable / _rate), Least, LongestProof);

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

    /// <summary>How many workers there may be by now.</summary>
    public int Allowed(in PoolSample sample, PoolHistory history)
    {
        int allowed = AllowedByTime(sample, history);
        if (!UnendingWaits.MostStand(sample)) return allowed;
        // Where no more items come than end, a line lets each of them wait as long as the one before.
        bool isLine = (BeginsInLine || StandsInLine(sample)) && Items(sample) <= FewestItems + MoreItems;
        return isLine ? Math.Min(allowed, Math.Max(MostInLine, ThreadsBefore + LineStep)) : allowed;
    }

    private int AllowedByTime(in PoolSample sample, PoolHistory history)
    {
        int handful = Math.Max(4, sample.Processors);
        if (Caution == Caution.Standstill) return From + CautiousStep;
        if (IsCautious) return From + Math.Max(CautiousStep, From / 2);
        if (AllWaitForLocks(sample, history)) return From + handful;
        if (IsBlind && sample.At - Start < LeastSilence) return From + Math.Min(handful, Math.Max(1, sample.Blocked));
        if (IsBlind) return Math.Max(WorkersForAll, From + BlindStart + (int)(BlindPerSecond * BlindTime(sample)));
        return From + (ItemSeconds switch
        {
            < ShortItem => Math.Clamp(From / 4, 2, handful),
            < LongItem => Math.Clamp(From / 2, 4, LargestStep),
            _ => Math.Clamp(3 * From, BlindStart, LargestStep),
        });
    }

    /// <summary>
    /// Whether hardly anything has been completed since it began, where much was before, or far less when it comes to
    /// the proof: then other items run now, and the rate before is no measure of them. As when a hundred requests have
    /// been accepted and begin to wait. A lock or a database at its limit goes on as before. Where the added workers
    /// stand in a line the short items before it have ended; that is no reason to let more of them stand there.
    /// </summary>
    public bool HasLostItsMeasure(in PoolSample sample, PoolHistory history)
    {
        double time = sample.At - Start, expected = _rate * time;
        bool isSilent = time >= LeastSilence && IsFarLess(sample.Completed - CompletedBefore, expected);
        bool hasFallen = time >= Proof && history.Rate(time / 2) < _rate / 4;
        return !IsBlind && (isSilent || hasFallen) && !AllWaitForLocks(sample, history) && !AddedMeetLocks(sample);
    }

    /// <summary>Whether so few items were completed where more were expected that other items must run now.</summary>
    public static bool IsFarLess(long completed, double expected) => expected >= 2 * Countable && completed < expected / 8;

    /// <summary>
    /// Whether so few items were completed in so many seconds that what this one had to do better than is no measure
    /// any more.
    /// </summary>
    public bool IsOutdated(long completed, double seconds)
    {
        double least = Outdated * Math.Max(_rate, _firstRate) * seconds;
        return least >= 2 * Countable && completed < least - 2 * Math.Sqrt(least);
    }

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

    /// <summary>Null while it is not known.</summary>
    public bool? Helps(in PoolSample sample, PoolHistory history)
    {
        long done = IsBlind && MostWaitForTasks(sample) ? history.Progress - ProgressBefore : sample.Completed - CompletedBefore;
        double time = sample.At - Start;
        // What a lock lets through, it lets through without the workers that were added.
        if (IsBlind && AllWaitForLocks(sample, history)) return time >= LockPatience ? false : null;
        // The workers that were added complete items too: half of them have, or something else was completed meanwhile.
        if (IsBlind && sample.Threads > From && done >= Math.Max(Countable, (sample.Threads - From) / 2)) return true;
        // Where the pool had no need of more and items were completed, nothing has failed.
        if (IsBlind) return time < BlindPatience ? null : sample.Threads <= From && done >= Countable;
        double wanted = Math.Max(_rate * Factor(sample, From), _firstRate * Factor(sample, _firstFrom));
        bool grown = sample.Threads > From;
        // Long items need not all end before the first of them tell; short ones on the way to a lock tell nothing.
        bool tells = grown && time >= Least && !AddedMeetLocks(sample);
        if (tells && done >= wanted * time + 2 * Math.Sqrt(wanted * time) + Countable / 2) return true;
        if (time < Proof) return null;
        return grown && history.Rate(time / 2) >= wanted;
    }

    /// <summary>
    /// Nearly each of the workers that were added met a lock that was taken. What they completed on the way there is no
    /// gain: each such growth passes a few short items, and only the rate after that tells what it has brought. Unless
    /// a worker waits for a task: it may hold the lock, and what completes the task stand in the queue.
    /// </summary>
    private bool AddedMeetLocks(in PoolSample sample)
    {
        if (sample.TaskWaits > 0) return false;
        long contended = sample.Contentions - ContentionsBefore;
        return contended >= LeastWaits && contended >= MostOf * (sample.Threads - ThreadsBefore);
    }

    private static double Factor(in PoolSample sample, int from) => 1 + LeastGain * ((double)sample.Threads / from - 1);

    /// <summary>
    /// Each item that began since then met a lock that was taken, and more workers would not change that. They would
    /// where hardly anything is completed and a worker waits for a task: it may hold the lock, and what completes the
    /// task stand in the queue.
    /// </summary>
    public bool AllWaitForLocks(in PoolSample sample, PoolHistory history)
    {
        if (sample.TaskWaits > 0 && sample.Completed - CompletedBefore < Countable || TasksStall(sample, history)) return false;
        long contended = sample.Contentions - ContentionsBefore;
        long begun = sample.Threads - ThreadsBefore + sample.Completed - CompletedBefore;
        return contended >= LeastWaits && contended >= MostOf * begun;
    }

    /// <summary>
    /// Workers wait for tasks, and nothing has gone on for a while: what completes the tasks may stand in the queue.
    /// </summary>
    private static bool TasksStall(in PoolSample sample, PoolHistory history) =>
        sample.TaskWaits > 0 && history.ProgressOver(MostWaitForTasks(sample) ? ShortStall : Stall) == 0;

    /// <summary>
    /// For how long a blind growth has gone on. Items that wait for one another may all be the same deadlock; each
    /// connection that is read from, or item that sleeps, holds a worker of its own, however many there are.
    /// </summary>
    private double BlindTime(in PoolSample sample)
    {
        double time = sample.At - Start;
        return sample.Independent >= IndependentShare * sample.Threads ? time : Math.Min(BlindSeconds, time);
    }

    /// <summary>Most workers stand, and nearly each of those that were added met a lock.</summary>
    private bool StandsInLine(in PoolSample sample) =>
        UnendingWaits.MostStand(sample) && sample.Threads - ThreadsBefore >= FewestInLine && AddedMeetLocks(sample);

    private static long Items(in PoolSample sample) => sample.Waiting + sample.Threads;

    private static bool MostWaitForTasks(in PoolSample sample) => sample.TaskWaits > 0 && 2 * sample.TaskWaits >= sample.Blocked;
}
