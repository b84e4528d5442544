namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether fewer workers do as well. Some are added while nothing ends, which tells nothing: at the first requests of a
/// process, or in a stall of the disk. Where they then stand before a file's lock and try again now and then, all of them
/// are blocked, so none is in surplus, while the few that run do all that ends. So where most items end without
/// blocking, blocked workers that come back are not replaced for a while, and stay away if as many items end.
/// </summary>
/// <remarks>
/// Pure: all it knows is what it is told. No worker is taken while it is blocked, since what it waits for may need the
/// others.
/// </remarks>
internal sealed class GrowthTrial
{
    internal const int NoLimit = int.MaxValue;

    // A rate is measured for so long, in milliseconds, and lets so many end at least.
    private const long Measure = 100;
    private const int Enough = 64;

    // Of what the rate before would let end, so much must; what chance does to it is in deviations. So much of what was
    // seen counts at the next measure: a stall of the disk is not the workers' fault.
    private const double LeastRate = 0.9, Deviations = 3, Kept = 0.9;

    // So many end for each blocked one, and so much of a processor is used: else workers are what the rate depends on.
    private const int MostlyUnblocked = 2;
    private const double LeastHad = 0.25;

    // After a trial that failed the next one comes later each time, in milliseconds.
    private const long FirstPause = 500, LongestPause = 30_000;

    private int _limit = NoLimit;
    private GrowthGuard.Ends _then;
    private long _since, _pauseUntil, _pause = FirstPause;
    private bool _hasBegun;

    // Ends for each millisecond and item in the pool before the trial, what that lets end since, and what has ended.
    private double _rate, _expected, _ended;

    /// <summary>As few added workers as may be in any case have just been found to do as well as more.</summary>
    internal bool Found { get; private set; }

    /// <summary>At each look. The most workers that may be added while the others are on trial.</summary>
    /// <param name="added">How many are.</param>
    /// <param name="free">As many may be added in any case.</param>
    /// <param name="blocked">Workers that are blocked.</param>
    /// <param name="inside">
    /// Items in the pool, those that wait included: where they become more and end no faster, each takes longer.
    /// </param>
    /// <param name="ends">Items that have ended, ever.</param>
    /// <param name="now">In milliseconds.</param>
    internal int Limit(int added, int free, int blocked, long inside, GrowthGuard.Ends ends, long now)
    {
        Found = false;
        if (_limit != NoLimit) _limit = Math.Max(free, Math.Min(_limit, blocked));
        long milliseconds = now - _since;
        if (_hasBegun && milliseconds < Measure) return _limit;
        long all = ends.All - _then.All, blockedEnded = ends.Blocked - _then.Blocked;
        double had = ends.Had - _then.Had;
        (_then, _since) = (ends, now);
        if (!_hasBegun)
        {
            _hasBegun = true;
        }
        else if (_limit != NoLimit)
        {
            Judge(all, milliseconds * inside, added <= free, now);
        }
        else if (added > 2 * free && all >= Math.Max(Enough, MostlyUnblocked * blockedEnded) && had >= LeastHad * milliseconds
            && now >= _pauseUntil)
        {
            (_limit, _rate, _expected, _ended) = (added, (double)all / milliseconds / inside, 0, 0);
        }
        return _limit;
    }

    private void Judge(long all, long millisecondsInside, bool isLow, long now)
    {
        _expected = _expected * Kept + _rate * millisecondsInside;
        _ended = _ended * Kept + all;
        bool holds = _ended + Deviations * Math.Sqrt(_expected) >= LeastRate * _expected;
        if (holds && !isLow) return;
        _limit = NoLimit;
        Found = holds;
        if (holds)
        {
            _pause = FirstPause;
            return;
        }
        _pauseUntil = now + _pause;
        _pause = Math.Min(_pause * 2, LongestPause);
    }
}
