namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// When to take stacks: a few short bursts spread over the observation tell what a worker does over time, at a cost
/// that does not grow with it. Trouble that shows late still gets two, a little beyond the end.
/// </summary>
internal sealed class Schedule
{
    private const double LeastPause = 0.15;

    private readonly double _duration;
    private readonly int _bursts;
    private double? _first;

    public Schedule(double duration, int bursts)
    {
        _duration = duration;
        _bursts = bursts;
    }

    /// <summary>Whether burst number <paramref name="taken"/> (from 0) is due at <paramref name="now"/>, in seconds.</summary>
    public bool IsDue(int taken, double now)
    {
        if (taken >= _bursts) return false;
        _first ??= now;
        // The last needs the end of the observation for the names it asks for.
        double lastAt = Math.Max(_duration - 0.3, _first.Value + LeastPause * (_bursts - 1));
        return now >= _first.Value + (lastAt - _first.Value) * taken / Math.Max(1, _bursts - 1);
    }

    public bool IsLast(int taken) => taken == _bursts - 1;

    /// <summary>Whether the observation must go on for bursts that are still to be taken.</summary>
    public bool Owes(int taken, bool trouble) => trouble && taken < _bursts;
}
