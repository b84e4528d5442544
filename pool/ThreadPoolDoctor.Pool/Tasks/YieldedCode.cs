using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The code after <c>await Task.Yield()</c>. The runtime hands it to a scheduler as the delegate of a task that nobody else ever
/// sees; the pool runs the delegate and leaves the task alone, as ThreadPool does, which is handed no task.
/// </summary>
internal static class YieldedCode
{
    // The runtime's delegate, the same for each yield. It carries the context and the exceptions of the async method itself.
    private static readonly Action<object?>? s_goOn = Learn();

    /// <summary>What to run in place of the task, if it is one of these.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsIn(Task task, out WorkItem code)
    {
        if (s_goOn is null || !ReferenceEquals(Delegate(task), s_goOn))
        {
            code = default;
            return false;
        }
        code = new WorkItem(s_goOn, task.AsyncState);
        return true;
    }

    /// <summary>Null where the runtime has no such delegate: then the task runs, which is only slower.</summary>
    private static Action<object?>? Learn()
    {
        var probe = new Probe();
        SynchronizationContext? context = SynchronizationContext.Current;
        // It would come before the scheduler.
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            var yields = new Task(static () => _ = Yield());
            yields.RunSynchronously(probe);
            return probe.Queued is { } queued ? Delegate(queued) as Action<object?> : null;
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

    // The runtime's name for it, the same in .NET 8 to 10.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_action")]
    private static extern ref Delegate? Delegate(Task task);

    /// <summary>Runs one task at once, and keeps what that queues.</summary>
    private sealed class Probe : TaskScheduler
    {
        internal Task? Queued { get; private set; }

        protected override void QueueTask(Task task) => Queued = task;

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
