namespace ThreadPoolDoctor.Pool;

/// <summary>Workers that are all blocked while nothing begins or ends: perhaps they wait for each other.</summary>
internal sealed class StuckWatch(Crew crew)
{
    /// <summary>After so many milliseconds without any progress the blocked workers are reported as stuck.</summary>
    internal const long After = 3000;

    // Written by the monitor's thread, read by statistics.
    private int _stuck;

    // Belong to the monitor's thread: the next report comes when the silence has doubled; when something moved last.
    private long _reportAfter = After, _movedAt;

    /// <summary>
    /// Blocked workers, if for a while all workers have been blocked and no item has begun or ended; else 0.
    /// </summary>
    internal int Stuck => Volatile.Read(ref _stuck);

    internal void Look(ScanResult found, int blocked, long now)
    {
        if (found.Progress || found.Running > 0 || blocked == 0)
        {
            (_movedAt, _reportAfter) = (now, After);
            Volatile.Write(ref _stuck, 0);
            return;
        }
        long silence = now - _movedAt;
        if (silence < After) return;
        Volatile.Write(ref _stuck, blocked);
        if (silence < _reportAfter) return;
        _reportAfter = silence * 2;
        PoolEventSource.Log.PoolStuck(crew.Name, blocked, crew.Waiting, (int)silence);
    }
}
