namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// The governor's judgement: from each look to what the pool's minimum shall be, why, and when to look again. It has no
/// clock, no pool and no threads, so a series of samples always gives the same decisions.
/// </summary>
/// <remarks>
/// Workers are added for blocked ones, never for a mere queue: items must wait in two looks, must not be about to be
/// served, and processors must be free. Each growth is a <see cref="Trial"/> that has to raise completions or empty the
/// queue. Owner: the governor's thread alone.
/// </remarks>
internal sealed class Policy
{
    // A queue that is worked off within this time needs no worker.
    private const double Prompt = 0.005;
    private const double Confirm = 0.002;
    private const double Attentive = 0.005;
    private const double Watchful = 0.02;
    // A look that comes so late, or a window mostly spent in a collection, says nothing about the workers.
    private const double LateLook = 0.05;
    private const double LongBusy = 0.5;
    // What is worked off sooner is no trouble, however long the queue has stood.
    private const double LongWait = 0.1;
    private const int MostAtOnce = 32;
    private const double FirstRest = 1;
    private const double LongestRest = 60;
    private const double ForgetRest = 1;
    private const double StaysAhead = 10;
    // Over which times a failed growth's rate is told, and a fall beneath it or beneath its measure.
    private const double Fallen = 0.25;
    private const double LongestFall = 1;
    private const double JustNow = 0.05;
    // Of one processor. Code that runs for a while is compiled anew now and then, in much less.
    private const double CompilingShare = 0.1;
    private const int FewForProcessor = 2;
    // A worker that waits until code is compiled goes on sooner.
    private const double Unused = 0.02;
    private const double LocksCount = 0.5;

    private readonly PoolHistory _history = new();
    private EndlessItems _endless;
    private GivingBack _givingBack;
    private BlockingPace _blocking;
    private IdleWorkers _idle;
    private LongGrowth _growth = new();
    private UnendingWaits _waits = new();
    private Trial _trial;
    // The last that proved itself since the queue was empty.
    private Trial _proven;
    // The last that failed, while that counts: what comes after it must do better than what it began from.
    private Trial _failed;
    private int _asked = -1;
    private int _set;
    private StandingQueue _queue = new();
    private double _lastLook;
    private double _rest;
    private double _restUntil;
    private GovernorReason _restReason;
    private long _completedAtRest;
    private double _restAt;
    private double _rateAtRest;
    private bool _skipped;
    private double _servedSince = double.NaN;

    /// <summary>The largest minimum that may be set.</summary>
    public int MaxWorkers { get; set; } = GovernorOptions.DefaultMaxWorkers;

    /// <summary>What the program or its configuration asked for: the governor never sets less.</summary>
    public int Asked => _asked;

    public Decision Next(in PoolSample seen)
    {
        PoolSample sample = _idle.Without(seen);
        bool foreign = NoticeForeignMinimum(sample);
        double window = sample.At - _lastLook;
        _lastLook = sample.At;
        _history.Add(sample);
        _endless.Look(sample);
        _blocking.Look(sample);
        _waits.Look(sample, _history);
        Decision decision = Judge(sample, window);
        _set = decision.Minimum;
        return foreign && decision.Reason == GovernorReason.Calm ? decision with { Reason = GovernorReason.ProgramSetMinimum } : decision;
    }

    /// <summary>The minimum that could be set, where it is not the one that was decided.</summary>
    public void Settle(int minimum) => _set = minimum;

    private bool NoticeForeignMinimum(in PoolSample sample)
    {
        if (sample.Minimum == _set) return false;
        bool first = _asked < 0;
        (_asked, _set) = (sample.Minimum, sample.Minimum);
        return !first;
    }

    private Decision Judge(in PoolSample sample, double window)
    {
        if (_growth.WasForNothing(sample, _history)) return Stopped(sample);
        if (sample.Waiting == 0) return Served(sample);
        _servedSince = double.NaN;
        bool first = _queue.IsEmpty;
        if (first) _queue.Begin(sample.At, window);
        _queue.Compile(sample);
        if (first || !sample.WorkersSeen || !Tells(sample, window)) return Keep(_restReason, Confirm);
        _queue.Look(sample, window);
        if (_trial.IsOpen) _trial = _trial.Look(sample, _history);
        if (_trial.IsOpen && _trial.HasLostItsMeasure(sample, _history)) _trial = _trial.Blind(sample, _history);
        if (_trial.IsOpen && _trial.Helps(sample, _history) is { } helps) return helps ? Proven(sample) : TakenBack(sample);
        if (IsPrompt(sample))
        {
            bool forLong = _queue.IsPromptForLong(sample.At) && !_trial.IsOpen;
            return Keep(GovernorReason.Calm, forLong ? Watchful : Attentive);
        }
        if (IsCompiling(sample)) return Raise(sample, MostWhileCompiling(sample), GovernorReason.Compiling);
        if (sample.Running > sample.Processors - 0.5) return Busy(sample);
        if (sample.Coming > 0) return Keep(GovernorReason.Calm, Attentive);
        if (IsCrowdThatBegins(sample)) return Keep(GovernorReason.Calm, Attentive);
        return SufficeUnblocked(sample, StandsStill(sample)) ? Keep(GovernorReason.Calm, Attentive) : Grow(sample);
    }

    /// <summary>
    /// Whether the workers that are not blocked suffice: with one for each processor the few others are not needed, or
    /// not awake yet.
    /// </summary>
    private static bool SufficeUnblocked(in PoolSample sample, int blocked) =>
        blocked == 0 || blocked < sample.Processors && sample.Threads - blocked >= sample.Processors;

    /// <summary>
    /// Whether the window tells of the workers. Only one in a row does not: a busy machine is always late.
    /// </summary>
    private bool Tells(in PoolSample sample, double window)
    {
        bool held = sample.Paused > window / 2 || window > LateLook;
        _skipped = held && !_skipped;
        return !_skipped;
    }

    /// <summary>
    /// Whether what waits is worked off at once. A pool that is busy with short items has a queue for ever, and each
    /// look takes a processor from it; beside a collector that stops all threads some thousand times a second a look
    /// waits each time, and the collector for it.
    /// </summary>
    private bool IsPrompt(in PoolSample sample)
    {
        bool isPrompt = sample.Waiting <= RateWhileWaiting(sample) * Prompt;
        _queue.Served(sample.At, isPrompt);
        return isPrompt;
    }

    /// <summary>
    /// Whether items wait behind the first ones of a program, whose code is being compiled, and none has ended yet. How
    /// long those take, and that they use the processors, says nothing about the next: a few more workers are added,
    /// one for each processor. Not where many came at once, as from all the connections of a load: these wait for the
    /// processors, and more workers would share them.
    /// </summary>
    private bool IsCompiling(in PoolSample sample) =>
        MuchIsCompiled(sample) && _set < MostWhileCompiling(sample) && sample.Coming == 0
        && sample.Completed == 0 && !IsCrowd(sample);

    /// <summary>
    /// Whether many came at once while code is compiled, and a processor has been unused for a moment only: the workers
    /// that stand still may wait for that code, and go on shortly. Before the first growth alone, and not where one
    /// waits for a task.
    /// </summary>
    private bool IsCrowdThatBegins(in PoolSample sample) =>
        MuchIsCompiled(sample) && !_trial.IsOpen && !_proven.IsOpen && sample.TaskWaits == 0
        && IsCrowd(sample) && _queue.UnusedFor < Unused;

    private bool MuchIsCompiled(in PoolSample sample) => _queue.CompilingShare(sample.At) > CompilingShare;

    private static bool IsCrowd(in PoolSample sample) => sample.Waiting > FewForProcessor * sample.Processors;

    private int MostWhileCompiling(in PoolSample sample) => _asked + sample.Processors;

    private double RateWhileWaiting(in PoolSample sample) =>
        _history.Rate(Math.Clamp(sample.At - _queue.Since, Confirm, 0.1));

    /// <summary>Nothing waits: a trial has been worth it, and what is no longer needed can go.</summary>
    private Decision Served(in PoolSample sample)
    {
        _queue.Empty();
        if (double.IsNaN(_servedSince)) _servedSince = sample.At;
        // What failed a while ago says nothing about the next queue.
        if (sample.At - _servedSince > ForgetRest)
        {
            Rested();
            _proven = default;
        }
        if (_trial.IsOpen && CloseServed(sample) is { } taken) return taken;
        if (_set <= _asked) return Keep(GovernorReason.Calm, 0, see: false);
        bool ahead = sample.At - _givingBack.NeededAt < StaysAhead;
        bool mayNeedMore = ahead && sample.At >= _restUntil && !_history.AllWaitForLocks(LocksCount);
        if (mayNeedMore && sample.WorkersSeen && sample.Running <= sample.Processors - 0.5)
        {
            int reserve = sample.Blocked + sample.Processors + _blocking.SoonBlocked;
            if (_trial.IsOpen) reserve = Math.Min(reserve, _trial.Allowed(sample, _history));
            if (reserve > _set) return Raise(sample, reserve, GovernorReason.Reserve);
        }
        int minimum = _givingBack.Minimum(sample, _set, _asked);
        double next = ahead ? Attentive : Watchful;
        return minimum < _set ? new(minimum, GovernorReason.GivenBack, next, true) : Keep(GovernorReason.Calm, next);
    }

    /// <summary>
    /// An empty queue proves that the workers were needed, unless nothing had been completed before, or all that began
    /// met a lock that was taken: then they may have run into the same deadlock or convoy, and the trial goes on.
    /// </summary>
    private Decision? CloseServed(in PoolSample sample)
    {
        bool goesOn = _trial.IsBlind || _trial.AllWaitForLocks(sample, _history);
        bool? helps = goesOn ? _trial.Helps(sample, _history) : sample.Threads > _trial.From;
        if (helps is null) return null;
        if (goesOn && helps == false) return TakenBack(sample);
        if (helps == true) Rested();
        (_proven, _trial) = (helps == true ? _trial.Proven(sample) : default, default);
        return null;
    }

    /// <summary>
    /// The workers use all processors, so that more of them would serve the queue no sooner, unless the items never
    /// end.
    /// </summary>
    private Decision Busy(in PoolSample sample)
    {
        int more = _endless.Workers(sample, _set);
        if (more > 0) return Raise(sample, sample.Threads + more, GovernorReason.EndlessItems);
        // Those that compute must not keep the blocked ones from being replaced for ever; whether it helps, a trial
        // tells. A still worker beside one for each processor may be one that the pool tried and left idle. A queue
        // that is filled as fast as it is worked off stands for long, and yet no item waits for long.
        bool waitsLong = sample.At - _queue.Since > LongBusy && sample.Waiting > RateWhileWaiting(sample) * LongWait;
        if (waitsLong && !SufficeUnblocked(sample, sample.Blocked)) return Grow(sample, cautious: true);
        // A processor that was busy just now, as with code that is compiled at first, may be free soon.
        bool soonFree = !_trial.IsOpen && sample.At - _queue.Since < JustNow;
        if (!_endless.TurnedOutToEnd) return Keep(GovernorReason.Processors, soonFree ? Confirm : Watchful);
        int minimum = Math.Max(_asked, Math.Min(_set, _endless.MinimumBefore));
        int workers = Math.Max(minimum, _endless.WorkersBefore);
        _endless.GiveBack();
        return new(minimum, GovernorReason.Processors, Watchful, true, workers);
    }

    private Decision Grow(in PoolSample sample, bool cautious = false)
    {
        if (_rest > 0 && OthersRunNow(sample)) Rested();
        if (_rest > 0 && MeasureIsOutdated(sample))
        {
            Rested();
            _proven = default;
        }
        if (sample.At < _restUntil) return Keep(_restReason, Watchful);
        bool sameQueue = _queue.Since <= _proven.ProvenAt;
        if (!_trial.IsOpen && sameQueue && _proven.Settles(sample, _history)) return Keep(GovernorReason.Blocked, Attentive);
        Trial before = _failed.IsOpen ? _failed : _proven;
        if (!_trial.IsOpen) _trial = new Trial(sample, _history, _set, _queue.Since, before, HowCautious(sample, cautious));
        int wanted = Blocked(sample) + (int)Math.Max(sample.Processors, Math.Min(sample.Waiting, MostAtOnce));
        return Raise(sample, Math.Min(wanted, _trial.Allowed(sample, _history)), GovernorReason.Blocked);
    }

    /// <summary>
    /// A growth is tried with caution beside busy processors, which it may only share out, and while a failure before
    /// it counts.
    /// </summary>
    private Caution HowCautious(in PoolSample sample, bool cautious)
    {
        if (_rest > 0 && sample.Completed == _completedAtRest) return Caution.Standstill;
        return cautious || _rest > 0 ? Caution.Few : Caution.None;
    }

    /// <summary>
    /// Whether far less is completed than when a growth failed: then other items run now, and what failed says nothing
    /// about them. A lock or a database at its limit goes on as before. Before a lock it is the short items that have
    /// ended.
    /// </summary>
    private bool OthersRunNow(in PoolSample sample)
    {
        if (_failed.MetLocks && UnendingWaits.MostStand(sample)) return false;
        (long completed, double seconds) = _history.Over(Fallen);
        return Trial.IsFarLess(completed, _rateAtRest * seconds);
    }

    /// <summary>
    /// Whether the workers there were before complete much less than what the failed growth was measured by. Not where
    /// they stand in a line: the short items before it have ended, as they do before each lock.
    /// </summary>
    private bool MeasureIsOutdated(in PoolSample sample)
    {
        double rested = sample.At - _restAt;
        if (rested < Fallen || _failed.MetLocks || UnendingWaits.MostStand(sample)) return false;
        (long completed, double seconds) = _history.Over(Math.Min(rested, LongestFall));
        return _failed.IsOutdated(completed, seconds);
    }

    /// <summary>
    /// Workers that stand still. One that waits for a task is blocked now, though it ran in the window.
    /// </summary>
    private int StandsStill(in PoolSample sample) =>
        Math.Max(_queue.Blocked(sample, RateWhileWaiting(sample)), Math.Min(sample.TaskWaits, sample.Threads - sample.Idle));

    /// <summary>
    /// For how many workers others are needed. Once there is a growth, whatever does not use a processor counts.
    /// </summary>
    private int Blocked(in PoolSample sample)
    {
        int blocked = StandsStill(sample);
        return _set <= _asked ? blocked : Math.Max(blocked, sample.Threads - (int)Math.Round(sample.Running));
    }

    private Decision Raise(in PoolSample sample, int wanted, GovernorReason reason)
    {
        (int limit, GovernorReason limited) = Limits.Of(sample, MaxWorkers);
        if (wanted > _growth.Limit)
        {
            wanted = _growth.Limit;
            _growth.Denied(sample);
        }
        bool isHeld = wanted > _waits.Limit;
        wanted = Math.Min(wanted, _waits.Limit);
        if (wanted > _set) _givingBack.Need(sample);
        int minimum = Limits.Unlikely(Math.Min(wanted, limit), limit);
        if (minimum > _set) return new(minimum, reason, Attentive, true);
        if (wanted > limit) return Keep(limited, Attentive);
        if (isHeld) return Keep(GovernorReason.NothingCompletes, Attentive);
        return Keep(_growth.HasFailed ? GovernorReason.NoGain : GovernorReason.Calm, Attentive);
    }

    private Decision Proven(in PoolSample sample)
    {
        (_proven, _trial) = (_trial.Proven(sample), default);
        // The next one may follow at once, and yet with caution while the queue lasts in which one has failed.
        (_restUntil, _restReason) = (0, GovernorReason.Calm);
        return Grow(sample);
    }

    private void Rested() => (_rest, _restUntil, _restReason, _failed) = (0, 0, GovernorReason.Calm, default);

    private Decision TakenBack(in PoolSample sample)
    {
        GovernorReason reason = _trial.AllWaitForLocks(sample, _history) ? GovernorReason.Locks
            : _trial.IsBlind ? GovernorReason.NothingCompletes : GovernorReason.NoGain;
        int minimum = Math.Max(_asked, Math.Min(_set, _trial.MinimumBefore));
        // Where nothing moves a smaller number would only keep others waiting.
        int workers = reason == GovernorReason.NothingCompletes ? 0 : Math.Max(minimum, _trial.From);
        (_failed, _trial) = (_trial.Failed(sample), default);
        _rest = Math.Clamp(2 * _rest, FirstRest, LongestRest);
        (_restAt, _restUntil, _restReason, _completedAtRest) = (sample.At, sample.At + _rest, reason, sample.Completed);
        _rateAtRest = _history.Rate(Fallen);
        return new(minimum, reason, Watchful, true, workers);
    }

    /// <summary>More workers than these do not help; whether fewer would do is not known.</summary>
    private Decision Stopped(in PoolSample sample)
    {
        _trial = default;
        (_restUntil, _restReason) = (sample.At + FirstRest, GovernorReason.NoGain);
        return Keep(GovernorReason.NoGain, Watchful);
    }

    private Decision Keep(GovernorReason reason, double next, bool see = true) => new(_set, reason, next, see);
}
