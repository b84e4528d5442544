using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using ThreadPoolDoctor.Pool;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Runs requests on a <see cref="WorkPool"/>.</summary>
public static class WorkPoolApplicationBuilderExtensions
{
    /// <summary>
    /// Runs everything behind this point of the pipeline on a <see cref="WorkPool"/>, so that handlers which block
    /// hold that pool's workers, which are replaced, and never Kestrel's threads. The methods of SignalR hubs that are
    /// mapped later run there too. Put it first.
    /// </summary>
    /// <remarks>
    /// <see cref="WithoutWorkPoolAttribute"/> leaves endpoints and hubs that never block on the server's threads.
    /// </remarks>
    /// <param name="app">The application.</param>
    /// <param name="pool">
    /// The pool; without one, the pool registered by AddWorkPool, and without that <see cref="WorkPool.Shared"/>.
    /// </param>
    /// <returns>The application.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="app"/> is null.</exception>
    public static IApplicationBuilder UseWorkPool(this IApplicationBuilder app, WorkPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(app);
        WorkPool chosen = Choose(app, pool, when: null);
        return app.Use(next => new RequestDispatcher(chosen, next).Run);
    }

    /// <summary>
    /// As UseWorkPool, for the requests that <paramref name="when"/> picks; the others stay where they are.
    /// </summary>
    /// <param name="app">The application.</param>
    /// <param name="when">
    /// Called for each request on Kestrel's thread, so it must not block; and for each call of a hub's method, with the
    /// request that opened the connection.
    /// </param>
    /// <param name="pool">The pool, chosen as by UseWorkPool without a condition.</param>
    /// <returns>The application.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IApplicationBuilder UseWorkPool(this IApplicationBuilder app, Func<HttpContext, bool> when, WorkPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(app);
        ArgumentNullException.ThrowIfNull(when);
        WorkPool chosen = Choose(app, pool, when);
        return app.Use(next =>
        {
            var dispatcher = new RequestDispatcher(chosen, next);
            return context => when(context) ? dispatcher.Run(context) : next(context);
        });
    }

    private static WorkPool Choose(IApplicationBuilder app, WorkPool? pool, Func<HttpContext, bool>? when)
    {
        WorkPool chosen = pool ?? app.ApplicationServices.GetService<WorkPool>() ?? WorkPool.Shared;
        // Hubs read their options when they are mapped. Without SignalR nobody reads them.
        app.ApplicationServices.GetService<IOptions<HubOptions>>()?.Value.AddFilter(new PooledHubFilter(chosen, when));
        return chosen;
    }
}
