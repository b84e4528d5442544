namespace ThreadPoolDoctor.Pool;

/// <summary>Runs tasks on the pool: from inside an item newest first in the worker's own queue, as .NET's default scheduler does.</summary>
internal sealed class WorkPoolScheduler(WorkPool pool) : TaskScheduler
{
    public override int MaximumConcurrencyLevel => pool.Processors;

    internal bool Execute(Task task) => TryExecuteTask(task);

    protected override void QueueTask(Task task)
    {
        if ((task.CreationOptions & TaskCreationOptions.LongRunning) != 0)
        {
            StartThread(task);
            return;
        }
        bool preferLocal = (task.CreationOptions & TaskCreationOptions.PreferFairness) == 0;
        pool.EnqueueAccepted(new WorkItem(task, ItemKind.Scheduled), preferLocal, WorkLane.Normal);
    }

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) =>
        // A task that is still queued may run here all the same: the queue's copy then finds it done.
        pool.IsWorkerThread && TryExecuteTask(task);

    // For debuggers only; the items of private queues cannot be listed safely.
    protected override IEnumerable<Task> GetScheduledTasks() => [];

    private void StartThread(Task task)
    {
        var thread = new Thread(static state =>
        {
            (WorkPoolScheduler scheduler, Task task) = ((WorkPoolScheduler, Task))state!;
            scheduler.TryExecuteTask(task);
        })
        { IsBackground = true, Name = "TPD LongRunning" };
        thread.UnsafeStart((this, task));
    }
}
