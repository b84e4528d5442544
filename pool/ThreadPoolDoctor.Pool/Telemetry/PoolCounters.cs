using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The state of all pools of the process as EventCounters of <c>ThreadPoolDoctor-Pool</c>, for observers that come from
/// outside: the doctor, dotnet-counters. They are made when the first observer asks for counters and are read by the
/// runtime's own poller thread, so they are told while every worker is blocked. Names are read by the doctor: add,
/// never rename.
/// </summary>
internal sealed class PoolCounters
{
    // Kept alive for as long as the event source: a collected counter would fall silent.
    private readonly DiagnosticCounter[] _counters;

    internal PoolCounters(EventSource source) => _counters =
    [
        Gauge(source, "worker-count", static pool => pool.GetStatistics().Workers),
        Gauge(source, "blocked-worker-count", static pool => pool.GetStatistics().BlockedWorkers),
        Gauge(source, "queue-length", static pool => pool.GetStatistics().QueueLength),
        Gauge(source, "high-lane-length", static pool => pool.LaneLength(WorkLane.High)),
        Gauge(source, "normal-lane-length", static pool => pool.LaneLength(WorkLane.Normal)),
        Gauge(source, "low-lane-length", static pool => pool.LaneLength(WorkLane.Low)),
        Gauge(source, "armed-timer-count", static pool => pool.GetStatistics().ArmedTimers),
        new IncrementingPollingCounter(
            "completed-item-count", source, static () => Telemetry.Sum(static pool => pool.GetStatistics().CompletedItems)),
    ];

    /// <summary>How many counters there are.</summary>
    internal int Count => _counters.Length;

    private static PollingCounter Gauge(EventSource source, string name, Func<IObservedPool, double> number) =>
        new(name, source, () => Telemetry.Sum(number));
}
