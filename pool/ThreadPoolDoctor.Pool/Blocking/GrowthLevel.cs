namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A number of added workers, and what ended: blocked items since it was entered, all items once it was full, and of
/// those the ones after the first look that saw some end, with the time from that look to the last such one.
/// </summary>
internal readonly record struct GrowthLevel(
    int Added, int Workers, long BlockedEnded, long Milliseconds, long FullEnded, long FullMilliseconds, long LaterEnded,
    long LaterMilliseconds, double Wanted, double Had)
{
    /// <summary>Of fewer ended items no rate is told, not of several levels together.</summary>
    internal const int EnoughToTell = 6;

    // Running items count from this share of a processor on.
    private const double LeastWanted = 0.25;

    /// <summary>What running items had of the processor time that they wanted; 1 if hardly any ran.</summary>
    internal double Share => Wanted >= LeastWanted * FullMilliseconds ? Math.Clamp(Had / Wanted, 0.01, 1) : 1;

    /// <summary>
    /// Whether a good part of a processor's time was wanted, and had: workers that sleep unknown to the runtime may
    /// look as if they wanted it.
    /// </summary>
    internal bool Runs => Math.Min(Wanted, Had) >= LeastWanted * FullMilliseconds;

    /// <summary>
    /// How long a worker was inside an item on average, in milliseconds (Little's law); 0 if too few ended to tell.
    /// </summary>
    internal double UsualTime => FullEnded < EnoughToTell ? 0 : Workers / FullRate;

    /// <summary>
    /// Items that began together end together: two bunches, the first just after the level was full, are twice what ends
    /// in the time between two. So the first is left out, where that gives less.
    /// </summary>
    internal double FullRate => Math.Min(
        (double)FullEnded / Math.Max(1, FullMilliseconds), IsInSeveral ? (double)LaterEnded / LaterMilliseconds : double.PositiveInfinity);

    // Some have ended at a look, and others at a later one.
    private bool IsInSeveral => LaterMilliseconds > 0;

    /// <summary>What the rate would be, had running items always had a processor.</summary>
    internal double RateOfShare => Runs ? FullRate / Share : FullRate;
}
