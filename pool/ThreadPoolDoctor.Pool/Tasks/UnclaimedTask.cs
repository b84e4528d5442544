using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Runs a task as .NET's own pool does: without claiming it first, as nobody else can run it. TaskScheduler's
/// TryExecuteTask claims. The runtime's members are named as below in .NET 8 to 10; where they are missing, tasks are
/// claimed.
/// </summary>
internal static class UnclaimedTask
{
    /// <summary>Whether the runtime has what is needed.</summary>
    internal static readonly bool CanRun = Try();

    /// <summary>Whether its cancellation may end it while it is queued.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool CanBeCanceled(Task task) => Token(task).CanBeCanceled;

    /// <summary>Runs the task to its end; what it throws is in the task.</summary>
    /// <param name="task">A task that has been started, that nobody else can run, and that cannot be cancelled.</param>
    /// <param name="thread">The calling thread.</param>
    /// <param name="isClean">
    /// Whether it has the default contexts, as .NET's workers have. Then they need not be kept for afterwards.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Run(Task task, Thread thread, bool isClean) => Execute(task, isClean ? thread : null);

    private static bool Try()
    {
        try
        {
            var probe = new Task(static () => { });
            if (CanBeCanceled(probe)) return false;
            Execute(probe, null);
            return probe.IsCompletedSuccessfully;
        }
        catch (MissingMethodException)
        {
            return false;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_CancellationToken")]
    private static extern CancellationToken Token(Task task);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "ExecuteFromThreadPool")]
    private static extern void Execute(Task task, Thread? thread);
}
