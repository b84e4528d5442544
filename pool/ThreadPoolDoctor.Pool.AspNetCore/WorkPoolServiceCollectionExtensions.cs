using Microsoft.Extensions.DependencyInjection.Extensions;
using ThreadPoolDoctor.Pool;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers a <see cref="WorkPool"/> with the services.</summary>
public static class WorkPoolServiceCollectionExtensions
{
    /// <summary>
    /// Registers one <see cref="WorkPool"/> for the application, for constructors to take and for UseWorkPool to run
    /// requests on. It is disposed with the services, after it has run what is queued.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets the pool's options.</param>
    /// <returns>The services.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="services"/> is null.</exception>
    public static IServiceCollection AddWorkPool(this IServiceCollection services, Action<WorkPoolOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.TryAddSingleton(_ =>
        {
            var options = new WorkPoolOptions { Name = "Application" };
            configure?.Invoke(options);
            return new WorkPool(options);
        });
        return services;
    }
}
