namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// When the minimum falls again. Not before the need has been gone for a while, and a part at a time. Giving back too
/// early costs an item a wait, so each time that happens the next return is put off for longer.
/// </summary>
internal struct GivingBack
{
    private const double FirstHold = 10;
    private const double LongestHold = 300;
    private const double Every = 1;
    private const double Regret = 10;

    private double _hold;
    private double _lowered;

    /// <summary>When workers were last needed.</summary>
    public double NeededAt { get; private set; }

    /// <summary>Workers are needed.</summary>
    public void Need(in PoolSample sample)
    {
        if (_lowered > 0 && sample.At - _lowered < Regret)
        {
            _hold = Math.Min(LongestHold, 2 * Hold);
            _lowered = 0;
        }
        NeededAt = sample.At;
    }

    /// <summary>Whether the minimum falls now, if it is higher than what the program asked for.</summary>
    public readonly bool IsDue(in PoolSample sample) => sample.At - NeededAt >= Hold && sample.At - _lowered >= Every;

    /// <summary>
    /// What it falls to from <paramref name="set"/>, where the program asked for <paramref name="asked"/>.
    /// </summary>
    public int Lower(in PoolSample sample, int set, int asked)
    {
        _lowered = sample.At;
        return Math.Max(asked, set - Math.Max(1, (set - asked) / 4));
    }

    private readonly double Hold => _hold > 0 ? _hold : FirstHold;
}
