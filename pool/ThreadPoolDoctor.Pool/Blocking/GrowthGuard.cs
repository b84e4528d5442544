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

    // After growth that did not help the next try comes later each time.
    private const long FirstHold = 500, LongestHold = 8000;

    // It goes further, too, if then nothing waits any more: at first to so many times the level that failed, after each
    // failure to twice as many, where a worker is inside an item for so many milliseconds or more; the second where
    // none always runs. At a quick lock the line is soon served.
    private const long FurtherAtFirst = 8, LongInside = 20, LongAsleep = 8;

    // Of the processor time that running items wanted, less than the first share was had: what did not end meanwhile
    // may lack a processor, so silence is told from so many milliseconds on, or when nobody wants one any more.
    private const double LeastShare = 0.5;
    private const long SilenceWithoutProcessors = 500;

    // Blocked items are seen to end at looks only: so many tell that few did.
    private const int LeastLooks = 6;

    // A line before a lock: of at least so many that came at this level each has met a held one, and hardly any other
    // lock was met. Beyond so many added, such a line gets no more while anything ends, or for so long.
    private const int LeastInLine = 8, MostInLine = 32;
    private const double LineShare = 0.75, LineAtMost = 1.5;
    private const long LineSilence = 1000;

    // Silence while held: nothing has ended for so long, and for so many times the usual distance of two ends.
    private const long HeldSilence = 50;
    private const int HeldIntervals = 8;

    // What earlier spells have proven; the time that a worker of this one is inside an item, if it has proven something
    // (else 0), and whether all may come at once; and whether its level is a recalled one that has not been judged, or
    // this spell has had one.
    private readonly GrowthMemory _memory = new();
    private double _provenTime;
    private bool _provenAtOnce;
    private bool _isRecalled, _hasRecalled;

    // Levels passed in this spell of growth, lowest first.
    private readonly List<GrowthLevel> _levels = [];

    private int _limit;

    // Items that wait, at this look, and that have ended without having blocked; and how many had when growth failed.
    private long _waiting, _unblocked, _unblockedWhenFailed;

    // When the level began and how many items had ended then; since when it is full. The least value for not yet.
    private long _since = long.MinValue, _fullSince = long.MinValue;
    private long _endedThen, _blockedThen, _contentionsThen, _endedWhenFull;
    private int _workersThen;
    private double _wantedWhenFull, _hadWhenFull;
    private int _looksWhenFull;

    // Whether the workers of this level stand in line before a lock; told until one of them has ended an item, for the
    // next ones meet the lock as well, and are seldom seen to block. Null while it is not known.
    private bool? _line;

    // How many items had ended without having blocked when the first line of this spell was seen; the least value for
    // none.
    private long _unblockedInLine = long.MinValue;

    // Looks in a row, up to the last one, between which nobody wanted a processor.
    private int _looksAllBlocked;
    private double _wantedBefore;

    // The last level that was taken back in this spell (0 for none), and for how long the next try has to wait.
    private int _failedAt;
    private long _heldUntil = long.MinValue, _hold = FirstHold;

    // Blocked items: how many have ended, when the last did, and how far apart they usually do so, in milliseconds.
    private long _lastEnded, _lastEndAt;
    private double _interval;

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
    /// <param name="now">In milliseconds.</param>
    internal void Reset(int added, long now)
    {
        if (_provenTime > 0) _memory.Keep(added, _provenTime, _provenAtOnce, now);
        _memory.Touch(added, now);
        (_provenTime, _provenAtOnce, _isRecalled, _hasRecalled) = (0, false, false, false);
        _levels.Clear();
        _limit = added + added / 2;
        (_heldUntil, _failedAt, _unblockedInLine) = (long.MinValue, 0, long.MinValue);
        BeginLevel();
    }

    /// <summary>Fewer have been found to do as well.</summary>
    internal void Forget()
    {
        _memory.Forget();
        _provenTime = 0;
    }

    /// <summary>
    /// Work waits, and every worker is blocked. Half as many may be added at once as have been proven to help a moment
    /// ago, once in a spell: the next doubling then proves it again, for at a quick lock an item may happen to take as
    /// long. Where no rate was the proof all may be: half of a slow line would leave the others behind it.
    /// </summary>
    internal void Recall(long now)
    {
        if (_hasRecalled || _failedAt != 0 || _memory.Recall(now) is var added && added <= _limit) return;
        _levels.Clear();
        (_limit, _isRecalled, _hasRecalled) = (added, true, true);
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
        SeeEnd(ended.Blocked, now);
        (_waiting, _unblocked) = (waiting, ended.All - ended.Blocked);
        _looksAllBlocked = ended.Wanted > _wantedBefore ? 0 : _looksAllBlocked + 1;
        _wantedBefore = ended.Wanted;
        if (_limit < free)
        {
            _limit = free;
            BeginLevel();
        }
        if (now < _heldUntil)
        {
            if (!IsSilent(now)) return _limit;
            _heldUntil = long.MinValue;
            _levels.Clear();
            BeginLevel();
        }
        if (_since == long.MinValue)
        {
            (_since, _endedThen, _blockedThen) = (now, ended.All, ended.Blocked);
            (_contentionsThen, _workersThen) = (ended.Contentions, workers);
        }
        if (_isRecalled && _memory.IsSlow(workers, ended.All - _endedThen, now - _since))
        {
            TakeRecalledBack(free, now);
            return _limit;
        }
        if (added < _limit) return _limit;
        if (_fullSince == long.MinValue)
        {
            (_fullSince, _endedWhenFull, _wantedWhenFull, _hadWhenFull) = (now, ended.All, ended.Wanted, ended.Had);
            _looksWhenFull = 0;
        }
        _looksWhenFull++;
        long full = now - _fullSince;
        if (full < ShortestMeasure) return _limit;
        var level = new GrowthLevel(
            _limit, workers, ended.Blocked - _blockedThen, now - _since, ended.All - _endedWhenFull, full,
            ended.Wanted - _wantedWhenFull, ended.Had - _hadWhenFull);
        if (_isRecalled)
        {
            if (full >= _memory.Measure || level.FullEnded >= EnoughEnded(level, goesOn: false)) JudgeRecalled(level, free, now);
            return _limit;
        }
        if (level.Runs && full < ShortestOfRunning) return _limit;
        long blocked = level.BlockedEnded;
        // Who waits for an item lacks no processor now, whatever the workers lacked on their way there.
        bool lacked = level.Share < LeastShare && Math.Min(_looksAllBlocked, _looksWhenFull) < LeastLooks;
        bool tells = (!lacked && _looksWhenFull >= LeastLooks) || full >= SilenceWithoutProcessors;
        if (blocked == 0 || _line is null) _line = StandsInLine(level, ended.Contentions);
        bool line = _line.Value;
        if (blocked >= workers && level.FullEnded >= EnoughEnded(level, goesOn: !level.Runs || LevelBefore is null)) JudgeByRate(level, line && added > free, free, now);
        else if (line && now - Math.Max(_lastEndAt, _fullSince) < LinePatience()) return _limit;
        // What did not help a moment ago needs a full proof; but where nothing ends there is nothing to lose.
        else if (tells && blocked < workers / 4 && full >= Math.Max(workers / 4, UsualTime) && _failedAt == 0) JudgeByFew(level, now);
        else if (tells && IsSilent(now)) GoOnByFew(level);
        return _limit;
    }

    /// <summary>
    /// The workers of this level wait for a lock: one more would stand behind them. It may be held by an item that
    /// waits for another one in the queue, so where nothing ends growth goes on, only later.
    /// </summary>
    private bool StandsInLine(GrowthLevel level, long contentions)
    {
        int came = level.Workers - _workersThen;
        long met = contentions - _contentionsThen;
        return level.Added >= MostInLine && came >= LeastInLine
            && met >= LineShare * came && met <= LineAtMost * (came + level.BlockedEnded);
    }

    /// <summary>
    /// If a worker that was added behind a line has ended an item in spite of it, such an item may be what the holder
    /// waits for, and others like it may stand behind those that want the lock.
    /// </summary>
    private long LinePatience()
    {
        if (_unblockedInLine == long.MinValue) _unblockedInLine = _unblocked;
        return _unblocked > _unblockedInLine ? HeldSilence : LineSilence;
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
            if (line && _failedAt == 0) GoBack(level, level.Added / 2, now);
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
            (_provenTime, _provenAtOnce) = (level.UsualTime, false);
            GoOn(level);
        }
        else if (level.FullEnded >= EnoughEnded(level, goesOn: false) && (raised + chance < least || isLong))
        {
            // A recalled level has proven nothing in this spell.
            GoBack(level, _hasRecalled && _levels.Count == 1 ? free : before.Added, now);
        }
    }

    /// <summary>
    /// If items take as long as those that proved this level, growth goes on from it. If not they are of another kind,
    /// and growth begins anew.
    /// </summary>
    private void JudgeRecalled(GrowthLevel level, int free, long now)
    {
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
        // What ends until then are items of the many, and no rate of the few.
        _heldUntil = now + (long)_memory.Measure;
        _memory.Forget();
        _limit = free;
        BeginLevel();
    }

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
        if (ended >= GrowthLevel.EnoughToTell) (_provenTime, _provenAtOnce) = ((double)level.Workers * milliseconds / ended, true);
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
        if (level.Added >= _failedAt) (_hold, _failedAt) = (FirstHold, 0);
        int further = Further(level);
        _levels.Add(level);
        _limit = Math.Max(level.Added * 2, further);
        // In a line each that is added is behind all others.
        if (further > 0) (_provenTime, _provenAtOnce) = (level.UsualTime * further / Math.Max(1, level.Added), true);
        BeginLevel();
    }

    /// <summary>
    /// After growth that did not help: what all that waits needs, if that is within reach and some do not block; else
    /// 0. A hundred requests before slow locks take each worker that is added, and no level raises the rate; but
    /// requests that want no lock stand behind them, each time for as long as the whole line, until each of the hundred
    /// has a worker.
    /// </summary>
    private int Further(GrowthLevel level)
    {
        long all = level.Added + _waiting;
        bool isNear = all <= _failedAt * FurtherAtFirst * _hold / (2 * FirstHold);
        return isNear && _unblocked > _unblockedWhenFailed && level.UsualTime >= (level.Runs ? LongInside : LongAsleep) ? (int)all : 0;
    }

    private void GoBack(GrowthLevel level, int to, long now)
    {
        _levels.RemoveAll(passed => passed.Added >= to);
        if (to < _memory.Added(now)) _memory.Forget();
        _limit = to;
        _heldUntil = now + _hold;
        _hold = Math.Min(_hold * 2, LongestHold);
        (_failedAt, _unblockedWhenFailed) = (level.Added, _unblocked);
        BeginLevel();
    }

    private void BeginLevel() => (_since, _fullSince, _line) = (long.MinValue, long.MinValue, null);

    private void SeeEnd(long ended, long now)
    {
        if (ended == _lastEnded && _lastEndAt != 0) return;
        if (_lastEndAt != 0)
        {
            double distance = (double)(now - _lastEndAt) / (ended - _lastEnded);
            _interval = _interval * 0.9 + Math.Min(distance, 1000) * 0.1;
        }
        (_lastEnded, _lastEndAt) = (ended, now);
    }

    private bool IsSilent(long now) => now - _lastEndAt >= Math.Max(HeldSilence, _interval * HeldIntervals);
}
