using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 1: the runtime's counters and the pool's own events, without stacks. A handful of events a second, however
/// busy the process is. Written by the session's reader; read by the observation under the same lock.
/// </summary>
internal sealed class WatchListener
{
    private const string CounterProvider = "System.Runtime";

    private readonly Clock _clock;
    private readonly object _lock = new();
    private readonly List<CounterTick> _ticks = [];
    private readonly List<WorkerAdjustment> _adjustments = [];
    private readonly Dictionary<string, double> _counters = [];
    private double _counterTime;
    private int? _minWorkers;
    private int? _maxWorkers;
    private long _events;

    public WatchListener(Clock clock) => _clock = clock;

    /// <summary>What the session must ask the runtime for.</summary>
    public static IReadOnlyList<EventPipeProvider> Providers(TimeSpan interval) =>
    [
        new(CounterProvider, EventLevel.Informational, 0, new Dictionary<string, string>
        {
            ["EventCounterIntervalSec"] = interval.TotalSeconds.ToString("0.##", CultureInfo.InvariantCulture),
        }),
        new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, ThreadingKeyword),
    ];

    /// <summary>Start, stop and adjustment of workers: ThreadingKeyword in the runtime's manifest.</summary>
    public const long ThreadingKeyword = 0x10000;

    public void Listen(EventPipeEventSource source)
    {
        source.Dynamic.All += OnDynamic;
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += OnAdjustment;
        source.Clr.All += traceEvent =>
        {
            Interlocked.Increment(ref _events);
            if ((int)traceEvent.ID == MinMaxEvent) OnMinMax(traceEvent);
        };
    }

    public long Events => Interlocked.Read(ref _events);

    public IReadOnlyList<CounterTick> Ticks
    {
        get { lock (_lock) return [.. _ticks]; }
    }

    public IReadOnlyList<WorkerAdjustment> Adjustments
    {
        get { lock (_lock) return [.. _adjustments]; }
    }

    /// <summary>Limits of the pool; the runtime tells them only when they change.</summary>
    public (int? Min, int? Max) Limits
    {
        get { lock (_lock) return (_minWorkers, _maxWorkers); }
    }

    // ThreadPoolMinMaxThreads; TraceEvent has no typed event for it.
    private const int MinMaxEvent = 59;

    private void OnMinMax(TraceEvent traceEvent)
    {
        byte[] data = traceEvent.EventData();
        if (data.Length < 4) return;
        lock (_lock)
        {
            _minWorkers = BitConverter.ToUInt16(data, 0);
            _maxWorkers = BitConverter.ToUInt16(data, 2);
        }
    }

    private void OnAdjustment(ThreadPoolWorkerThreadAdjustmentTraceData change)
    {
        lock (_lock)
        {
            _adjustments.Add(new(_clock.At(change), change.NewWorkerThreadCount, (AdjustmentReason)(int)change.Reason));
        }
    }

    private void OnDynamic(TraceEvent traceEvent)
    {
        Interlocked.Increment(ref _events);
        if (traceEvent.ProviderName != CounterProvider || traceEvent.EventName != "EventCounters") return;
        if (traceEvent.PayloadValue(0) is not IDictionary<string, object> wrapper
            || !wrapper.TryGetValue("Payload", out object? inner)
            || inner is not IDictionary<string, object> counter)
        {
            return;
        }
        Remember(_clock.At(traceEvent), counter);
    }

    /// <summary>
    /// The counters of one reading arrive as a burst of events, one each; a counter that comes again begins the next
    /// reading, so a reading is complete when "the last of the pool's counters" has come.
    /// </summary>
    private void Remember(double at, IDictionary<string, object> counter)
    {
        string name = counter["Name"] as string ?? "";
        double value = counter.ContainsKey("Increment")
            ? Number(counter, "Increment") / Math.Max(Number(counter, "IntervalSec"), 0.001)
            : Number(counter, "Mean");
        lock (_lock)
        {
            if (at - _counterTime > 0.05) _counters.Clear();
            _counterTime = at;
            _counters[name] = value;
            if (!s_needed.All(_counters.ContainsKey)) return;
            _ticks.Add(new(
                at,
                (int)_counters["threadpool-thread-count"],
                (long)_counters["threadpool-queue-length"],
                _counters["threadpool-completed-items-count"],
                _counters["cpu-usage"] / 100,
                _counters["monitor-lock-contention-count"],
                (int)_counters["active-timer-count"]));
            _counters.Clear();
        }
    }

    private static double Number(IDictionary<string, object> counter, string key) =>
        counter.TryGetValue(key, out object? value) ? Convert.ToDouble(value, CultureInfo.InvariantCulture) : 0;

    private static readonly string[] s_needed =
    [
        "threadpool-thread-count", "threadpool-queue-length", "threadpool-completed-items-count",
        "cpu-usage", "monitor-lock-contention-count", "active-timer-count",
    ];
}
