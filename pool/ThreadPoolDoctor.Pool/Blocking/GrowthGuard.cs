namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How many workers may make up for blocked ones. A few always; each doubling beyond must raise the number of items
/// that end, or it is taken back: at a hot lock, or before a database that serves ten at a time, more threads make
/// nothing quicker. As long as hardly anything ends there is nothing to lose, and growth goes on: items may wait for
/// one another.
/// </summary>
/// <remarks>
/// Pure: all it knows is what it is told. A level is a number of added workers, entered when the limit is reached. At
/// a level it waits until enough items have ended to tell its rate, or so few that they tell nothing. By Little's law
/// a level twice as high has twice the rate if its items only sleep, and the same if they queue for something.
/// </remarks>
internal sealed class GrowthGuard
{
    // As many ended items as tell a rate, at least; and as tell that it has risen where none runs.
    private const int Enough = 32, EnoughToGoOn = 8;

    // Of what a level would gain if its items only slept, this much must be seen; twice as much where one always runs,
    // as at a lock, for then the rate is the machine's mood, too; or the rate be raised by this much when few items
    // tell it.
    private const double LeastGain = 0.3, LeastGainOfRunning = 0.6, RaisedByFew = 1.5;

    // A rate that cannot be distinguished from noise is measured for so long, in milliseconds.
    private const long LongestMeasure = 250;

    // Milliseconds for which a rate is measured at least; the second where one always runs, since other programs take
    // its processor for a turn of the scheduler or two. Silence is told from as many milliseconds as a quarter of the
    // workers.
    private const long ShortestMeasure = 8, ShortestOfRunning = 32;

    // Of the processor time that running items wanted, less than the first share was had: what did not end meanwhile
    // may lack a processor, so silence is told from so many milliseconds on, or when nobody wants one any more.
    private const double LeastShare = 0.5;
    private const long SilenceWithoutProcessors = 500;

    // Blocked items are seen to end at looks only: so many tell that few did.
    private const int LeastLooks = 6;

    private readonly GrowthMemory _memory = new();
    private readonly FailedGrowth _failure = new();
    private readonly LockLine _line = new();
    private readonly BlockedEnds _ends = new();
    private readonly LevelMeasure _measure = new();
    private readonly GrowthTrial _trial = new();

    // Levels passed in this spell of growth, lowest first.
    private readonly List<GrowthLevel> _levels = [];

    private int _limit;

    // Whether the level is a recalled one that has not been judged, and whether this spell has had one, of which no
    // doubling has failed yet.
    private bool _isRecalled, _hasRecalled, _isUnproven;

    // Items that wait, at this look, and that have ended without having blocked.
    private long _waiting, _unblocked;

    // Looks in a row, up to the last one, between which nobody wanted a processor.
    private int _looksAllBlocked;
    private double _wantedBefore;

    /// <summary>
    /// Items that have ended: all of them, and those that were seen to block. Only the latter tell whether blocked
    /// workers move. How much processor time running items wanted and had, in milliseconds. And how many waits for a
    /// held lock have begun in the process.
    /// </summary>
    internal readonly record struct Ends(long All, long Blocked, double Wanted = 0, double Had = 0, long Contentions = 0);

    /// <summary>As many may be added at once; 0 for as many as have been seen to be needed.</summary>
    internal int Recalled => _isRecalled ? _limit : 0;

    /// <summary>
    /// No work waits: those there are suffice, a few more do no harm, and the next spell begins anew.
    /// </summary>
    /// <param name="added">How many are added.</param>
    /// <param name="ended">Items that have ended, ever.</param>
    /// <param name="now">In milliseconds.</param>
    /// <returns>As many may stay: what a trial has shown to be for nothing goes at once.</returns>
    internal int Reset(int added, Ends ended, long now)
    {
        if (_trial.GoesOn)
        {
            Try(isFull: true, added, added, ended, now);
            if (_trial.GoesOn || _limit < added) return _limit;
        }
        _trial.Cancel();
        _memory.EndSpell(added, now);
        _failure.BeginSpell();
        _line.BeginSpell();
        (_isRecalled, _hasRecalled, _isUnproven) = (false, false, false);
        _levels.Clear();
        _limit = added + added / 2;
        BeginLevel();
        return int.MaxValue;
    }

    /// <summary>Fewer have been found to do as well.</summary>
    internal void Forget()
    {
        _memory.ForgetAll();
        _trial.Cancel();
    }

    /// <summary>
    /// Work waits, and every worker is blocked. Half as many may be added at once as have been proven to help a moment
    /// ago, once in a spell: the next doubling then proves it again, for at a quick lock an item may happen to take as
    /// long. Where no rate was the proof all may be: half of a slow line would leave the others behind it.
    /// </summary>
    internal void Recall(long now)
    {
        if (_hasRecalled || _failure.At != 0 || _memory.Recall(now) is var added && added <= _limit) return;
        _levels.Clear();
        (_limit, _isRecalled, _hasRecalled, _isUnproven) = (added, true, true, true);
        BeginLevel();
    }

    /// <summary>Work waits. The most workers that may be added, at this moment.</summary>
    /// <param name="added">How many are.</param>
    /// <param name="workers">How many workers there are in all.</param>
    /// <param name="free">
    /// As many may be added in any case. That is the first level: below it nobody is taken back, so two levels there
    /// would have the same workers, and nothing but noise to tell them apart.
    /// </param>
    /// <param name="waiting">How many items wait.</param>
    /// <param name="ended">Items that have ended, ever.</param>
    /// <param name="now">In milliseconds.</param>
    internal int Limit(int added, int workers, int free, long waiting, Ends ended, long now)
    {
        _ends.See(ended.Blocked, now);
        (_waiting, _unblocked) = (waiting, ended.All - ended.Blocked);
        _looksAllBlocked = ended.Wanted > _wantedBefore ? 0 : _looksAllBlocked + 1;
        _wantedBefore = ended.Wanted;
        if (_limit < free)
        {
            _limit = free;
            BeginLevel();
        }
        if (_trial.GoesOn)
        {
            Try(isFull: added >= _limit, added, workers, ended, now);
            return _limit;
        }
        if (_failure.Holds(now))
        {
            if (!_ends.IsSilent(now))
            {
                TryAll(added, workers, ended, now);
                return _limit;
            }
            _failure.EndHold();
            _levels.Clear();
            BeginLevel();
        }
        _measure.See(workers, ended, now);
        if (_isRecalled && _memory.IsSlow(workers, _measure.Ended(ended), _measure.Milliseconds(now)))
        {
            TakeRecalledBack(free, now);
            return _limit;
        }
        if (added < _limit) return _limit;
        _measure.SeeFull(ended, now);
        GrowthLevel level = _measure.Tell(_limit, workers, ended, now);
        if (level.FullMilliseconds < ShortestMeasure) return _limit;
        if (_isRecalled) JudgeRecalled(level, free, now);
        else if (!level.Runs || level.FullMilliseconds >= ShortestOfRunning) Judge(level, ended, added > free, free, now);
        return _limit;
    }

    /// <summary>By its rate if enough have ended, by their silence if few have; or not yet.</summary>
    private void Judge(GrowthLevel level, Ends ended, bool isBeyondFree, int free, long now)
    {
        bool line = _line.Look(level, _measure.Came(level.Workers), _measure.LocksMet(ended));
        if (level.BlockedEnded >= level.Workers
            && level.FullEnded >= EnoughEnded(level, goesOn: !level.Runs || LevelBefore is null))
        {
            JudgeByRate(level, line && isBeyondFree, free, now);
            return;
        }
        if (line && now - Math.Max(_ends.LastAt, _measure.FullSince) < _line.Patience(_unblocked))
        {
            TryAll(level.Added, level.Workers, ended, now);
            return;
        }
        if (!SilenceTells(level)) return;
        // What did not help a moment ago needs a full proof; but where nothing ends there is nothing to lose.
        bool isFew = level.BlockedEnded < level.Workers / 4
            && level.FullMilliseconds >= Math.Max(level.Workers / 4, UsualTime);
        if (isFew && _failure.At == 0) JudgeByFew(level, now);
        else if (_ends.IsSilent(now)) GoOnByFew(level);
    }

    private bool SilenceTells(GrowthLevel level)
    {
        // Who waits for an item lacks no processor now, whatever the workers lacked on their way there.
        bool lacked = level.Share < LeastShare && Math.Min(_looksAllBlocked, _measure.FullLooks) < LeastLooks;
        return (!lacked && _measure.FullLooks >= LeastLooks) || level.FullMilliseconds >= SilenceWithoutProcessors;
    }

    /// <summary>
    /// The level that this one is compared with; null where that was passed in silence, or nearly so.
    /// </summary>
    private GrowthLevel? LevelBefore => _levels.Count > 0 && _levels[^1] is { FullEnded: >= GrowthLevel.EnoughToTell } before ? before : null;

    /// <summary>
    /// Items that only block take as long as ever: one for each worker tells that more of them end. That it does not
    /// help, and where one always runs, so that the rate is the machine's mood, too, twice as many tell.
    /// </summary>
    private static int EnoughEnded(GrowthLevel level, bool goesOn) =>
        goesOn ? Math.Max(EnoughToGoOn, level.Workers) : Math.Max(Enough, 2 * level.Workers);

    // Before that the workers of this level can have ended none of their items, and that says nothing of them.
    private double UsualTime => _levels.Count == 0 ? 0 : Math.Min(_levels[^1].UsualTime, LongestMeasure);

    /// <summary>
    /// Many ended: with the level before, and with what chance does to two counts (the deviation of their ratio's
    /// logarithm). Where that was passed in silence there is nothing to compare with, and it goes on; but before a lock
    /// that was held and is let go the line moves, whatever their number: half of them are measured first, once in a
    /// spell.
    /// </summary>
    private void JudgeByRate(GrowthLevel level, bool line, int free, long now)
    {
        if (LevelBefore is not { } before)
        {
            if (line && _failure.At == 0) GoBack(level, level.Added / 2, now);
            else GoOn(level);
            return;
        }
        // The smaller of two: what a busy machine took from one of the levels is no merit of the other.
        double raised = Math.Log(Math.Min(level.FullRate / before.FullRate, level.RateOfShare / before.RateOfShare));
        double gain = level.Runs ? LeastGainOfRunning : LeastGain;
        double least = Math.Log(1 + gain * ((double)level.Workers / before.Workers - 1));
        double chance = Math.Sqrt(1.0 / level.FullEnded + 1.0 / before.FullEnded);
        bool isLong = level.FullMilliseconds >= LongestMeasure;
        // Where one always runs, what may be chance is no proof.
        double proven = level.Runs && !isLong ? raised - chance : raised;
        if (proven >= least)
        {
            _memory.Prove(level.UsualTime, atOnce: false);
            GoOn(level);
        }
        else if (level.FullEnded >= EnoughEnded(level, goesOn: false) && (raised + chance < least || isLong))
        {
            bool isUnproven = _isUnproven && _levels.Count == 1;
            // Once in a spell: what fails after that has been compared with few.
            _isUnproven = false;
            GoBack(level, isUnproven ? free : before.Added, now);
            // Nothing less than a recalled level has been seen to do less in this spell, and it may have been needed: so
            // growth begins anew, and soon.
            if (isUnproven) HoldUntilTheirItemsHaveEnded(now);
        }
    }

    /// <summary>
    /// If items take as long as those that proved this level, growth goes on from it. If not they are of another kind,
    /// and growth begins anew.
    /// </summary>
    private void JudgeRecalled(GrowthLevel level, int free, long now)
    {
        if (level.FullMilliseconds < _memory.Measure && level.FullEnded < EnoughEnded(level, goesOn: false)) return;
        if (!_memory.IsLike(level))
        {
            TakeRecalledBack(free, now);
            return;
        }
        _isRecalled = false;
        GoOn(level);
    }

    private void TakeRecalledBack(int free, long now)
    {
        _isRecalled = false;
        HoldUntilTheirItemsHaveEnded(now);
        _memory.Forget();
        _limit = free;
        BeginLevel();
    }

    /// <summary>What ends until then are items of the many, and no rate of the few.</summary>
    private void HoldUntilTheirItemsHaveEnded(long now) => _failure.HoldUntil(now + (long)_memory.Measure);

    /// <summary>Few ended: with all levels but the one before, together.</summary>
    private void JudgeByFew(GrowthLevel level, long now)
    {
        int before = _levels.Count - 1;
        (long ended, long milliseconds) = Together(before);
        bool tells = before > 0 && ended + level.BlockedEnded >= GrowthLevel.EnoughToTell;
        bool raised = level.BlockedEnded * milliseconds >= ended * level.Milliseconds * RaisedByFew;
        if (tells && !raised) GoBack(level, _levels[before - 1].Added, now);
        else GoOnByFew(level);
    }

    /// <summary>There is nothing to lose, nor will there be when such items come again.</summary>
    private void GoOnByFew(GrowthLevel level)
    {
        (long ended, long milliseconds) = Together(_levels.Count);
        (ended, milliseconds) = (ended + level.BlockedEnded, milliseconds + level.Milliseconds);
        if (ended >= GrowthLevel.EnoughToTell) _memory.Prove((double)level.Workers * milliseconds / ended, atOnce: true);
        GoOn(level);
    }

    private (long Ended, long Milliseconds) Together(int levels)
    {
        long ended = 0, milliseconds = 0;
        for (int i = 0; i < levels; i++)
        {
            ended += _levels[i].BlockedEnded;
            milliseconds += _levels[i].Milliseconds;
        }
        return (ended, milliseconds);
    }

    private void GoOn(GrowthLevel level)
    {
        _failure.Pass(level);
        _levels.Add(level);
        _trial.Cancel();
        _limit = level.Added * 2;
        BeginLevel();
    }

    private void GoBack(GrowthLevel level, int to, long now)
    {
        _levels.RemoveAll(passed => passed.Added >= to);
        if (to < _memory.Added(now)) _memory.Forget();
        _limit = to;
        _failure.Fail(level.Added, now);
        BeginLevel();
    }

    /// <summary>Growth is held: perhaps a worker for each that waits helps, where a doubling did not.</summary>
    private void TryAll(int added, int workers, Ends ended, long now)
    {
        if (_trial.Begin(added, workers, _waiting, ended, now) is > 0 and var all) _limit = all;
    }

    private void Try(bool isFull, int added, int workers, Ends ended, long now)
    {
        if (_trial.Look(isFull, workers, ended, now) is not { } helps) return;
        _levels.Clear();
        if (helps)
        {
            _failure.BeginAnew();
            // In a line each that is added is behind all others, so half of them would leave the others there.
            _memory.Prove(_trial.ItemTime, atOnce: true);
            _limit = added;
        }
        else
        {
            _failure.Fail(_limit, now);
            _limit = _trial.From;
        }
        BeginLevel();
    }

    private void BeginLevel()
    {
        _measure.Restart();
        _line.BeginLevel();
    }
}
