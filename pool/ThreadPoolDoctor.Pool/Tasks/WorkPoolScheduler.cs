using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Runs tasks on the pool: from inside an item newest first in the worker's own queue, as .NET's default scheduler
/// does. It is TaskScheduler.Current on every worker, so that the code after an await in any item comes back to the
/// pool. A scheduler that runs its tasks inside an item of the pool is current in them instead, as on ThreadPool: its
/// guarantees hold across awaits. A SynchronizationContext would come before it.
/// </summary>
internal sealed class WorkPoolScheduler : TaskScheduler
{
    private static readonly bool s_canBeCurrent = Try();

    private readonly Intake _intake;

    private readonly TaskClaims _claims;

    // Says of a work item that it is a task of this scheduler.
    private readonly ItemKind.Mark _mark;

    // What workers are "in" between and in items that are no tasks. It never runs; children cannot attach to it.
    private readonly Task _home;

    internal WorkPoolScheduler(Intake intake)
    {
        _intake = intake;
        _claims = new TaskClaims(intake.Crew);
        _mark = new ItemKind.Mark(Run);
        // A task keeps the context of its maker, whose asynchronous locals must not live as long as the pool.
        bool flows = !ExecutionContext.IsFlowSuppressed();
        if (flows) ExecutionContext.SuppressFlow();
        _home = new Task(static () => { }, TaskCreationOptions.DenyChildAttach);
        if (flows) ExecutionContext.RestoreFlow();
        // Tells the task its scheduler; QueueTask leaves it at that.
        _home.Start(this);
    }

    /// <summary>
    /// Called first thing on a worker's thread. A task that runs there takes this one's place and puts it back at its
    /// end.
    /// </summary>
    internal void BecomeCurrent()
    {
        if (s_canBeCurrent) CurrentTask(null) = _home;
    }

    protected override void QueueTask(Task task)
    {
        if (ReferenceEquals(task, _home)) return;
        if ((task.CreationOptions & TaskCreationOptions.LongRunning) != 0)
        {
            StartThread(task);
            return;
        }
        bool preferLocal = (task.CreationOptions & TaskCreationOptions.PreferFairness) == 0;
        if (!ContinuedCode.IsIn(task, out WorkItem item)) item = new WorkItem(task, _mark);
        _intake.Enqueue(item, preferLocal, WorkLane.Normal);
    }

    // A task that the queue hands out. One that can be cancelled is claimed: its cancellation claims it as well.
    private void Run(Task task)
    {
        if (UnclaimedTask.CanRun && Worker.Current is { } worker && worker.BelongsTo(_intake.Crew.Lanes)
            && !UnclaimedTask.CanBeCanceled(task) && _claims.MayRunUnclaimed(worker, task))
        {
            UnclaimedTask.Run(task, worker.Thread!, isClean: _intake.Crew.WorkerContext is null);
        }
        else
        {
            TryExecuteTask(task);
        }
    }

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) =>
        (_intake.Crew.IsWorkerThread ? WorkerMayRun(task, taskWasPreviouslyQueued) : OtherThreadMayRun(task, taskWasPreviouslyQueued))
        && TryExecuteTask(task);

    // A task that is still queued may run here all the same: the queue's copy then finds it claimed. One that has, or is
    // to have, a thread of its own does not: it would hold the worker for as long as it runs.
    private bool WorkerMayRun(Task task, bool queued) =>
        !(queued && (task.CreationOptions & TaskCreationOptions.LongRunning) != 0)
        && !(ContinuesAwait(task) && HasForeignContext())
        && (!queued || _claims.MayRunInPlace(task));

    // RunSynchronously and ExecuteSynchronously ask for the calling thread, which may hold a lock that the task takes.
    // The code after an await in an item asks for the pool, and so does what was queued.
    private static bool OtherThreadMayRun(Task task, bool queued) => !queued && !ContinuesAwait(task);

    // The code after an await has captured that there was no SynchronizationContext. Where an item has set one of its
    // own and then ends what was awaited, that code would run in it, and its next await would stay there; the default
    // scheduler refuses too. Tasks that the item runs synchronously itself are not concerned: they keep its context.
    private static bool HasForeignContext() =>
        SynchronizationContext.Current is { } context and not WorkPoolSynchronizationContext
        && context.GetType() != typeof(SynchronizationContext);

    // The runtime hands the code after an await over as a task whose state is the delegate to run.
    private static bool ContinuesAwait(Task task) => task.AsyncState is Action;

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

    private static bool Try()
    {
        try
        {
            return CurrentTask(null)?.Id == Task.CurrentId;
        }
        catch (MissingFieldException)
        {
            // Then the code after an await in an item that is no task continues on .NET's pool.
            return false;
        }
    }

    // The runtime's own note of the task that runs on this thread, of the same name in .NET 8 to 10.
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "t_currentTask")]
    private static extern ref Task? CurrentTask(Task? type);
}
