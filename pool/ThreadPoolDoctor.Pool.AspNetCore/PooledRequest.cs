using System.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// One request on its way through the pool: queued by Kestrel's thread, run by a worker, and ended on the thread that ran
/// its last piece, so that the server goes on there without another hop.
/// </summary>
internal sealed class PooledRequest : TaskCompletionSource, IThreadPoolWorkItem
{
    private readonly RequestDelegate? _next;
    private readonly HttpContext? _context;
    private readonly Habit? _habit;

    private PooledRequest(RequestDelegate? next, HttpContext? context, Habit? habit)
    {
        _next = next;
        _context = context;
        _habit = habit;
    }

    /// <summary>Runs the request on a worker; the habit, if any, learns how long the worker was held.</summary>
    internal static Task Queue(WorkPool pool, RequestDelegate next, HttpContext context, Habit? habit)
    {
        var request = new PooledRequest(next, context, habit);
        pool.Queue(request);
        return request.Task;
    }

    /// <summary>What the server waits for in place of a handler that began on its thread and goes on elsewhere.</summary>
    internal static Task Follow(Task handler)
    {
        var request = new PooledRequest(null, null, null);
        request.EndWith(handler);
        return request.Task;
    }

    public void Execute()
    {
        long start = Stopwatch.GetTimestamp();
        Task task;
        try
        {
            task = _next!(_context!);
        }
        catch (Exception e)
        {
            task = Task.FromException(e);
        }
        _habit?.Ended(Stopwatch.GetTimestamp() - start, awaits: !task.IsCompleted);
        if (task.IsCompleted) End(task);
        else EndWith(task);
    }

    // Not an await: with a context that is not the default one its continuation would leave for .NET's pool.
    private void EndWith(Task handler) => handler.ContinueWith(
        static (task, request) => ((PooledRequest)request!).End(task),
        this,
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    private void End(Task task)
    {
        // The server's continuation runs right here, but only while no context is current.
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            if (task.IsCompletedSuccessfully) SetResult();
            else EndBadly(task);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    private void EndBadly(Task task)
    {
#if NET9_0_OR_GREATER
        // With the very exception that ended the handler, also if that was a cancellation.
        SetFromTask(task);
#else
        if (task.IsFaulted)
        {
            SetException(task.Exception!.InnerExceptions);
            return;
        }
        try
        {
            task.GetAwaiter().GetResult();
        }
        catch (OperationCanceledException e)
        {
            // A source that is cancelled throws an exception of its own before .NET 9; a failed one the one that it was given.
            SetException(e);
        }
#endif
    }
}
