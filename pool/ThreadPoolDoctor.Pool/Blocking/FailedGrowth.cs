namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What growth that did not help is followed by: a pause, longer each time, and then a try that goes further.
/// <see cref="GrowthGuard"/>'s alone.
/// </summary>
internal sealed class FailedGrowth
{
    // In milliseconds.
    private const long FirstHold = 500, LongestHold = 8000;

    private long _heldUntil = long.MinValue, _hold = FirstHold;

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

    internal void Fail(int added, long now)
    {
        At = added;
        _heldUntil = now + _hold;
        _hold = Math.Min(_hold * 2, LongestHold);
    }

    internal void BeginAnew()
    {
        BeginSpell();
        _hold = FirstHold;
    }

    /// <summary>A level has helped: if it is as large as the one that failed, that is forgotten.</summary>
    internal void Pass(GrowthLevel level)
    {
        if (level.Added >= At) (_hold, At) = (FirstHold, 0);
    }
}
