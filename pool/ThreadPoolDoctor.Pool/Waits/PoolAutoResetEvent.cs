namespace ThreadPoolDoctor.Pool;

/// <summary>
/// An <see cref="AutoResetEvent"/> whose registered callbacks need no thread: each <see cref="Set"/> starts one
/// callback or releases one thread, and is remembered until somebody comes if there is neither.
/// </summary>
/// <inheritdoc cref="PoolEvent" path="/remarks"/>
public sealed class PoolAutoResetEvent : PoolEvent
{
    // Whose turn it is when both callbacks and threads in WaitOne want the signal. Guarded by Gate.
    private bool _threadsTurn;

    /// <summary>Makes an event.</summary>
    /// <param name="initialState">Whether it begins signalled.</param>
    public PoolAutoResetEvent(bool initialState) : base(initialState, EventResetMode.AutoReset)
    {
    }

    /// <inheritdoc/>
    public override bool Set()
    {
        EventWait? wait;
        using (Gate.Enter())
        {
            wait = TakeTurn_NeedsLock();
            if (wait is null) return Kernel.Set();
            ThrowIfDisposed();
        }
        wait.Fire();
        return true;
    }

    /// <inheritdoc/>
    public override bool Reset() => Kernel.Reset();

    internal override void Attach(EventWait wait)
    {
        using (Gate.Enter())
        {
            ThrowIfDisposed();
            Insert_NeedsLock(wait);
            if (!base.WaitOne(0)) return;
            // Others may have been registered longer, but none of them wanted this signal while it was there.
            if (!wait.TryClaim())
            {
                Kernel.Set();
                return;
            }
            if (wait.ExecuteOnlyOnce) Remove_NeedsLock(wait);
        }
        wait.Fire();
    }

    /// <summary>
    /// Claims the registration whose turn it is; null if the signal is for threads or to be remembered.
    /// </summary>
    private EventWait? TakeTurn_NeedsLock()
    {
        if (YieldToThread_NeedsLock()) return null;
        while (Next is { } wait)
        {
            if (wait.ExecuteOnlyOnce) Remove_NeedsLock(wait);
            else Next = wait.Next;
            if (wait.TryClaim()) return wait;
        }
        return null;
    }

    private bool YieldToThread_NeedsLock()
    {
        if (Volatile.Read(ref Blocked) == 0) return false;
        _threadsTurn = !_threadsTurn;
        return _threadsTurn;
    }
}
