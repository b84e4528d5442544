using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.SignalR;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Runs SignalR's hub methods on the pool. They are no requests: the server reads a connection's invocations on .NET's
/// pool, whichever thread the connection's request came on.
/// </summary>
internal sealed class PooledHubFilter(WorkPool pool, Func<HttpContext, bool>? when) : IHubFilter
{
    public ValueTask<object?> InvokeMethodAsync(
        HubInvocationContext invocationContext, Func<HubInvocationContext, ValueTask<object?>> next) =>
        Moves(invocationContext.Context)
            ? new(pool.Run(() => next(invocationContext).AsTask()))
            : next(invocationContext);

    public Task OnConnectedAsync(HubLifetimeContext context, Func<HubLifetimeContext, Task> next) =>
        Moves(context.Context) ? pool.Run(() => next(context)) : next(context);

    public Task OnDisconnectedAsync(
        HubLifetimeContext context, Exception? exception, Func<HubLifetimeContext, Exception?, Task> next) =>
        Moves(context.Context) ? pool.Run(() => next(context, exception)) : next(context, exception);

    private bool Moves(HubCallerContext caller)
    {
        HttpContext? context = caller.GetHttpContext();
        return !RequestDispatcher.StaysWithServer(context) && (when is null || (context is not null && when(context)));
    }
}
