namespace ThreadPoolDoctor.Monitoring.Hosting;

/// <summary>One caller's changes to the options.</summary>
internal sealed record MonitoringSettings(Action<ThreadPoolMonitoringOptions> Configure);
