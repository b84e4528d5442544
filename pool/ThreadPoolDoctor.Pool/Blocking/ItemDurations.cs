namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How long items usually take, in milliseconds, as the monitor sees them begin and end. Its thread only.
/// </summary>
internal sealed class ItemDurations
{
    private const long ShortestSilence = 20, LongestSilence = 50;

    private double _usual;

    /// <summary>An item that has run for so long is endless, for all that is known.</summary>
    internal long Long => Math.Max(ShortestSilence, (long)(_usual * 3));

    /// <summary>When no item ended for so long, long items are holding all workers.</summary>
    internal long Silence => Math.Clamp((long)(_usual * 3), ShortestSilence, LongestSilence);

    /// <summary>An item ended that was seen for so long; the longest count most, and are forgotten slowly.</summary>
    internal void Learn(long milliseconds) =>
        _usual = milliseconds > _usual ? milliseconds : _usual * 0.98 + milliseconds * 0.02;
}
