using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Puts the counters of one event source together again: the counters of one reading arrive as a burst of events, one
/// each. A reading is whole when every counter that is needed has come. Used by one thread at a time.
/// </summary>
internal sealed class CounterReadings
{
    // Counters of one reading come within a millisecond or two; those of the next after the interval, at least 0.2 s.
    private const double SameReading = 0.05;

    private readonly string[] _needed;
    private readonly Dictionary<string, double> _values = [];
    private double _at;

    public CounterReadings(params string[] needed) => _needed = needed;

    /// <summary>The values of a reading by counter, when this event completed it; rates are per second.</summary>
    public IReadOnlyDictionary<string, double>? Add(double at, IDictionary<string, object> counter)
    {
        if (at - _at > SameReading) _values.Clear();
        _at = at;
        _values[counter["Name"] as string ?? ""] = counter.ContainsKey("Increment")
            ? Number(counter, "Increment") / Math.Max(Number(counter, "IntervalSec"), 0.001)
            : Number(counter, "Mean");
        if (!Array.TrueForAll(_needed, _values.ContainsKey)) return null;
        Dictionary<string, double> whole = new(_values);
        _values.Clear();
        return whole;
    }

    private static double Number(IDictionary<string, object> counter, string key) =>
        counter.TryGetValue(key, out object? value) ? Convert.ToDouble(value, CultureInfo.InvariantCulture) : 0;
}
