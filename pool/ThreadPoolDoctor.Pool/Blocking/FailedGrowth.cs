namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The pause that growth is followed by where it did not help, longer each time; within it comes a
/// <see cref="GrowthTrial"/>. <see cref="GrowthGuard"/>'s alone.
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

    /// <summary>More than any level did has helped.</summary>
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
