using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 1: the runtime's meters or counters and the pool's own events, without stacks. A handful of events a second,
/// however busy the process is, kept in constant memory. Written by the sessions' readers; read by the observation
/// under the same lock.
/// </summary>
internal sealed class WatchListener
{
    // A reading a second for half an hour is kept as it is; after that two become one.
    private const int MostTicks = 2_048;
    private const int FirstAdjustments = 100;
    private const int NewestAdjustments = 1_900;

    private readonly Clock _clock;
    private readonly int _processors;
    private readonly object _lock = new();
    private readonly Series<CounterTick> _ticks = new(MostTicks, Merge);
    private readonly Remembered<WorkerAdjustment> _adjustments = new(FirstAdjustments, NewestAdjustments);
    private readonly Series<CounterTick> _bundledTicks = new(MostTicks, Merge);
    private readonly MeterReadings _meters = new();
    private readonly CounterReadings _runtime = new(
        "threadpool-thread-count", "threadpool-queue-length", "threadpool-completed-items-count",
        "cpu-usage", "active-timer-count");
    private readonly CounterReadings _bundled = new(
        "worker-count", "blocked-worker-count", "queue-length", "high-lane-length", "normal-lane-length",
        "low-lane-length", "armed-timer-count", "completed-item-count");
    private readonly TaskCompletionSource _metersRefused = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _metersCome;
    private CounterTick? _latest;
    private CounterTick? _latestBundled;
    private double _injectedAt = double.NegativeInfinity;
    private double _troubleAt = double.NegativeInfinity;
    private readonly CounterReadings _governor = new("added-workers", "minimum-workers", "asked-workers", "added-since");
    private GovernorFacts? _governed;
    private int _blocked;
    private LaneLengths _lanes;
    private int? _minWorkers;
    private int? _maxWorkers;
    private long _events;
    private long _threadingEvents;

    public WatchListener(Clock clock, int processors) => (_clock, _processors) = (clock, processors);

    public void Listen(EventPipeEventSource source)
    {
        source.Dynamic.All += OnDynamic;
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += OnAdjustment;
        source.Clr.All += traceEvent =>
        {
            Interlocked.Increment(ref _events);
            if ((int)traceEvent.ID is >= FirstThreadingEvent and <= MinMaxEvent) Interlocked.Increment(ref _threadingEvents);
            if ((int)traceEvent.ID == MinMaxEvent) OnMinMax(traceEvent);
        };
    }

    public long Events => Interlocked.Read(ref _events);

    /// <summary>Events of the runtime's own pool.</summary>
    public long ThreadingEvents => Interlocked.Read(ref _threadingEvents);

    /// <summary>Readings so far, without a copy of them.</summary>
    public int Readings
    {
        get { lock (_lock) return _ticks.Count; }
    }

    /// <summary>Readings of the bundled pool.</summary>
    public int BundledReadings
    {
        get { lock (_lock) return _bundledTicks.Count; }
    }

    /// <summary>Whether the meters have sent anything.</summary>
    public bool MetersCome
    {
        get { lock (_lock) return _metersCome; }
    }

    /// <summary>Completes when the process says that another session with other settings uses its meters.</summary>
    public Task MetersRefused => _metersRefused.Task;

    /// <summary>The newest reading of the runtime's pool; null before the first.</summary>
    public CounterTick? LatestTick
    {
        get { lock (_lock) return _latest; }
    }

    /// <summary>The newest reading of the bundled pool; null where there is none.</summary>
    public CounterTick? LatestBundledTick
    {
        get { lock (_lock) return _latestBundled; }
    }

    /// <summary>When the pool said last that it adds threads because of starvation, in seconds of the look.</summary>
    public double InjectedAt
    {
        get { lock (_lock) return _injectedAt; }
    }

    /// <summary>When something that asks for a closer look was seen last, in seconds of the look.</summary>
    public double TroubleAt
    {
        get { lock (_lock) return _troubleAt; }
    }

    /// <summary>Whether work waited at the latest reading, in either pool.</summary>
    public bool WorkWaits
    {
        get { lock (_lock) return Waits(_ticks.Latest) || Waits(_bundledTicks.Latest); }
    }

    private static bool Waits(CounterTick? tick) => tick is not null && TroubleSigns.WorkWaits(tick);

    public IReadOnlyList<CounterTick> Ticks
    {
        get { lock (_lock) return _ticks.Items; }
    }

    public IReadOnlyList<WorkerAdjustment> Adjustments
    {
        get { lock (_lock) return _adjustments.Items; }
    }

    /// <summary>The bundled pool's account of itself, or null when the process does not run it.</summary>
    public BundledPoolFacts? Bundled
    {
        get { lock (_lock) return _bundledTicks.Count == 0 ? null : new(_bundledTicks.Items, _blocked, _lanes); }
    }

    /// <summary>The governor's account of itself, or null when the process has none.</summary>
    public GovernorFacts? Governor
    {
        get { lock (_lock) return _governed; }
    }

    /// <summary>Limits of the pool; the runtime tells them only when they change.</summary>
    public (int? Min, int? Max) Limits
    {
        get { lock (_lock) return (_minWorkers, _maxWorkers); }
    }

    // ThreadPoolWorkerThreadStart, with which the numbers of the pool's events begin.
    private const int FirstThreadingEvent = 50;

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
            WorkerAdjustment adjustment = new(_clock.At(change), change.NewWorkerThreadCount, (AdjustmentReason)(int)change.Reason);
            _adjustments.Add(adjustment);
            if (TroubleSigns.Shows(adjustment)) _troubleAt = _injectedAt = adjustment.At;
        }
    }

    private void OnDynamic(TraceEvent traceEvent)
    {
        Interlocked.Increment(ref _events);
        if (traceEvent.ProviderName == WatchProviders.Meters) OnMeter(traceEvent);
        else if (traceEvent.EventName == "EventCounters") OnCounter(traceEvent);
    }

    private void OnCounter(TraceEvent traceEvent)
    {
        if (traceEvent.PayloadValue(0) is not IDictionary<string, object> wrapper
            || !wrapper.TryGetValue("Payload", out object? inner)
            || inner is not IDictionary<string, object> counter)
        {
            return;
        }
        if (traceEvent.ProviderName == WatchProviders.RuntimeCounters) Remember(_clock.At(traceEvent), counter);
        else if (traceEvent.ProviderName == WatchProviders.Governor) RememberGovernor(_clock.At(traceEvent), counter);
        else if (traceEvent.ProviderName == WatchProviders.BundledPool) RememberBundled(_clock.At(traceEvent), counter);
    }

    private void OnMeter(TraceEvent traceEvent)
    {
        switch (traceEvent.EventName)
        {
            case "CounterRateValuePublished" or "UpDownCounterRateValuePublished":
                AddMeasurement(traceEvent);
                break;
            case "Collection/Stop":
                lock (_lock)
                {
                    if (_meters.Complete(_clock.At(traceEvent)) is { } tick) Add(tick);
                }
                break;
            case "MultipleSessionsNotSupportedError" or "MultipleSessionsConfiguredIncorrectlyError" or "Error":
                _metersRefused.TrySetResult();
                break;
        }
    }

    private void AddMeasurement(TraceEvent traceEvent)
    {
        if (traceEvent.PayloadByName("meterName") as string != MeterReadings.Meter
            || traceEvent.PayloadByName("instrumentName") is not string instrument
            || !double.TryParse(traceEvent.PayloadByName("value") as string, CultureInfo.InvariantCulture, out double value))
        {
            return;
        }
        lock (_lock)
        {
            _metersCome = true;
            _meters.Add(instrument, value);
        }
    }

    private void Remember(double at, IDictionary<string, object> counter)
    {
        lock (_lock)
        {
            // Somebody else's session may have the counters sent, too: one source is enough.
            if (_metersCome || _runtime.Add(at, counter) is not { } now) return;
            Add(new(
                at,
                (int)now["threadpool-thread-count"],
                (long)now["threadpool-queue-length"],
                now["threadpool-completed-items-count"],
                now["cpu-usage"] / 100,
                (int)now["active-timer-count"]));
        }
    }

    private void Add(CounterTick tick)
    {
        _ticks.Add(_latest = tick);
        if (TroubleSigns.Shows(tick, _processors)) _troubleAt = tick.At;
    }

    private void RememberGovernor(double at, IDictionary<string, object> counter)
    {
        lock (_lock)
        {
            if (_governor.Add(at, counter) is not { } now) return;
            long since = (long)now["added-since"];
            _governed = new(
                (int)now["added-workers"], (int)now["minimum-workers"], (int)now["asked-workers"],
                since > 0 ? DateTimeOffset.FromUnixTimeMilliseconds(since) : null);
        }
    }

    /// <summary>
    /// The bundled pool tells the same of itself; processors are the process's, and stay with the runtime's counters.
    /// </summary>
    private void RememberBundled(double at, IDictionary<string, object> counter)
    {
        lock (_lock)
        {
            if (_bundled.Add(at, counter) is not { } now) return;
            CounterTick tick = new(
                at, (int)now["worker-count"], (long)now["queue-length"], now["completed-item-count"],
                _ticks.Count == 0 ? 0 : _ticks.Latest!.CpuUsage, (int)now["armed-timer-count"]);
            _bundledTicks.Add(_latestBundled = tick);
            _blocked = (int)now["blocked-worker-count"];
            _lanes = new((long)now["high-lane-length"], (long)now["normal-lane-length"], (long)now["low-lane-length"]);
            if (_blocked > 0 || TroubleSigns.Shows(tick, _processors)) _troubleAt = at;
        }
    }

    /// <summary>Two readings as one: what was worst of the levels, the mean of the rates.</summary>
    internal static CounterTick Merge(CounterTick older, CounterTick newer) => new(
        newer.At,
        Math.Max(older.Workers, newer.Workers),
        Math.Max(older.QueueLength, newer.QueueLength),
        (older.CompletedPerSecond + newer.CompletedPerSecond) / 2,
        (older.CpuUsage + newer.CpuUsage) / 2,
        Math.Max(older.ActiveTimers, newer.ActiveTimers));
}
