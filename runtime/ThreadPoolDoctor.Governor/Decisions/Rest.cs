namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// The time after a growth that failed, in which none is tried; twice as long each time, until other items are seen to
/// run or the queue has been empty for a while. The growth itself is kept: what comes after it must do better.
/// </summary>
internal struct Rest
{
    private const double First = 1;
    private const double Longest = 60;
    // Over which times a failed growth's rate is told, and a fall beneath it or beneath its measure.
    private const double Fallen = 0.25;
    private const double LongestFall = 1;

    private double _seconds;
    private double _until;
    private double _at;
    private long _completed;
    private double _rate;

    /// <summary>The growth that failed; not open when none did.</summary>
    public Trial Failed { get; private set; }

    /// <summary>What is told while it lasts.</summary>
    public GovernorReason Reason { get; private set; }

    /// <summary>A growth has failed, and that counts still.</summary>
    public readonly bool HasFailed => _seconds > 0;

    public readonly bool Lasts(double at) => at < _until;

    /// <summary>Whether nothing at all has been completed since a growth failed.</summary>
    public readonly bool IsStandstill(in PoolSample sample) => HasFailed && sample.Completed == _completed;

    public void Begin(in PoolSample sample, PoolHistory history, in Trial failed, GovernorReason reason)
    {
        _seconds = Math.Clamp(2 * _seconds, First, Longest);
        (_at, _until, _completed, _rate) = (sample.At, sample.At + _seconds, sample.Completed, history.Rate(Fallen));
        (Failed, Reason) = (failed, reason);
    }

    /// <summary>Workers are kept, and none are added for a while: it was no growth of its own that failed.</summary>
    public void Pause(double at) => (_until, Reason) = (at + First, GovernorReason.NoGain);

    /// <summary>A growth has proved itself: the next may follow at once, and yet with caution.</summary>
    public void Lift() => (_until, Reason) = (0, GovernorReason.Calm);

    /// <summary>
    /// Whether far less is completed than when the growth failed: then other items run now, and what failed says
    /// nothing about them. A lock or a database at its limit goes on as before. Before a lock it is the short items
    /// that have ended.
    /// </summary>
    public readonly bool OthersRunNow(in PoolSample sample, PoolHistory history)
    {
        if (Failed.MetLocks && UnendingWaits.MostStand(sample)) return false;
        (long completed, double seconds) = history.Over(Fallen);
        return Trial.IsFarLess(completed, _rate * seconds);
    }

    /// <summary>
    /// Whether the workers there were before complete much less than what the growth was measured by. Not where they
    /// stand in a line: the short items before it have ended, as they do before each lock.
    /// </summary>
    public readonly bool MeasureIsOutdated(in PoolSample sample, PoolHistory history)
    {
        double rested = sample.At - _at;
        if (rested < Fallen || Failed.MetLocks || UnendingWaits.MostStand(sample)) return false;
        (long completed, double seconds) = history.Over(Math.Min(rested, LongestFall));
        return Failed.IsOutdated(completed, seconds);
    }
}
