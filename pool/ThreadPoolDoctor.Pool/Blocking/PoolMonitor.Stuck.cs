namespace ThreadPoolDoctor.Pool;

/// <content>Workers that are all blocked while nothing begins or ends: perhaps they wait for each other.</content>
internal sealed partial class PoolMonitor
{
    /// <summary>After so many milliseconds without any progress the blocked workers are reported as stuck.</summary>
    internal const long StuckAfter = 3000;

    // Written by the monitor's thread, read by statistics.
    private int _stuck;

    // Belongs to the monitor's thread: the next report comes when the silence has doubled.
    private long _reportAfter = StuckAfter;

    // Belongs to the monitor's thread: when something moved for the last time.
    private long _movedAt;

    /// <summary>Blocked workers, if for a while all workers have been blocked and no item has begun or ended; else 0.</summary>
    internal int Stuck => Volatile.Read(ref _stuck);

    private void WatchForStuck(Round round, int blocked, long now)
    {
        if (round.Progress || round.Running > 0 || blocked == 0)
        {
            _movedAt = now;
            _reportAfter = StuckAfter;
            Volatile.Write(ref _stuck, 0);
            return;
        }
        long silence = now - _movedAt;
        if (silence < StuckAfter) return;
        Volatile.Write(ref _stuck, blocked);
        if (silence < _reportAfter) return;
        _reportAfter = silence * 2;
        PoolEventSource.Log.PoolStuck(Pool.Name, blocked, Pool.WaitingItems, (int)silence);
    }
}
