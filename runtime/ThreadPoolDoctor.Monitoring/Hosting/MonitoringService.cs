using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Monitoring.Inside;

namespace ThreadPoolDoctor.Monitoring.Hosting;

/// <summary>The monitor as a part of the host: begins and ends its thread, and writes to the log.</summary>
internal sealed partial class MonitoringService : IHostedService, IDisposable
{
    private readonly ILogger _log;
    private readonly ThreadPoolMonitor _monitor;
    private readonly ThreadPoolMonitoringOptions _options = new();
    private MonitorThread? _thread;
    private MonitoringMeter? _meter;

    public MonitoringService(ILoggerFactory loggers, ThreadPoolMonitor monitor, IEnumerable<MonitoringSettings> settings)
    {
        _log = loggers.CreateLogger("ThreadPoolDoctor.Monitoring");
        _monitor = monitor;
        foreach (MonitoringSettings setting in settings) setting.Configure(_options);
        _options.Check();
    }

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _meter = new(_monitor);
        _monitor.Looked += OnLooked;
        _thread = new(_options, _monitor, LogRecovery, LogFailure);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_thread is null) return;
        await _thread.StopAsync().WaitAsync(cancellationToken);
        _monitor.Looked -= OnLooked;
        _meter?.Dispose();
    }

    public void Dispose() => _meter?.Dispose();

    private void OnLooked(PoolDiagnosis diagnosis)
    {
        string verdict = Labels.Of(diagnosis.Verdict);
        string text = WarningText.Of(diagnosis);
        if (diagnosis.Verdict == Verdict.Healthy) LogHealthy(verdict, text);
        else LogTrouble(verdict, text);
    }

    [LoggerMessage(EventId = 1, Level = LogLevel.Warning, Message = "Thread pool {Verdict}: {Report}")]
    private partial void LogTrouble(string verdict, string report);

    [LoggerMessage(EventId = 2, Level = LogLevel.Information, Message = "Thread pool {Verdict}: {Report}")]
    private partial void LogHealthy(string verdict, string report);

    [LoggerMessage(EventId = 3, Level = LogLevel.Information, Message = "The thread pool has recovered: work waited for {Seconds:0.0} s.")]
    private partial void LogRecovery(double seconds);

    [LoggerMessage(EventId = 4, Level = LogLevel.Error, Message = "Watching the thread pool failed; it goes on in a while.")]
    private partial void LogFailure(Exception failure);
}
