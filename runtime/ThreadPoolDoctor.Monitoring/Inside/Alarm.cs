using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Monitoring.Inside;

/// <summary>What a reading calls for.</summary>
internal enum Step
{
    /// <summary>Nothing.</summary>
    GoOn,

    /// <summary>Work has waited for long enough: look closer.</summary>
    Look,

    /// <summary>What waited has gone.</summary>
    Recovered,
}

/// <summary>
/// When to look closer, by the pool's numbers alone. One reading with a queue is a burst; work that waits in each of
/// them for as long as the patience lasts is trouble. It is over when as many readings in a row show none. Pure.
/// </summary>
internal sealed class Alarm(double patience, double lookAgain)
{
    // A starving pool may empty its queue for a moment.
    private const int CalmReadings = 3;

    private double _lastReading = double.NaN;
    private double _lookedAt = double.NegativeInfinity;
    private int _calm;

    /// <summary>Since when work waits, in seconds of the clock; null while none does.</summary>
    public double? Since { get; private set; }

    /// <summary>For how long it waited, when that has ended.</summary>
    public double Waited { get; private set; }

    public Step Add(CounterTick reading)
    {
        double pause = double.IsNaN(_lastReading) ? 0 : reading.At - _lastReading;
        _lastReading = reading.At;
        return StarvedTime.Waits(reading, pause) ? Waiting(reading.At) : Calm(reading.At);
    }

    /// <summary>
    /// A closer look has ended; the readings begin anew, and those before are part of the same trouble.
    /// </summary>
    public void Looked(double at) => (_lookedAt, _lastReading) = (at, at);

    private Step Waiting(double now)
    {
        _calm = 0;
        Since ??= now;
        return now - Since >= patience && now - _lookedAt >= lookAgain ? Step.Look : Step.GoOn;
    }

    private Step Calm(double now)
    {
        if (Since is not { } since || ++_calm < CalmReadings) return Step.GoOn;
        Waited = now - since;
        bool told = _lookedAt >= since;
        // Trouble that comes again is another one.
        (Since, _calm, _lookedAt) = (null, 0, double.NegativeInfinity);
        return told ? Step.Recovered : Step.GoOn;
    }
}
