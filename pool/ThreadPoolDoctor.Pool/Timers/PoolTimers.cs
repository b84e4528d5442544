namespace ThreadPoolDoctor.Pool;

/// <summary>The timers of one pool: its wheel, made with the first timer, and what was measured about lateness.</summary>
internal sealed class PoolTimers
{
    /// <summary>A callback that starts this late is reported by an event: four scheduler ticks of a slow kernel.</summary>
    internal const long LateMilliseconds = 50;

    private readonly WorkPool _pool;

    // Written once under Lazy's lock, read by any thread.
    private readonly Lazy<TimerWheel> _wheel;

    // Plain counters: added to by workers, read by statistics.
    private long _fired;
    private long _late;
    private long _missed;
    private long _worst;

    internal PoolTimers(WorkPool pool)
    {
        _pool = pool;
        _wheel = new Lazy<TimerWheel>(() => new TimerWheel("TPD Timers"));
    }

    internal TimerWheel Wheel => _wheel.Value;

    /// <summary>Timers and time-outs that are armed.</summary>
    internal int Armed => _wheel.IsValueCreated ? _wheel.Value.Count : 0;

    /// <summary>Timer callbacks that have started.</summary>
    internal long Fired => Interlocked.Read(ref _fired);

    /// <summary>Timer callbacks that started more than <see cref="LateMilliseconds"/> late.</summary>
    internal long Late => Interlocked.Read(ref _late);

    /// <summary>Ticks of periodic timers that were left out since the one before was still in the queue.</summary>
    internal long Missed => Interlocked.Read(ref _missed);

    /// <summary>The worst lateness so far, in milliseconds.</summary>
    internal long WorstLateness => Interlocked.Read(ref _worst);

    internal void CountFired(long lateness)
    {
        Interlocked.Increment(ref _fired);
        long worst = Interlocked.Read(ref _worst);
        while (lateness > worst)
        {
            long seen = Interlocked.CompareExchange(ref _worst, lateness, worst);
            if (seen == worst) break;
            worst = seen;
        }
        if (lateness < LateMilliseconds) return;
        Interlocked.Increment(ref _late);
        _pool.ReportTimerLate(lateness);
    }

    internal void CountMissedTick() => Interlocked.Increment(ref _missed);

    internal void Stop()
    {
        if (_wheel.IsValueCreated) _wheel.Value.Stop();
    }
}
