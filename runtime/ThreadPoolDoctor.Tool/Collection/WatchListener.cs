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
    private const string BundledProvider = "ThreadPoolDoctor-Pool";

    // Keywords.Workers of the bundled pool: without any keyword all its events would be sent.
    private const long BundledWorkersKeyword = 1;

    private readonly Clock _clock;
    private readonly object _lock = new();
    private readonly List<CounterTick> _ticks = [];
    private readonly List<WorkerAdjustment> _adjustments = [];
    private readonly List<CounterTick> _bundledTicks = [];
    private readonly CounterReadings _runtime = new(
        "threadpool-thread-count", "threadpool-queue-length", "threadpool-completed-items-count",
        "cpu-usage", "active-timer-count");
    private readonly CounterReadings _bundled = new(
        "worker-count", "blocked-worker-count", "queue-length", "high-lane-length", "normal-lane-length",
        "low-lane-length", "armed-timer-count", "completed-item-count");
    private int _blocked;
    private LaneLengths _lanes;
    private int? _minWorkers;
    private int? _maxWorkers;
    private long _events;

    public WatchListener(Clock clock) => _clock = clock;

    /// <summary>What the session must ask the runtime for.</summary>
    public static IReadOnlyList<EventPipeProvider> Providers(TimeSpan interval) =>
    [
        new(CounterProvider, EventLevel.Informational, 0, Every(interval)),
        new(BundledProvider, EventLevel.Informational, BundledWorkersKeyword, Every(interval)),
        new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, ThreadingKeyword),
    ];

    private static Dictionary<string, string> Every(TimeSpan interval) => new()
    {
        ["EventCounterIntervalSec"] = interval.TotalSeconds.ToString("0.##", CultureInfo.InvariantCulture),
    };

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

    /// <summary>The bundled pool's account of itself, or null when the process does not run it.</summary>
    public BundledPoolFacts? Bundled
    {
        get { lock (_lock) return _bundledTicks.Count == 0 ? null : new([.. _bundledTicks], _blocked, _lanes); }
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
        if (traceEvent.EventName != "EventCounters") return;
        if (traceEvent.PayloadValue(0) is not IDictionary<string, object> wrapper
            || !wrapper.TryGetValue("Payload", out object? inner)
            || inner is not IDictionary<string, object> counter)
        {
            return;
        }
        if (traceEvent.ProviderName == CounterProvider) Remember(_clock.At(traceEvent), counter);
        else if (traceEvent.ProviderName == BundledProvider) RememberBundled(_clock.At(traceEvent), counter);
    }

    private void Remember(double at, IDictionary<string, object> counter)
    {
        lock (_lock)
        {
            if (_runtime.Add(at, counter) is not { } now) return;
            _ticks.Add(new(
                at,
                (int)now["threadpool-thread-count"],
                (long)now["threadpool-queue-length"],
                now["threadpool-completed-items-count"],
                now["cpu-usage"] / 100,
                (int)now["active-timer-count"]));
        }
    }

    /// <summary>The bundled pool tells the same of itself; processors are the process's, and stay with the runtime's counters.</summary>
    private void RememberBundled(double at, IDictionary<string, object> counter)
    {
        lock (_lock)
        {
            if (_bundled.Add(at, counter) is not { } now) return;
            _bundledTicks.Add(new(
                at, (int)now["worker-count"], (long)now["queue-length"], now["completed-item-count"],
                _ticks.Count == 0 ? 0 : _ticks[^1].CpuUsage, (int)now["armed-timer-count"]));
            _blocked = (int)now["blocked-worker-count"];
            _lanes = new((long)now["high-lane-length"], (long)now["normal-lane-length"], (long)now["low-lane-length"]);
        }
    }
}
