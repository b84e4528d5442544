namespace ThreadPoolDoctor.Tool.Collection.Waiting;

/// <summary>
/// How soon a sign is followed by a look. The first is at once; a sign that keeps leading to nothing, as in a program
/// that is merely busy, is followed ever more seldom, so that waiting for hours costs little. Pure.
/// </summary>
internal sealed class LookPace
{
    private const double ShortestPause = 5;
    private const double LongestPause = 120;

    // A sign that stayed away for so long is a new one when it comes.
    private const double Forgotten = 300;

    private double _pause;
    private double _due;
    private double _last = double.NegativeInfinity;

    /// <summary>Whether a sign seen now, in seconds, is followed by a look.</summary>
    public bool IsDue(double now) => now >= _due;

    /// <summary>A look that ended now found another verdict than the ones waited for.</summary>
    public void FoundNothing(double now)
    {
        _pause = now - _last > Forgotten ? ShortestPause : Math.Min(LongestPause, _pause * 2);
        _due = now + _pause;
        _last = now;
    }
}
