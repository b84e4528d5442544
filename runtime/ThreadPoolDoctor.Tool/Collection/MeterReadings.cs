using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Puts the readings of the runtime's own meter (System.Runtime, .NET 9 and later) together. They are absolute: a rate
/// is the difference of two readings. Used by one thread at a time.
/// </summary>
internal sealed class MeterReadings
{
    public const string Meter = "System.Runtime";

    private const string Threads = "dotnet.thread_pool.thread.count";
    private const string Queue = "dotnet.thread_pool.queue.length";
    private const string Items = "dotnet.thread_pool.work_item.count";
    private const string Timers = "dotnet.timer.count";
    private const string CpuTime = "dotnet.process.cpu.time";
    private const string CpuCount = "dotnet.process.cpu.count";

    /// <summary>What the session must ask for; others of the meter would only cost.</summary>
    public static IReadOnlyList<string> Instruments { get; } = [Threads, Queue, Items, Timers, CpuTime, CpuCount];

    private readonly Dictionary<string, double> _values = [];
    private Reading? _before;

    private readonly record struct Reading(double At, double Items, double CpuSeconds);

    /// <summary>
    /// One value of the reading that is under way; those of several modes (processor time) are added up.
    /// </summary>
    public void Add(string instrument, double value) =>
        _values[instrument] = _values.GetValueOrDefault(instrument) + value;

    /// <summary>
    /// The reading is over: what it says, or null for the first, which has nothing to be compared with, and for a
    /// broken one.
    /// </summary>
    public CounterTick? Complete(double at)
    {
        bool whole = Instruments.All(_values.ContainsKey);
        CounterTick? tick = whole && _before is { } before && at > before.At ? Tick(at, before) : null;
        if (whole) _before = new(at, _values[Items], _values[CpuTime]);
        _values.Clear();
        return tick;
    }

    private CounterTick Tick(double at, Reading before) => new(
        at,
        (int)_values[Threads],
        (long)_values[Queue],
        Math.Max(0, _values[Items] - before.Items) / (at - before.At),
        Math.Max(0, _values[CpuTime] - before.CpuSeconds) / (at - before.At) / Math.Max(1, _values[CpuCount]),
        (int)_values[Timers]);
}
