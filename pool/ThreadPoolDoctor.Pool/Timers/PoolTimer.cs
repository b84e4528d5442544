namespace ThreadPoolDoctor.Pool;

/// <summary>
/// One timer of a pool's <see cref="TimeProvider"/>. The wheel's thread queues it to the High lane, which keeps a
/// worker free, so its callback starts while every other worker is blocked or busy, unless many are due at once; how
/// late it started is measured.
/// </summary>
/// <remarks>
/// A periodic timer whose last callback is still in the queue is not queued again: ticks that the pool could not serve
/// are counted as missed instead of piling up. Callbacks may overlap, as those of System.Threading.Timer may.
/// </remarks>
internal sealed class PoolTimer : TimerNode, ITimer, ICarryingItem
{
    private readonly PoolTimers _timers;
    private readonly TimerWheel _wheel;
    private readonly TimerCallback _callback;
    private readonly object? _state;
    private readonly ExecutionContext? _context;

    // Guards the fields below. Taken before the wheel's lock, never after it.
    private readonly Gate _gate = new();
    private long _period;
    private bool _disposed;
    private int _callbacks;                  // queued or running
    private TaskCompletionSource? _quiet;    // completed when _callbacks is 0 and the timer disposed
    private bool _queued;                    // in the pool's queue and not begun
    private long _queuedDueTick;

    internal PoolTimer(PoolTimers timers, TimerWheel wheel, TimerCallback callback, object? state)
    {
        _timers = timers;
        _wheel = wheel;
        _callback = callback;
        _state = state;
        _context = ExecutionContext.Capture();
    }

    /// <summary>What a queue's selector is shown.</summary>
    WorkItem ICarryingItem.Inner => new(_callback, _state);

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        long due = Milliseconds.From(dueTime, TimerSlots.LongestDue, nameof(dueTime));
        long every = Milliseconds.From(period, TimerSlots.LongestDue, nameof(period));
        using (_gate.Enter())
        {
            if (_disposed) return false;
            _period = every is 0 or Timeout.Infinite ? 0 : every;
            if (due == Timeout.Infinite)
            {
                _wheel.Disarm(this);
            }
            else if (due == 0)
            {
                Enqueue_NeedsLock(_wheel.Now);
                if (_period > 0) _wheel.Arm(this, _wheel.TickAfter(TimeSpan.FromMilliseconds(_period)));
                else _wheel.Disarm(this);
            }
            else
            {
                _wheel.Arm(this, _wheel.TickAfter(dueTime));
            }
            return true;
        }
    }

    public void Dispose()
    {
        using (_gate.Enter())
        {
            _disposed = true;
            _wheel.Disarm(this);
        }
    }

    /// <summary>Stops the timer; the task ends when the last callback that was queued or running has ended.</summary>
    public ValueTask DisposeAsync()
    {
        using (_gate.Enter())
        {
            _disposed = true;
            _wheel.Disarm(this);
            if (_callbacks == 0) return default;
            _quiet ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return new ValueTask(_quiet.Task);
        }
    }

    internal override void OnDue(long dueTick)
    {
        using (_gate.Enter())
        {
            if (_disposed) return;
            // From the tick it was due at, not from now, so that a period does not drift; but never into the past.
            if (_period > 0) _wheel.Arm(this, Math.Max(dueTick + _period, _wheel.Now + 1));
            Enqueue_NeedsLock(dueTick);
        }
    }

    private void Enqueue_NeedsLock(long dueTick)
    {
        if (_queued)
        {
            _timers.CountMissedTick();
            return;
        }
        _queued = true;
        _queuedDueTick = dueTick;
        _callbacks++;
        Callbacks.Post(_timers.Intake, this, _timers.NextLane());
    }

    void IThreadPoolWorkItem.Execute()
    {
        using (_gate.Enter())
        {
            _queued = false;
            if (_disposed)
            {
                EndCallback_NeedsLock();
                return;
            }
            _timers.CountFired(_wheel.Now - _queuedDueTick);
        }
        try
        {
            if (_context is null) _callback(_state);
            else ExecutionContext.Run(_context, static timer => ((PoolTimer)timer!).Call(), this);
        }
        finally
        {
            using (_gate.Enter()) EndCallback_NeedsLock();
        }
    }

    private void Call() => _callback(_state);

    private void EndCallback_NeedsLock()
    {
        if (--_callbacks == 0 && _disposed) _quiet?.TrySetResult();
    }
}
