using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>How many readings of the counters a verdict is made of.</summary>
internal static class Readings
{
    public const int Usual = 2;

    /// <summary>
    /// Two, for one says nothing of what changes; but one where the look was asked to be too short for two. The stacks
    /// of that look must say then whether what waits came in this moment.
    /// </summary>
    public static int Needed(double askedSeconds) =>
        askedSeconds > 0 && askedSeconds < Usual * Thresholds.LongestReadingSeconds ? 1 : Usual;

    /// <summary>Whether this recording has as many as it needs.</summary>
    public static bool Suffice(Recording recording) => recording.Ticks.Count >= Needed(recording.Cost.AskedSeconds);
}
