namespace ThreadPoolDoctor.Pool;

/// <summary>How timers and waits queue what they call, from whatever thread, without ever failing.</summary>
internal static class Callbacks
{
    // Milliseconds until memory is asked for again where there was none.
    private const int RetryAfter = 1;

    /// <summary>
    /// Queues to the pool, also when that is closed: like what comes after an await, the callback then runs on a
    /// thread made for it, where it may queue more. What a custom queue does not take runs on .NET's ThreadPool.
    /// </summary>
    internal static void Post(Intake intake, IThreadPoolWorkItem item, WorkLane lane)
    {
        try
        {
            EnqueueWithMemory(intake, new WorkItem(item, ItemKind.Item), lane);
        }
        catch (Exception e) when (intake.Crew.Options.QueueFactory is not null)
        {
            PoolEventSource.Log.ServiceDegraded(intake.Crew.Name, e.Message);
            if (intake.Crew.Options.UnhandledException is { } handler) item = new HandledItem(item, handler);
            ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: false);
        }
    }

    /// <summary>A callback that is due cannot be refused: where memory is short it is late.</summary>
    private static void EnqueueWithMemory(Intake intake, WorkItem item, WorkLane lane)
    {
        while (true)
        {
            try
            {
                intake.Enqueue(item, preferLocal: false, lane);
                return;
            }
            catch (OutOfMemoryException) when (intake.Crew.Options.QueueFactory is null)
            {
                Thread.Sleep(RetryAfter);
            }
        }
    }

    /// <summary>
    /// An item that runs on .NET's ThreadPool, where the pool's handler has to be called all the same.
    /// </summary>
    private sealed class HandledItem(IThreadPoolWorkItem inner, Action<Exception> handler) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            try
            {
                inner.Execute();
            }
            catch (Exception e)
            {
                handler(e);
            }
        }
    }
}
