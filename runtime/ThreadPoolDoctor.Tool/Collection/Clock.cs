using System.Diagnostics;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The one time line of an observation, in seconds since it began. Events carry the wall clock of the same machine,
/// so both sides meet there.
/// </summary>
internal class Clock
{
    private readonly long _started = Stopwatch.GetTimestamp();

    /// <summary>When the observation began.</summary>
    public virtual DateTimeOffset StartedAt { get; } = DateTimeOffset.UtcNow;

    /// <summary>Seconds since then.</summary>
    public virtual double Now => Stopwatch.GetElapsedTime(_started).TotalSeconds;

    /// <summary>When this event happened.</summary>
    public double At(TraceEvent traceEvent) =>
        (traceEvent.TimeStamp.ToUniversalTime() - StartedAt.UtcDateTime).TotalSeconds;
}
