namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>How many items were completed when: a ring of the looks of about the last second.</summary>
internal sealed class CompletionHistory
{
    private const int Capacity = 256;
    // Looks may be two milliseconds apart; entries that are closer than this would push out the second before.
    private const double Spacing = 0.004;

    private readonly (double At, long Completed)[] _entries = new (double, long)[Capacity];
    private int _count;
    private (double At, long Completed) _now;

    public void Add(double at, long completed)
    {
        _now = (at, completed);
        if (_count > 0 && at - Newest.At < Spacing) return;
        _entries[_count++ % Capacity] = _now;
    }

    /// <summary>Completions in the last <paramref name="seconds"/>, and over which time that was counted (shorter while history is).</summary>
    public (long Completed, double Seconds) Over(double seconds)
    {
        double since = _now.At - seconds;
        (double At, long Completed) from = _now;
        for (int back = 1; back <= Math.Min(_count, Capacity); back++)
        {
            from = _entries[(_count - back) % Capacity];
            if (from.At <= since) break;
        }
        return (_now.Completed - from.Completed, _now.At - from.At);
    }

    /// <summary>Completions per second over the last <paramref name="seconds"/>.</summary>
    public double Rate(double seconds)
    {
        (long completed, double time) = Over(seconds);
        return time > 0 ? completed / time : 0;
    }

    private (double At, long Completed) Newest => _entries[(_count - 1) % Capacity];
}
