namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// What the looks at a pool in trouble may cost: a share of a processor, for a look at very many workers takes time.
/// The first looks of a trouble may spend what was saved before: they have code compiled, and each pause there is a
/// delay of the items that wait.
/// </summary>
internal struct TroubleBudget
{
    private const double Share = 0.05;
    private const double LongestPause = 0.05;
    // Seconds of processor time.
    private const double Savings = 0.05;

    private double _spent;
    private double _at;

    /// <summary>
    /// Seconds for which there must be no other look, after one at <paramref name="at"/> that used so much processor
    /// time.
    /// </summary>
    public double Pause(double at, double used)
    {
        _spent = Math.Max(0, _spent - Share * (at - _at)) + used;
        _at = at;
        return Math.Clamp((_spent - Savings) / Share, 0, LongestPause);
    }
}
