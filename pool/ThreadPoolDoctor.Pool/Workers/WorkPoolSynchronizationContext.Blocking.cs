namespace ThreadPoolDoctor.Pool;

/// <content>The runtime calls Wait instead of waiting itself, which tells at once that a worker is about to block.</content>
internal sealed partial class WorkPoolSynchronizationContext
{
    // A method of the base class that is only for constructors.
    internal WorkPoolSynchronizationContext NotifyOfWaits()
    {
        SetWaitNotificationRequired();
        return this;
    }

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
