namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A share of time for the Low lane, not of items: a Low item may take a thousand times as long as those that it is
/// mixed with.
/// </summary>
internal sealed class LowLaneTurns(Lanes lanes)
{
    // When none of the Low items that wait has been taken for so many milliseconds, in which so many others have
    // ended, the next worker that ends one takes one. Where nothing ends, Low items have not been passed over.
    private const long Patience = 50, OthersBefore = 24;

    // Milliseconds between two Low items that workers take at their fair turns.
    private const long TurnEvery = 10;

    // 1 when one of them may. Set by the monitor, cleared by the worker that takes the turn; two that take it at once
    // do no harm.
    private int _turn;

    // Written by workers without care: only that it changes is of interest. Read by the monitor.
    private int _taken;

    // The monitor's alone: how it was when Low items began to wait, or the last of them was taken.
    private bool _waits;
    private int _takenThen;
    private long _since, _endedThen, _turnAt;

    internal void Taken() => Volatile.Write(ref _taken, _taken + 1);

    /// <summary>For a worker whose turn it is to look into the Low lane.</summary>
    internal bool TryTakeTurn()
    {
        if (Volatile.Read(ref _turn) == 0) return false;
        Volatile.Write(ref _turn, 0);
        return true;
    }

    /// <summary>
    /// For the monitor, which is awake while work waits; <paramref name="now"/> in milliseconds, <paramref
    /// name="ended"/> in items.
    /// </summary>
    internal void Watch(long now, long ended)
    {
        if (now - _turnAt >= TurnEvery)
        {
            _turnAt = now;
            Volatile.Write(ref _turn, 1);
        }
        bool waited = _waits && _takenThen == Volatile.Read(ref _taken);
        _waits = !lanes[WorkLane.Low].IsEmpty;
        if (!_waits || (waited && now - _since < Patience)) return;
        if (waited)
        {
            if (ended - _endedThen < OthersBefore) return;
            lanes.Attention.Raise(Attention.Low);
        }
        (_takenThen, _since, _endedThen) = (Volatile.Read(ref _taken), now, ended);
    }
}
