namespace ThreadPoolDoctor.Pool;

/// <summary>
/// After doublings that did not help: whether a worker for each item that waits does. A hundred requests before a slow
/// lock take each worker that is added, and no doubling raises the rate; but requests that want no lock stand behind
/// them, each time for as long as the whole line, until each of the hundred has a worker.
/// </summary>
/// <remarks>
/// Pure, and <see cref="GrowthGuard"/>'s alone. What did not help is taken back, and tried again later each time.
/// </remarks>
internal sealed class GrowthTrial
{
    // As many may be added for it.
    private const int MostAdded = 512;

    // Worth it where a worker is inside an item for so many milliseconds: a quick lock's line is soon served. And from
    // so many on who ends without having been seen to block was none of the line.
    private const double LongInside = 2, SurelySeen = 8;

    // And where at least so much of the queue is still there after the pause: one that is served needs nobody.
    private const double StillThere = 0.8;

    // For so many milliseconds growth must have been held, which gives the rate before.
    private const long Held = 400;

    // From the moment on when nothing waits, or as many are added as may be, which takes at most so many milliseconds,
    // the rate is measured for so many, until enough have ended.
    private const long Coming = 1000, ShortestMeasure = 250, LongestMeasure = 1000, Enough = 200;

    // So many times the rate before must be seen, beyond what chance does to two counts. Less than the second is no
    // verdict: the load has changed meanwhile.
    private const double LeastGain = 1.1, LeastOfBefore = 0.8;

    // In milliseconds, until the next one where this one did not help.
    private const long FirstRest = 2000, LongestRest = 128_000;
    private const int RestGrowth = 4;

    // Since when growth is held, and what was then; null while it is not.
    private long? _heldSince;
    private long _waitingThen;
    private GrowthGuard.Ends _then;

    // When the next may come, and how long the next rest is; and how many had been added before the one that failed.
    private long _restUntil = long.MinValue, _rest = FirstRest;
    private int _restFrom;

    // Of this one: what was before it, when it began, and since when it is measured.
    private double _rateBefore;
    private long _endedBefore, _unblockedBefore, _beganAt;
    private long? _fullSince;

    /// <summary>One goes on.</summary>
    internal bool GoesOn { get; private set; }

    /// <summary>As many were added before it.</summary>
    internal int From { get; private set; }

    /// <summary>How long a worker was inside an item, as far as the trial tells, in milliseconds.</summary>
    internal double ItemTime { get; private set; }

    /// <summary>Growth goes on, or nothing waits.</summary>
    internal void Cancel() => (GoesOn, _heldSince) = (false, null);

    /// <summary>
    /// A look while growth is held: as many may be added for a trial; 0 for none.
    /// </summary>
    internal int Begin(int added, int workers, long waiting, GrowthGuard.Ends ends, long now)
    {
        if (_heldSince is not { } since)
        {
            (_heldSince, _waitingThen, _then) = (now, waiting, ends);
            return 0;
        }
        long milliseconds = now - since, ended = ends.All - _then.All;
        if (milliseconds < Held) return 0;
        _heldSince = null;
        if (ended == 0 || Rests(added, now)) return 0;
        double inside = (double)workers * milliseconds / ended;
        long all = added + waiting;
        if (inside < LongInside || all > MostAdded || waiting < StillThere * _waitingThen) return 0;
        (GoesOn, From, _beganAt) = (true, added, now);
        (_rateBefore, _endedBefore) = ((double)ended / milliseconds, ended);
        _unblockedBefore = inside >= SurelySeen ? Unblocked(_then) : long.MaxValue;
        (_fullSince, _then) = (null, ends);
        return (int)all;
    }

    /// <summary>
    /// A look: whether it helps; null while that is not known. <paramref name="isFull"/>: nothing waits, or as many are
    /// added as may be.
    /// </summary>
    internal bool? Look(bool isFull, int workers, GrowthGuard.Ends ends, long now)
    {
        if (_fullSince is null && (isFull || now - _beganAt >= Coming)) (_fullSince, _then) = (now, ends);
        if (_fullSince is not { } since || now - since < ShortestMeasure) return null;
        long ended = ends.All - _then.All, milliseconds = now - since;
        if (ended < Enough && milliseconds < LongestMeasure) return null;
        GoesOn = false;
        ItemTime = (double)workers * milliseconds / Math.Max(1, ended);
        double raised = Math.Log(Math.Max(1, ended) / (milliseconds * _rateBefore));
        double chance = Math.Sqrt((1.0 / Math.Max(1, ended)) + (1.0 / _endedBefore));
        bool others = Unblocked(ends) > _unblockedBefore;
        bool helps = others || raised - chance >= Math.Log(LeastGain);
        if (helps) _rest = FirstRest;
        else Rest(isVerdict: raised >= Math.Log(LeastOfBefore), now);
        return helps;
    }

    private void Rest(bool isVerdict, long now)
    {
        (_restUntil, _restFrom) = (now + _rest, From);
        if (isVerdict) _rest = Math.Min(_rest * RestGrowth, LongestRest);
    }

    /// <summary>A failed one says nothing of fewer workers than it began with.</summary>
    private bool Rests(int added, long now) => now < _restUntil && added >= _restFrom;

    private static long Unblocked(GrowthGuard.Ends ends) => ends.All - ends.Blocked;
}
