namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What growth that did not help is followed by: a pause, longer each time, and then a try that goes further.
/// <see cref="GrowthGuard"/>'s alone.
/// </summary>
internal sealed class FailedGrowth
{
    // In milliseconds.
    private const long FirstHold = 500, LongestHold = 8000;

    // The next try goes further if then nothing waits any more: at first to so many times the level that failed, after
    // each failure to twice as many, where a worker is inside an item for so many milliseconds or more; the second
    // where none always runs. At a quick lock the line is soon served.
    private const long FurtherAtFirst = 8, LongInside = 20, LongAsleep = 8;

    private long _heldUntil = long.MinValue, _hold = FirstHold;

    // Items that had ended without having blocked when growth failed.
    private long _unblocked;

    /// <summary>The last level that was taken back in this spell; 0 for none.</summary>
    internal int At { get; private set; }

    internal bool Holds(long now) => now < _heldUntil;

    internal void HoldUntil(long time) => _heldUntil = time;

    internal void EndHold() => _heldUntil = long.MinValue;

    internal void BeginSpell()
    {
        EndHold();
        At = 0;
    }

    internal void Fail(GrowthLevel level, long unblocked, long now)
    {
        (At, _unblocked) = (level.Added, unblocked);
        _heldUntil = now + _hold;
        _hold = Math.Min(_hold * 2, LongestHold);
    }

    /// <summary>A level has helped: if it is as large as the one that failed, that is forgotten.</summary>
    internal void Pass(GrowthLevel level)
    {
        if (level.Added >= At) (_hold, At) = (FirstHold, 0);
    }

    /// <summary>
    /// After growth that did not help: what all that waits needs, if that is within reach and some do not block; else
    /// 0. A hundred requests before slow locks take each worker that is added, and no level raises the rate; but
    /// requests that want no lock stand behind them, each time for as long as the whole line, until each of the hundred
    /// has a worker.
    /// </summary>
    /// <param name="level">The one that growth goes on from.</param>
    /// <param name="waiting">Items that wait.</param>
    /// <param name="unblocked">Items that have ended without having blocked, ever.</param>
    internal int Further(GrowthLevel level, long waiting, long unblocked)
    {
        long all = level.Added + waiting;
        bool isNear = all <= At * FurtherAtFirst * _hold / (2 * FirstHold);
        bool isLong = level.UsualTime >= (level.Runs ? LongInside : LongAsleep);
        return isNear && unblocked > _unblocked && isLong ? (int)all : 0;
    }
}
