using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Decides for each request who runs it: a worker of the pool, or the server's thread that brought it, if its endpoint has
/// proved to be quick. QuickEndpoints.md beside this file tells how that is learned and what bounds it.
/// </summary>
internal sealed class RequestDispatcher
{
    private readonly WorkPool _pool;
    private readonly RequestDelegate _next;
    private readonly ILogger? _logger;
    private readonly ServerContext _context;
    private readonly ConditionalWeakTable<Endpoint, EndpointHistory> _histories = new();
    private readonly ConditionalWeakTable<Endpoint, EndpointHistory>.CreateValueCallback _makeHistory;

    internal RequestDispatcher(WorkPool pool, RequestDelegate next, ILoggerFactory? loggers)
    {
        _pool = pool;
        _next = next;
        _logger = loggers?.CreateLogger("ThreadPoolDoctor.Pool.UseWorkPool");
        _context = new ServerContext(pool);
        _makeHistory = endpoint => new EndpointHistory(endpoint, TellOfBlocked);
    }

    internal Task Run(HttpContext context)
    {
        EndpointHistory? history = context.GetEndpoint() is { } endpoint ? _histories.GetValue(endpoint, _makeHistory) : null;
        if (history is { Rule: EndpointRule.Server } || IsThereAlready) return _next(context);
        if (history is { Rule: EndpointRule.Learn, Habit.IsWithServer: true }
            && ServerRun.TryBegin(history.Habit, _context) is { } run)
        {
            return RunHere(run, context);
        }
        return PooledRequest.Queue(_pool, _next, context, history?.Habit);
    }

    /// <summary>A pipeline that calls UseWorkPool twice, or a request re-executed by an error page.</summary>
    private bool IsThereAlready => SynchronizationContext.Current is ServerContext server
        ? server.Pool == _pool
        : _pool.IsWorkerThread && ReferenceEquals(SynchronizationContext.Current, _pool.SynchronizationContext);

    private Task RunHere(ServerRun run, HttpContext context)
    {
        Task? task = null;
        try
        {
            task = _next(context);
        }
        finally
        {
            run.End(awaits: task is { IsCompleted: false });
        }
        return task.IsCompleted ? task : PooledRequest.Follow(task);
    }

    /// <summary>On any thread, perhaps one that is about to block: so the logger is called elsewhere.</summary>
    private void TellOfBlocked(Endpoint endpoint)
    {
        if (_logger is null) return;
        ThreadPool.UnsafeQueueUserWorkItem(
            static told => told._logger.LogInformation(
                "{Endpoint} has held a thread of the server. From now on its requests run on {Pool}.", told.DisplayName, told.Name),
            (_logger, endpoint.DisplayName, _pool.Name),
            preferLocal: false);
    }
}
