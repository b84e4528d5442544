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

    /// <summary>
    /// What the minimum shall be, given that it is <paramref name="set"/> and the program asked for
    /// <paramref name="asked"/>.
    /// </summary>
    public int Minimum(in PoolSample sample, int set, int asked)
    {
        double gone = sample.At - NeededAt;
        if (gone < Hold || sample.At - _lowered < Every) return set;
        int part = Math.Max(1, (set - asked) / 4);
        int lower = Math.Max(asked, set - part);
        if (lower >= set) return set;
        _lowered = sample.At;
        return lower;
    }

    private readonly double Hold => _hold > 0 ? _hold : FirstHold;
}
