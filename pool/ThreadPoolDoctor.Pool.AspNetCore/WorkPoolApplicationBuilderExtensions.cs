using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ThreadPoolDoctor.Pool;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Runs requests on a <see cref="WorkPool"/>.</summary>
public static class WorkPoolApplicationBuilderExtensions
{
    /// <summary>
    /// Runs everything behind this point of the pipeline on a <see cref="WorkPool"/>, so that handlers which block hold
    /// that pool's workers, which are replaced at once, and never Kestrel's threads. Put it first.
    /// </summary>
    /// <remarks>
    /// An endpoint whose handler has answered at once a thousand times stays on the server's threads from then on, until it
    /// blocks or takes long. At most half as many of the server's threads as there are processors can be held by such
    /// handlers at any moment, and at least one. <see cref="WithWorkPoolAttribute"/> keeps endpoints on the pool.
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
        WorkPool chosen = pool ?? app.ApplicationServices.GetService<WorkPool>() ?? WorkPool.Shared;
        return app.Use(next => Dispatcher(app, chosen, next).Run);
    }

    /// <summary>As UseWorkPool, for the requests that <paramref name="when"/> picks; the others stay where they are.</summary>
    /// <param name="app">The application.</param>
    /// <param name="when">Called for each request on Kestrel's thread, so it must not block.</param>
    /// <param name="pool">The pool, chosen as by UseWorkPool without a condition.</param>
    /// <returns>The application.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IApplicationBuilder UseWorkPool(this IApplicationBuilder app, Func<HttpContext, bool> when, WorkPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(app);
        ArgumentNullException.ThrowIfNull(when);
        WorkPool chosen = pool ?? app.ApplicationServices.GetService<WorkPool>() ?? WorkPool.Shared;
        return app.Use(next =>
        {
            RequestDispatcher dispatcher = Dispatcher(app, chosen, next);
            return context => when(context) ? dispatcher.Run(context) : next(context);
        });
    }

    private static RequestDispatcher Dispatcher(IApplicationBuilder app, WorkPool pool, RequestDelegate next) =>
        new(pool, next, app.ApplicationServices.GetService<ILoggerFactory>());
}
