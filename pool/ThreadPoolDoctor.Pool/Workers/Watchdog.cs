namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The last line against a lost wake-up: if work waits, an idle worker could take it, and nothing at all has moved
/// since the last look a second ago, it wakes a worker and counts that. Looked at by idle workers between two slices of
/// their sleep and by the monitor, so it costs nothing while the pool moves.
/// </summary>
internal sealed class Watchdog(Crew crew)
{
    internal const int SliceMilliseconds = 1000;

    private readonly Gate _lock = new();

    // Under _lock: what the pool looked like when it first seemed stuck, and when that was.
    private long _suspectProgress = -1;
    private long _suspectSince;
    private long _rescues;

    internal long Rescues => Volatile.Read(ref _rescues);

    internal void Check()
    {
        using (_lock.Enter())
        {
            SleepState state = crew.Sleep.State;
            if (!crew.HasWork || !state.AnyIdle || state.Searching > 0)
            {
                _suspectProgress = -1;
                return;
            }
            long now = Environment.TickCount64;
            long progress = crew.Ended;
            if (progress != _suspectProgress)
            {
                _suspectProgress = progress;
                _suspectSince = now;
                return;
            }
            // A publisher may have been interrupted between publishing and waking, but hardly for a second.
            if (now - _suspectSince >= SliceMilliseconds - 50)
            {
                _suspectProgress = -1;
                Volatile.Write(ref _rescues, _rescues + 1);
                PoolEventSource.Log.WatchdogRescue(crew.Name);
                crew.Sleep.NoticeLeftWork();
            }
        }
    }
}
