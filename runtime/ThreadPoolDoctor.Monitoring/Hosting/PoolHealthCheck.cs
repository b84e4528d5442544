using Microsoft.Extensions.Diagnostics.HealthChecks;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Monitoring.Hosting;

/// <summary>Says what the monitor knows, at once and from memory.</summary>
internal sealed class PoolHealthCheck(ThreadPoolMonitor monitor) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(
        HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(Judge(context.Registration.FailureStatus));

    private HealthCheckResult Judge(HealthStatus whileStarving)
    {
        Verdict verdict = monitor.Verdict;
        Dictionary<string, object> data = new() { ["verdict"] = Labels.Of(verdict) };
        if (monitor.Reading is { } reading)
        {
            data["workers"] = reading.Workers;
            data["queueLength"] = reading.QueueLength;
        }
        if (monitor.WaitingSince is { } since) data["waitingSince"] = since.UtcDateTime.ToString("O");
        if (verdict == Verdict.Healthy || monitor.Diagnosis is not { } diagnosis)
        {
            return HealthCheckResult.Healthy("The thread pool does not starve.", data);
        }
        data["causes"] = WarningText.Causes(diagnosis).ToArray();
        return verdict == Verdict.Starving
            ? new(whileStarving, diagnosis.Summary, exception: null, data)
            : HealthCheckResult.Healthy(diagnosis.Summary, data);
    }
}
