namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A registered wait: counts its callbacks, lets a signal and the time-out race for those of a wait that fires once,
/// and ends. What it waits for is told by the classes derived from it. The item is the callback that a signal starts.
/// </summary>
internal abstract class RegisteredWait : PoolRegisteredWaitHandle, ICarryingItem
{
    // The registration whose callback runs on this thread: lets a callback unregister itself and wait for the others.
    [ThreadStatic]
    private static RegisteredWait? t_running;

    private readonly WaitOrTimerCallback _callback;
    private readonly object? _state;
    private readonly ExecutionContext? _context;
    private readonly WaitTimeout? _timeout;

    // Callbacks queued or running. Added to by whoever fires, taken from by workers. Its decrement pairs with the
    // exchange of _unregistered in Unregister: at least one of the two sees the other and gives notice.
    private int _callbacks;

    // 1 once Unregister was called.
    private int _unregistered;

    // 1 once a wait that fires once has been claimed: a signal and a time-out race for it.
    private int _claimed;

    // 1 once it will not fire again, so that statistics count its end once.
    private int _over;

    // Who wants to know that the last callback has ended. Guarded by Gate.
    private WaitHandle? _notify;

    /// <summary>
    /// Guards _notify, and what the derived class says. Pulsed when a callback of an unregistered wait has ended.
    /// </summary>
    private protected readonly Gate Gate = new();

    internal readonly WaitServices Services;
    internal readonly bool ExecuteOnlyOnce;

    private protected RegisteredWait(in WaitRequest request)
    {
        Services = request.Services;
        _callback = request.Callback;
        _state = request.State;
        ExecuteOnlyOnce = request.ExecuteOnlyOnce;
        _context = request.Flow ? ExecutionContext.Capture() : null;
        if (request.Milliseconds != Timeout.Infinite) _timeout = new WaitTimeout(this, request.Milliseconds);
    }

    public WorkItem Inner => new(_callback, _state);

    public override bool Unregister(WaitHandle? waitObject)
    {
        if (Interlocked.Exchange(ref _unregistered, 1) != 0) return false;
        Detach();
        _timeout?.Disarm();
        CountOver();
        if (waitObject is null) return true;
        if (waitObject.SafeWaitHandle.DangerousGetHandle() == -1) WaitForCallbacks();
        else NotifyWhenQuiet(waitObject);
        return true;
    }

    /// <summary>Starts the wait, then the time-out: a signal that is already there fires before this returns.</summary>
    internal void Begin()
    {
        Services.CountBegun();
        try
        {
            Attach();
        }
        catch
        {
            CountOver();
            throw;
        }
        // Last, so that a wait that could not begin never times out.
        _timeout?.Restart();
    }

    /// <summary>Ties the registration to its source. If it throws, the source has not heard of it.</summary>
    private protected abstract void Attach();

    /// <summary>Afterwards the source signals no more. Called once, from any thread.</summary>
    private protected abstract void Detach();

    /// <summary>Called on the worker after each callback that a signal started.</summary>
    private protected virtual void Ended()
    {
    }

    /// <summary>
    /// Reserves the next callback, which the caller must then <see cref="Fire"/>. False if this wait fires once and a
    /// signal or the time-out was faster: the caller keeps the signal. Called under the source's lock where it has one.
    /// </summary>
    internal bool TryClaim()
    {
        if (ExecuteOnlyOnce && Interlocked.Exchange(ref _claimed, 1) != 0) return false;
        Interlocked.Increment(ref _callbacks);
        return true;
    }

    /// <summary>The source was signalled: queues the claimed callback.</summary>
    internal void Fire()
    {
        if (!ExecuteOnlyOnce)
        {
            _timeout?.Restart();
        }
        else
        {
            _timeout?.Disarm();
            CountOver();
        }
        Callbacks.Post(Services.Intake, this, Services.NextLane());
    }

    /// <summary>The time-out passed: queues the callback with <c>timedOut</c> set.</summary>
    internal void FireTimeout()
    {
        if (Volatile.Read(ref _unregistered) != 0 || !TryClaim()) return;
        if (!ExecuteOnlyOnce)
        {
            _timeout!.Restart();
        }
        else
        {
            Detach();
            CountOver();
        }
        Callbacks.Post(Services.Intake, _timeout!, Services.NextLane());
    }

    void IThreadPoolWorkItem.Execute() => Run(timedOut: false);

    internal void Run(bool timedOut)
    {
        RegisteredWait? outer = t_running;
        t_running = this;
        try
        {
            if (_context is null) _callback(_state, timedOut);
            else if (timedOut) ExecutionContext.Run(_context, static wait => ((RegisteredWait)wait!).Call(true), this);
            else ExecutionContext.Run(_context, static wait => ((RegisteredWait)wait!).Call(false), this);
        }
        finally
        {
            t_running = outer;
            if (!timedOut) Ended();
            EndCallback();
        }
    }

    private void Call(bool timedOut) => _callback(_state, timedOut);

    private void CountOver()
    {
        if (Interlocked.Exchange(ref _over, 1) == 0) Services.CountEnded();
    }

    private void EndCallback()
    {
        Interlocked.Decrement(ref _callbacks);
        // Pairs with the exchange in Unregister.
        if (Volatile.Read(ref _unregistered) == 0) return;
        WaitHandle? notify = null;
        using (Gate.Enter())
        {
            Gate.PulseAll();
            if (Volatile.Read(ref _callbacks) == 0) (notify, _notify) = (_notify, null);
        }
        if (notify is not null) Handles.Signal(notify);
    }

    private void NotifyWhenQuiet(WaitHandle waitObject)
    {
        using (Gate.Enter())
        {
            if (Volatile.Read(ref _callbacks) != 0)
            {
                _notify = waitObject;
                return;
            }
        }
        Handles.Signal(waitObject);
    }

    private void WaitForCallbacks()
    {
        int own = ReferenceEquals(t_running, this) ? 1 : 0;
        using (Gate.Enter())
        {
            while (Volatile.Read(ref _callbacks) > own) Gate.Wait();
        }
    }
}

/// <summary>What a registration is made from.</summary>
internal readonly record struct WaitRequest(
    WaitServices Services, WaitOrTimerCallback Callback, object? State, long Milliseconds, bool ExecuteOnlyOnce, bool Flow);
