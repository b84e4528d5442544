using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Which timers fired, and when they should have. Only those count: disposing a timer, or switching it off, sends no
/// event, so one that came due and did not fire may have been given up long ago, as most time-outs are. Used by one
/// thread at a time.
/// </summary>
internal sealed class TimerBook
{
    // Armed and not fired: of more than these the oldest are forgotten with the rest.
    private const int MostArmed = 20_000;

    private readonly Dictionary<long, double> _dueAt = [];

    /// <summary>
    /// A timer was armed, or armed anew, to fire <paramref name="dueIn"/> seconds after <paramref name="at"/>.
    /// </summary>
    public void Arm(long timer, double at, double dueIn)
    {
        if (_dueAt.Count >= MostArmed) _dueAt.Clear();
        _dueAt[timer] = at + dueIn;
    }

    /// <summary>
    /// Its callback began. Null when it was not seen being armed, or fires again by its period: when it should have
    /// fired is not known then.
    /// </summary>
    public TimerShot? Fire(long timer, double at) => _dueAt.Remove(timer, out double due) ? new(due, at) : null;
}
