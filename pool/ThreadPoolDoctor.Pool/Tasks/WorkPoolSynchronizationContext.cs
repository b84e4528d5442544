namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Posts to the pool. Current on a worker only if the options say so: as ThreadPool's threads, workers have none, and
/// awaits come back to the pool through its scheduler.
/// </summary>
internal sealed class WorkPoolSynchronizationContext : SynchronizationContext
{
    private readonly WorkPool _pool;

    internal WorkPoolSynchronizationContext(WorkPool pool, bool detectsWaits)
    {
        _pool = pool;
        // The runtime then calls Wait instead of waiting itself.
        if (detectsWaits) SetWaitNotificationRequired();
    }

    public override void Post(SendOrPostCallback d, object? state)
    {
        ArgumentNullException.ThrowIfNull(d);
        _pool.Post(d, state);
    }

    public override void Send(SendOrPostCallback d, object? state)
    {
        ArgumentNullException.ThrowIfNull(d);
        if (_pool.IsWorkerThread)
        {
            d(state);
        }
        else
        {
            _pool.Run(() => d(state)).GetAwaiter().GetResult();
        }
    }

    // All contexts of one pool are one: nothing in it depends on the copy.
    public override SynchronizationContext CreateCopy() => this;

    /// <summary>Tells at once that a worker is about to block.</summary>
    public override int Wait(nint[] waitHandles, bool waitAll, int millisecondsTimeout)
    {
        Worker? worker = Worker.Current;
        // Not the pool's own waits between items, and not a look that does not wait.
        if (millisecondsTimeout == 0 || worker is null || worker.State != WorkerState.Running)
        {
            return WaitHelper(waitHandles, waitAll, millisecondsTimeout);
        }
        worker.EnterBlocked(BlockedBy.Wait);
        try
        {
            return WaitHelper(waitHandles, waitAll, millisecondsTimeout);
        }
        finally
        {
            worker.LeaveBlocked();
        }
    }
}
