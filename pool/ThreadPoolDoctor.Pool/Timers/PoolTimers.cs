namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The timers of one pool: the system's clock with a wheel of the pool's own, which is what <see
/// cref="WorkPool.TimeProvider"/> returns, and what was measured about lateness.
/// </summary>
internal sealed class PoolTimers(Intake intake) : TimeProvider
{
    /// <summary>
    /// A callback that starts this late is reported by an event: four scheduler ticks of a slow kernel.
    /// </summary>
    internal const long LateMilliseconds = 50;

    private readonly TimerWheel _wheel = new(() => intake.Crew.StartFault?.Invoke());

    // Plain counters: added to by workers, read by statistics.
    private long _fired;
    private long _late;
    private long _missed;
    private long _worst;

    private readonly AheadTurns _ahead = new();

    internal Intake Intake => intake;

    internal TimerWheel Wheel
    {
        get
        {
            // A timer made after the pool was closed, or just then.
            if (intake.Crew.IsClosed) _wheel.HandOver();
            return _wheel;
        }
    }

    /// <summary>Timers and time-outs that are armed.</summary>
    internal int Armed => _wheel.Count;

    /// <summary>Timer callbacks that have started.</summary>
    internal long Fired => Interlocked.Read(ref _fired);

    /// <summary>Timer callbacks that started more than <see cref="LateMilliseconds"/> late.</summary>
    internal long Late => Interlocked.Read(ref _late);

    /// <summary>Ticks of periodic timers that were left out since the one before was still in the queue.</summary>
    internal long Missed => Interlocked.Read(ref _missed);

    /// <summary>The worst lateness so far, in milliseconds.</summary>
    internal long WorstLateness => Interlocked.Read(ref _worst);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(callback);
        var timer = new PoolTimer(this, Wheel, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>The pool is closed: what is armed goes to the system's timers.</summary>
    internal void HandOver() => _wheel.HandOver();

    /// <summary>Where the next callback goes; a flood of timers takes its turn on ThreadPool, too.</summary>
    internal WorkLane NextLane() => _ahead.Next();

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
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.TimerLate(intake.Crew.Name, lateness);
    }

    internal void CountMissedTick() => Interlocked.Increment(ref _missed);
}
