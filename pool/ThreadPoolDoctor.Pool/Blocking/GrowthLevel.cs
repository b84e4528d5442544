namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A number of added workers, and what ended: blocked items since it was entered, all items once it was full.
/// </summary>
internal readonly record struct GrowthLevel(
    int Added, int Workers, long BlockedEnded, long Milliseconds, long FullEnded, long FullMilliseconds, double Wanted, double Had)
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

    internal double FullRate => (double)FullEnded / Math.Max(1, FullMilliseconds);

    /// <summary>What the rate would be, had running items always had a processor.</summary>
    internal double RateOfShare => Runs ? FullRate / Share : FullRate;
}
