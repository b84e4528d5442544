namespace ThreadPoolDoctor.Pool;

/// <content>
/// A share for the Low lane: workers come to it by turns of items (Worker.Search.cs), which takes seconds where each item
/// takes a tenth of one. So there is one of time, too.
/// </content>
public sealed partial class WorkPool
{
    // When none of the Low items that wait has been taken for so many milliseconds, in which so many others have ended, the
    // next worker that ends one takes one. Where nothing ends, Low items have not been passed over.
    private const long LowPatience = 50, OthersBeforeLow = 24;

    // Written by workers without care: only that it changes is of interest. Read by the monitor.
    private int _lowTaken;

    // The monitor's alone: how it was when Low items began to wait, or the last of them was taken.
    private bool _lowWaits;
    private int _lowTakenThen;
    private long _lowSince, _itemsThen;

    internal void LowMoved() => Volatile.Write(ref _lowTaken, _lowTaken + 1);

    /// <summary>For the monitor, which is awake while work waits; <paramref name="now"/> in milliseconds.</summary>
    internal void WatchLowLane(long now)
    {
        bool waited = _lowWaits && _lowTakenThen == Volatile.Read(ref _lowTaken);
        _lowWaits = !Lane(WorkLane.Low).IsEmpty;
        if (!_lowWaits || (waited && now - _lowSince < LowPatience)) return;
        long items = ItemsRun;
        if (waited)
        {
            if (items - _itemsThen < OthersBeforeLow) return;
            Interlocked.Or(ref _attention, LowStarves);
        }
        (_lowTakenThen, _lowSince, _itemsThen) = (Volatile.Read(ref _lowTaken), now, items);
    }

    /// <summary>For a worker between two items: true for one of them, once each time that the monitor asks for it.</summary>
    internal bool TryTakeLowTurn() =>
        (Volatile.Read(ref _attention) & LowStarves) != 0 && (Interlocked.And(ref _attention, ~LowStarves) & LowStarves) != 0;
}
