using System.Diagnostics.Metrics;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Monitoring.Hosting;

/// <summary>
/// The meter <c>ThreadPoolDoctor.Monitoring</c>, named as OpenTelemetry names: read when somebody collects, free
/// otherwise.
/// </summary>
internal sealed class MonitoringMeter : IDisposable
{
    public const string Name = "ThreadPoolDoctor.Monitoring";

    // Each place in the code is a series of its own; the worst tell enough.
    private const int MostCauses = 5;

    private readonly Meter _meter = new(Name, "0.1.0");
    private readonly ThreadPoolMonitor _monitor;
    private readonly Counter<long> _looks;

    public MonitoringMeter(ThreadPoolMonitor monitor)
    {
        _monitor = monitor;
        _meter.CreateObservableUpDownCounter(
            "threadpooldoctor.thread_pool.thread.count",
            () => monitor.Reading?.Workers ?? 0, "{thread}", "Threads of the pool.");
        _meter.CreateObservableUpDownCounter(
            "threadpooldoctor.thread_pool.queue.length",
            () => monitor.Reading?.QueueLength ?? 0, "{work_item}", "Work items that wait for a thread.");
        _meter.CreateObservableCounter(
            "threadpooldoctor.thread_pool.work_item.count",
            static () => ThreadPool.CompletedWorkItemCount, "{work_item}", "Work items completed since the process began.");
        _meter.CreateObservableGauge(
            "threadpooldoctor.thread_pool.waiting.time",
            Waiting, "s", "For how long work has been waiting for longer than a moment; 0 while none does.");
        _meter.CreateObservableUpDownCounter(
            "threadpooldoctor.thread_pool.starving",
            () => monitor.Verdict == Verdict.Starving ? 1 : 0, "{pool}", "1 while the pool starves.");
        _meter.CreateObservableUpDownCounter(
            "threadpooldoctor.cause.thread.count",
            Causes, "{thread}", "Threads that sat blocked at this place when the monitor looked.");
        _looks = _meter.CreateCounter<long>("threadpooldoctor.looks", "{look}", "Closer looks, by verdict.");
        monitor.Looked += Count;
    }

    private double Waiting() =>
        _monitor.WaitingSince is { } since ? Math.Max(0, (DateTimeOffset.UtcNow - since).TotalSeconds) : 0;

    private IEnumerable<Measurement<int>> Causes() =>
        _monitor is { Verdict: not Verdict.Healthy, Diagnosis: { } diagnosis }
        ? diagnosis.Findings.SelectMany(finding => finding.Causes).Take(MostCauses).Select(Measured)
        : [];

    private static Measurement<int> Measured(Cause cause) => new(
        cause.Threads,
        new("threadpooldoctor.cause.id", cause.Id),
        new("code.function.name", cause.Method),
        new("code.file.path", cause.File),
        new("code.line.number", cause.Line));

    private void Count(PoolDiagnosis diagnosis) =>
        _looks.Add(1, new KeyValuePair<string, object?>("threadpooldoctor.verdict", Labels.Of(diagnosis.Verdict)));

    public void Dispose()
    {
        _monitor.Looked -= Count;
        _meter.Dispose();
    }
}
