namespace ThreadPoolDoctor.Pool;

/// <summary>
/// When items that have blocked end, and whether none has for unusually long. <see cref="GrowthGuard"/>'s alone.
/// </summary>
internal sealed class BlockedEnds
{
    // Nothing has ended for so many milliseconds, and for so many times the usual distance of two ends.
    internal const long Silence = 50;
    private const int SilentIntervals = 8;

    // One distance more than this, in milliseconds, is a pause between bursts.
    private const double LongestInterval = 1000;

    // So much of the usual distance is the last one's.
    private const double LastShare = 0.1;

    private long _ended;
    private double _interval;

    /// <summary>When the last one ended, as far as looks tell; 0 before the first look.</summary>
    internal long LastAt { get; private set; }

    /// <summary>Each look: how many have ended, ever.</summary>
    internal void See(long ended, long now)
    {
        if (ended == _ended && LastAt != 0) return;
        if (LastAt != 0)
        {
            double distance = (double)(now - LastAt) / (ended - _ended);
            _interval = (_interval * (1 - LastShare)) + (Math.Min(distance, LongestInterval) * LastShare);
        }
        (_ended, LastAt) = (ended, now);
    }

    internal bool IsSilent(long now) => now - LastAt >= Math.Max(Silence, _interval * SilentIntervals);
}
