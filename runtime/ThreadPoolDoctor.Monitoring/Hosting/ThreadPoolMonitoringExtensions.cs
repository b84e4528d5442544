using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using ThreadPoolDoctor.Monitoring.Hosting;

namespace ThreadPoolDoctor.Monitoring;

/// <summary>Watches the thread pool of a host.</summary>
public static class ThreadPoolMonitoringExtensions
{
    /// <summary>
    /// Watches this process's thread pool from a thread of its own while the host runs: warnings under the category
    /// <c>ThreadPoolDoctor.Monitoring</c> with verdict and lines, the meter <c>ThreadPoolDoctor.Monitoring</c>, and
    /// <see cref="ThreadPoolMonitor"/> as a service. Calling it again adds to the options.
    /// </summary>
    public static IServiceCollection AddThreadPoolMonitoring(
        this IServiceCollection services, Action<ThreadPoolMonitoringOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (configure is not null) services.AddSingleton(new MonitoringSettings(configure));
        services.TryAddSingleton<ThreadPoolMonitor>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, MonitoringService>());
        return services;
    }

    /// <summary>
    /// A health check that fails while the pool starves, as <paramref name="whileStarving"/>, and says why. It only
    /// tells what the monitor knows; it needs <see cref="AddThreadPoolMonitoring"/>.
    /// </summary>
    public static IHealthChecksBuilder AddThreadPool(
        this IHealthChecksBuilder checks,
        string name = "thread_pool",
        HealthStatus whileStarving = HealthStatus.Degraded,
        IEnumerable<string>? tags = null)
    {
        ArgumentNullException.ThrowIfNull(checks);
        return checks.AddCheck<PoolHealthCheck>(name, whileStarving, tags ?? []);
    }
}
