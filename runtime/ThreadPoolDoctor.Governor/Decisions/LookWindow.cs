namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// The time between two looks. One look that comes late, or a window mostly spent in a collection, says nothing about
/// the workers. Only one in a row: a busy machine is always late.
/// </summary>
internal struct LookWindow
{
    private const double Late = 0.05;

    private double _lookedAt;
    private bool _skipped;

    /// <summary>Seconds since the look before.</summary>
    public double Length { get; private set; }

    public void Look(double at) => (Length, _lookedAt) = (at - _lookedAt, at);

    /// <summary>Whether the window tells of the workers; asked once for each that should.</summary>
    public bool Tells(in PoolSample sample)
    {
        bool held = sample.Paused > Length / 2 || Length > Late;
        _skipped = held && !_skipped;
        return !_skipped;
    }
}
