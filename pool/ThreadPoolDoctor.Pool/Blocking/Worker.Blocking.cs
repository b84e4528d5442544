namespace ThreadPoolDoctor.Pool;

/// <content>Whether this worker is blocked inside its item, and what the monitor remembers of it.</content>
internal sealed partial class Worker
{
    // BlockedBy as a number. Set by the worker itself (Scope, Wait) or by the monitor (the others), each from None with
    // a compare-exchange; back to None with an exchange by whoever ends it. Whoever wins counts, so the pool's number of
    // blocked workers never drifts, whatever the order.
    private int _blockedBy;

    // How many scopes and waits the worker is inside. Written and read by the worker only.
    private int _blockedDepth;

    /// <summary>The operating system's id of the thread, or 0. Written by the worker as it starts, read by the monitor.</summary>
    internal int SystemThreadId;

    /// <summary>Belongs to the monitor: what it saw of this worker when it last looked.</summary>
    internal readonly WorkerSight Sight = new();

    internal BlockedBy BlockedBy => (BlockedBy)Volatile.Read(ref _blockedBy);

    /// <summary>The worker itself says that it is about to block. Calls nest.</summary>
    internal void EnterBlocked(BlockedBy how)
    {
        // Only the outermost counts; a wait inside the pool's own code below is nested and so does not recurse.
        if (_blockedDepth++ == 0) TryMarkBlocked(how);
    }

    /// <summary>Pairs with <see cref="EnterBlocked"/>.</summary>
    internal void LeaveBlocked()
    {
        if (--_blockedDepth == 0) MarkUnblocked();
    }

    /// <summary>Whether the worker waits because it, or the runtime on its behalf, said so; the monitor leaves it alone.</summary>
    internal bool SaidItself => BlockedBy is BlockedBy.Scope or BlockedBy.Wait;

    internal bool TryMarkBlocked(BlockedBy how)
    {
        if (Interlocked.CompareExchange(ref _blockedBy, (int)how, 0) != 0) return false;
        Pool.Monitor.OnBlocked(this, how);
        return true;
    }

    internal bool MarkUnblocked()
    {
        if (Interlocked.Exchange(ref _blockedBy, 0) == 0) return false;
        Pool.Monitor.OnUnblocked(this);
        return true;
    }

    /// <summary>Called first thing on the worker's new thread.</summary>
    private void OnThreadStart()
    {
        _blockedDepth = 0;
        SystemThreadId = KernelProbe.CurrentThreadId();
        Pool.Monitor.HelpToStart();
    }
}
