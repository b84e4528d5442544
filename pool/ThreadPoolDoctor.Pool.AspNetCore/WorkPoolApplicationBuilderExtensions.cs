using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using ThreadPoolDoctor.Pool;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Runs requests on a <see cref="WorkPool"/>.</summary>
public static class WorkPoolApplicationBuilderExtensions
{
    /// <summary>
    /// Runs everything behind this point of the pipeline on a <see cref="WorkPool"/>, so that handlers which block hold
    /// that pool's workers, which are replaced at once, and never Kestrel's threads. Put it first.
    /// </summary>
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
        return app.Use(next => context => PooledRequest.Run(chosen, next, context));
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
        return app.Use(next => context => when(context) ? PooledRequest.Run(chosen, next, context) : next(context));
    }
}
