namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A <see cref="ManualResetEvent"/> whose registered callbacks need no thread: <see cref="Set"/> starts all of them and
/// releases all threads, until <see cref="Reset"/>. A Set followed at once by Reset still starts every callback.
/// </summary>
/// <remarks>
/// A repeating callback runs again and again while the event stays set, each time after the one before has ended.
/// <inheritdoc cref="PoolEvent" path="/remarks"/>
/// </remarks>
public sealed class PoolManualResetEvent : PoolEvent
{
    // Guarded by Gate, and always what the kernel's event says.
    private bool _set;

    /// <summary>Makes an event.</summary>
    /// <param name="initialState">Whether it begins signalled.</param>
    public PoolManualResetEvent(bool initialState) : base(initialState, EventResetMode.ManualReset) => _set = initialState;

    /// <inheritdoc/>
    public override bool Set()
    {
        EventWait? fired;
        using (Gate.Enter())
        {
            Kernel.Set();
            _set = true;
            fired = CollectAll_NeedsLock();
        }
        while (fired is not null)
        {
            // Read first: the callback may be over, and the node in the next Set's list, before Fire returns.
            EventWait? next = fired.NextFired;
            fired.Fire();
            fired = next;
        }
        return true;
    }

    /// <inheritdoc/>
    public override bool Reset()
    {
        using (Gate.Enter())
        {
            Kernel.Reset();
            _set = false;
            return true;
        }
    }

    internal override void Attach(EventWait wait)
    {
        using (Gate.Enter())
        {
            ThrowIfDisposed();
            if (!_set || !wait.ExecuteOnlyOnce) Insert_NeedsLock(wait);
            if (!_set || !wait.TryClaim()) return;
            wait.InFlight = true;
        }
        wait.Fire();
    }

    /// <summary>A repeating callback has ended: it is due again while the event is set.</summary>
    internal void Ended(EventWait wait)
    {
        using (Gate.Enter())
        {
            wait.InFlight = false;
            if (!_set || wait.Next is null || !wait.TryClaim()) return;
            wait.InFlight = true;
        }
        wait.Fire();
    }

    /// <summary>
    /// All registrations that are not in flight, as a list through NextFired; those for once leave the ring.
    /// </summary>
    private EventWait? CollectAll_NeedsLock()
    {
        EventWait? fired = null;
        EventWait? wait = Next;
        EventWait? last = wait?.Previous;
        while (wait is not null)
        {
            EventWait? next = ReferenceEquals(wait, last) ? null : wait.Next;
            if (!wait.InFlight && wait.TryClaim())
            {
                wait.InFlight = true;
                wait.NextFired = fired;
                fired = wait;
            }
            if (wait.ExecuteOnlyOnce) Remove_NeedsLock(wait);
            wait = next;
        }
        return fired;
    }
}
