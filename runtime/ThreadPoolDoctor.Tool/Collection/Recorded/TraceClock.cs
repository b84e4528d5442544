using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection.Recorded;

/// <summary>The time line of a trace: it begins with the first event, and its last event is now.</summary>
internal sealed class TraceClock : Clock
{
    private DateTimeOffset? _startedAt;
    private double _now;

    public override DateTimeOffset StartedAt => _startedAt ?? base.StartedAt;

    public override double Now => _now;

    /// <summary>Events so far.</summary>
    public long Events { get; private set; }

    public void Advance(TraceEvent traceEvent)
    {
        Events++;
        // The names of methods come at the end, and bear the time of the session's end: they are no part of the look.
        _startedAt ??= Moment(traceEvent);
        _now = Math.Max(_now, At(traceEvent));
    }

    private static DateTimeOffset Moment(TraceEvent traceEvent)
    {
        DateTime at = traceEvent.TimeStamp.ToUniversalTime();
        // A broken file may say any time; others are reckoned from it.
        return at.Year is > 2000 and < 2200 ? at : DateTime.UnixEpoch.AddYears(30);
    }
}
