namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A registered wait of a <see cref="WorkPool"/>: what <see cref="RegisteredWaitHandle"/> is to .NET's ThreadPool.
/// Safe from any thread.
/// </summary>
public abstract class PoolRegisteredWaitHandle
{
    // The registration whose callback runs on this thread: lets a callback unregister itself and wait for the others.
    [ThreadStatic]
    private static PoolRegisteredWaitHandle? t_running;

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

    // Who wants to know that the last callback has ended. Guarded by this.
    private WaitHandle? _notify;

    internal readonly WorkPool Pool;
    internal readonly bool ExecuteOnlyOnce;

    private protected PoolRegisteredWaitHandle(in WaitRequest request)
    {
        Pool = request.Pool;
        _callback = request.Callback;
        _state = request.State;
        ExecuteOnlyOnce = request.ExecuteOnlyOnce;
        _context = request.Flow ? ExecutionContext.Capture() : null;
        if (request.Milliseconds != Timeout.Infinite) _timeout = new WaitTimeout(this, request.Milliseconds);
    }

    /// <summary>Ends the registration: no callback is queued after this returns.</summary>
    /// <param name="waitObject">
    /// Signalled when the last callback that was queued or running has ended; <see langword="null"/> for no notice.
    /// A handle whose value is -1 makes the call itself wait for that; called from the registration's own callback, it
    /// waits for all others.
    /// </param>
    /// <returns><see langword="true"/>, or <see langword="false"/> if it has been called before.</returns>
    public bool Unregister(WaitHandle? waitObject)
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

    /// <summary>Starts the time-out and then the wait: a signal that is already there fires before this returns.</summary>
    internal void Begin()
    {
        _timeout?.Restart();
        Attach();
    }

    /// <summary>Ties the registration to its source.</summary>
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
        Post((IThreadPoolWorkItem)this);
    }

    /// <summary>The time-out passed: queues the callback with <c>timedOut</c> set.</summary>
    internal void FireTimeout(IThreadPoolWorkItem item)
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
        Post(item);
    }

    internal void Run(bool timedOut)
    {
        PoolRegisteredWaitHandle? outer = t_running;
        t_running = this;
        try
        {
            if (_context is null) _callback(_state, timedOut);
            else if (timedOut) ExecutionContext.Run(_context, static wait => ((PoolRegisteredWaitHandle)wait!).Call(true), this);
            else ExecutionContext.Run(_context, static wait => ((PoolRegisteredWaitHandle)wait!).Call(false), this);
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
        if (Interlocked.Exchange(ref _over, 1) == 0) Pool.Waits.CountEnded();
    }

    private void Post(IThreadPoolWorkItem item)
    {
        if (!Pool.TryPostFromService(item, WorkLane.Normal)) EndCallback();
    }

    private void EndCallback()
    {
        // Pairs with the exchange in Unregister.
        if (Interlocked.Decrement(ref _callbacks) == 0 || Volatile.Read(ref _unregistered) != 0) WakeWaiters();
    }

    private void WakeWaiters()
    {
        if (Volatile.Read(ref _unregistered) == 0) return;
        WaitHandle? notify = null;
        lock (this)
        {
            Monitor.PulseAll(this);
            if (Volatile.Read(ref _callbacks) == 0) (notify, _notify) = (_notify, null);
        }
        if (notify is not null) Handles.Signal(notify);
    }

    private void NotifyWhenQuiet(WaitHandle waitObject)
    {
        lock (this)
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
        lock (this)
        {
            while (Volatile.Read(ref _callbacks) > own) Monitor.Wait(this);
        }
    }
}

/// <summary>What a registration is made from.</summary>
internal readonly record struct WaitRequest(
    WorkPool Pool, WaitOrTimerCallback Callback, object? State, long Milliseconds, bool ExecuteOnlyOnce, bool Flow);
