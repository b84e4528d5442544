using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// One request on its way through the pool: queued by Kestrel's thread, run by a worker, and ended on the worker that
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

    internal static Task Run(WorkPool pool, RequestDelegate next, HttpContext context)
    {
        if (context.GetEndpoint()?.Metadata.GetMetadata<WithoutWorkPoolAttribute>() is not null) return next(context);
        // Already there: a pipeline that calls UseWorkPool twice, or a request re-executed by an error page.
        if (pool.IsWorkerThread && ReferenceEquals(SynchronizationContext.Current, pool.SynchronizationContext)) return next(context);
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
        if (task.IsCompleted)
        {
            End(task);
            return;
        }
        // Not an await: with a context that is not the default one its continuation would leave for .NET's pool.
        task.ContinueWith(
            static (task, request) => ((PooledRequest)request!).End(task),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

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
            SetCanceled(e.CancellationToken);
        }
#endif
    }
}
