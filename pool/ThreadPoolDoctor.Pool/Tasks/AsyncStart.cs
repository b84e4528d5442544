using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>The first part of an async function, up to its first await, as Task.Run runs it.</summary>
internal static class AsyncStart
{
    /// <summary>
    /// As with Task.Run: a function that throws a cancellation instead of returning a task was cancelled, and so was
    /// one that returns none.
    /// </summary>
    internal static Task Begin(Func<Task> function)
    {
        try
        {
            return function() ?? Canceled<bool>(new TaskCanceledException());
        }
        catch (OperationCanceledException e)
        {
            return Canceled<bool>(e);
        }
    }

    internal static Task<TResult> Begin<TResult>(Func<Task<TResult>> function)
    {
        try
        {
            return function() ?? Canceled<TResult>(new TaskCanceledException());
        }
        catch (OperationCanceledException e)
        {
            return Canceled<TResult>(e);
        }
    }

    /// <summary>
    /// A cancelled task that throws this very exception to who awaits it, as an async method makes one.
    /// </summary>
    private static Task<TResult> Canceled<TResult>(OperationCanceledException exception)
    {
        var builder = AsyncTaskMethodBuilder<TResult>.Create();
        Task<TResult> task = builder.Task;
        builder.SetException(exception);
        return task;
    }
}
