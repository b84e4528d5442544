using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The code after an await. The runtime hands it to a scheduler as the delegate of a task that nobody else ever sees;
/// the pool runs the code and leaves the task alone, as ThreadPool does, which is handed no task. Such code carries its
/// context and its exceptions itself.
/// </summary>
internal static class ContinuedCode
{
    // The runtime's delegates, the same each time: of a yield, with the code as its argument; of a task that was
    // awaited, which calls its argument. Null where the runtime has none: then the task runs, which is only slower.
    private static readonly Delegate? s_afterYield = Learn(static () => Yield(), static () => { });
    private static readonly Delegate? s_afterTask = LearnAfterTask();

    // What the runtime posts to a context with the code after the await of a task; a yield's is another.
    private static readonly SendOrPostCallback? s_postedAfterTask = LearnPostedAfterTask();

    /// <summary>
    /// Whether this is posted after the await of a task. On ThreadPool such code goes before what its worker finds in
    /// the common queue, and others may wait for just that: for the lock that it was handed as it was queued.
    /// </summary>
    internal static bool IsPosted(SendOrPostCallback callback) => ReferenceEquals(callback, s_postedAfterTask);

    /// <summary>What to run in place of the task, if it is one of these.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsIn(Task task, out WorkItem code)
    {
        if (s_afterYield is null && s_afterTask is null)
        {
            code = default;
            return false;
        }
        Delegate? action = Action(task);
        if (action is not null && ReferenceEquals(action, s_afterYield))
        {
            code = new WorkItem(action, task.AsyncState);
            return true;
        }
        // An async method's own code: it is a method of the method's task. Anybody else's may need the task's context.
        if (action is not null && ReferenceEquals(action, s_afterTask) && task.AsyncState is Action { Target: Task } rest)
        {
            code = new WorkItem(rest, ItemKind.Plain);
            return true;
        }
        code = default;
        return false;
    }

    private static Delegate? LearnAfterTask()
    {
        // Queued, where a task's end would else run the code at once.
        var awaited = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        return Learn(() => Await(awaited.Task), awaited.SetResult);
    }

    private static SendOrPostCallback? LearnPostedAfterTask()
    {
        var probe = new PostProbe();
        var awaited = new TaskCompletionSource();
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(probe);
        _ = Await(awaited.Task);
        SynchronizationContext.SetSynchronizationContext(context);
        awaited.SetResult();
        return probe.Posted;
    }

    /// <summary>
    /// The delegate of the task that is queued when what <paramref name="method"/> awaits comes to its end.
    /// </summary>
    private static Delegate? Learn(Func<Task> method, Action end)
    {
        var probe = new Probe();
        SynchronizationContext? context = SynchronizationContext.Current;
        // It would come before the scheduler.
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            new Task(() => _ = method()).RunSynchronously(probe);
            end();
            return probe.Queued is { } queued ? Action(queued) : null;
        }
        catch (MissingFieldException)
        {
            return null;
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    private static async Task Yield() => await Task.Yield();

    private static async Task Await(Task task) => await task;

    // The runtime's name for it, the same in .NET 8 to 10.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_action")]
    private static extern ref Delegate? Action(Task task);

    /// <summary>Runs one task at once, and keeps what that queues.</summary>
    private sealed class Probe : TaskScheduler
    {
        internal Task? Queued { get; private set; }

        protected override void QueueTask(Task task) => Queued = task;

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }

    /// <summary>Keeps what is posted to it, and runs it at once.</summary>
    private sealed class PostProbe : SynchronizationContext
    {
        internal SendOrPostCallback? Posted { get; private set; }

        public override void Post(SendOrPostCallback d, object? state)
        {
            Posted = d;
            d(state);
        }
    }
}
