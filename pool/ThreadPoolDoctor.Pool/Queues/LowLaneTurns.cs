namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A share of time for the Low lane. Workers come to it by turns of items (<see cref="WorkerItems"/>), which takes
/// seconds where each item takes a tenth of one.
/// </summary>
internal sealed class LowLaneTurns(Lanes lanes)
{
    // When none of the Low items that wait has been taken for so many milliseconds, in which so many others have
    // ended, the next worker that ends one takes one. Where nothing ends, Low items have not been passed over.
    private const long Patience = 50, OthersBefore = 24;

    // Written by workers without care: only that it changes is of interest. Read by the monitor.
    private int _taken;

    // The monitor's alone: how it was when Low items began to wait, or the last of them was taken.
    private bool _waits;
    private int _takenThen;
    private long _since, _endedThen;

    internal void Taken() => Volatile.Write(ref _taken, _taken + 1);

    /// <summary>
    /// For the monitor, which is awake while work waits; <paramref name="now"/> in milliseconds, <paramref
    /// name="ended"/> in items.
    /// </summary>
    internal void Watch(long now, long ended)
    {
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
