using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// One request on its way through the pool: queued by Kestrel's thread, run by a worker, and ended on the thread that
/// ran its last piece, so that the server goes on there without another hop.
/// </summary>
internal sealed class PooledRequest : TaskCompletionSource, IThreadPoolWorkItem
{
    private readonly RequestDelegate _next;
    private readonly HttpContext _context;

    private PooledRequest(RequestDelegate next, HttpContext context)
    {
        _next = next;
        _context = context;
    }

    internal static Task Queue(WorkPool pool, RequestDelegate next, HttpContext context)
    {
        var request = new PooledRequest(next, context);
        pool.Queue(request);
        return request.Task;
    }

    public void Execute()
    {
        Task task;
        try
        {
            task = _next(_context);
        }
        catch (Exception e)
        {
            task = Task.FromException(e);
        }
        // On .NET's scheduler and no other: only there may the server's own continuation run in place, and what it
        // awaits then goes to its own threads.
        task.ContinueWith(
            static (task, request) => ((PooledRequest)request!).End(task),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    private void End(Task task)
    {
        if (task.IsCompletedSuccessfully)
        {
            SetResult();
            return;
        }
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
            // A source that is cancelled throws an exception of its own before .NET 9; a failed one the one that it
            // was given.
            SetException(e);
        }
#endif
    }
}
