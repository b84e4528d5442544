using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using ThreadPoolDoctor.Governor.Hosting;

namespace ThreadPoolDoctor.Governor;

/// <summary>Starts the governor with a host.</summary>
public static class GovernorServiceCollectionExtensions
{
    /// <summary>
    /// Starts the thread pool's governor with the host, logs its steps as warnings under the category
    /// <c>ThreadPoolDoctor.Governor</c>, and ends it with the host. Calling it again adds to the options.
    /// </summary>
    public static IServiceCollection AddThreadPoolGovernor(this IServiceCollection services, Action<GovernorOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (configure is not null) services.AddSingleton(new GovernorSettings(configure));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, GovernorService>());
        return services;
    }
}
