namespace ThreadPoolDoctor.Pool;

/// <summary>The system's clock with the pool's timers: what <see cref="WorkPool.TimeProvider"/> returns.</summary>
internal sealed class PoolTimeProvider(WorkPool pool) : TimeProvider
{
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(callback);
        var timer = new PoolTimer(pool, pool.Timers.Wheel, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }
}
