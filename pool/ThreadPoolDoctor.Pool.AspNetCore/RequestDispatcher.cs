using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool;

/// <summary>Moves requests to the pool, except those of endpoints that are to stay with the server.</summary>
internal sealed class RequestDispatcher(WorkPool pool, RequestDelegate next)
{
    internal Task Run(HttpContext context) =>
        IsInRequest || StaysWithServer(context) ? next(context) : PooledRequest.Queue(pool, next, context);

    internal static bool StaysWithServer(HttpContext? context) =>
        context?.GetEndpoint()?.Metadata.GetMetadata<WithoutWorkPoolAttribute>() is not null;

    /// <summary>
    /// A pipeline that calls UseWorkPool twice, or a request re-executed by an error page. A worker on which the server
    /// goes on with the next request of the connection has another scheduler.
    /// </summary>
    private bool IsInRequest => pool.IsWorkerThread && TaskScheduler.Current == pool.Scheduler;
}
