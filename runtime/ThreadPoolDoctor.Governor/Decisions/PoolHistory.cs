namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// What was completed, by how many workers, with how many waits for locks: a ring of the looks of about the last
/// second.
/// </summary>
internal sealed class PoolHistory
{
    private const int Capacity = 256;
    // An item that enters a lock just left by the one before it, on the same worker, meets none that is taken.
    private const double MostOf = 0.7;
    private const double MostAdded = 0.8;
    // Looks may be two milliseconds apart; entries that are closer than this would push out the second before.
    private const double Spacing = 0.004;
    // What a worker that was just added completes before an item blocks it, as callbacks of timers, which are taken
    // first.
    private const int ShortItems = 2;

    private readonly Entry[] _entries = new Entry[Capacity];
    private int _count;
    private Entry _now;
    private long _resumed;
    private long _inTurn;

    /// <summary>
    /// What was completed beyond what workers that were just added may have: a few short items, until each meets one
    /// that blocks. Where all others wait for tasks, only this tells that one of them went on.
    /// </summary>
    public long Progress { get; private set; }

    public void Add(in PoolSample sample)
    {
        int added = Math.Max(0, sample.Threads - _now.Threads);
        Progress += Math.Max(0, sample.Completed - _now.Completed - ShortItems * added);
        _resumed += sample.Resumed;
        _inTurn += sample.InTurn;
        _now = new(sample.At, sample.Completed, Progress, sample.Threads, sample.Contentions, _resumed, _inTurn);
        if (_count > 0 && _now.At - Newest.At < Spacing) return;
        _entries[_count++ % Capacity] = _now;
    }

    /// <summary>
    /// Completions in the last <paramref name="seconds"/>, and over which time that was counted (shorter while history
    /// is).
    /// </summary>
    public (long Completed, double Seconds) Over(double seconds)
    {
        Entry before = Before(seconds);
        return (_now.Completed - before.Completed, _now.At - before.At);
    }

    /// <summary><see cref="Progress"/> in the last <paramref name="seconds"/>.</summary>
    public long ProgressOver(double seconds) => _now.Progress - Before(seconds).Progress;

    /// <summary>
    /// How often a worker that waited without a limit went on in the last <paramref name="seconds"/>.
    /// </summary>
    public long ResumedOver(double seconds) => _now.Resumed - Before(seconds).Resumed;

    /// <summary>
    /// How often a worker went on whose turn it was in the last <paramref name="seconds"/>.
    /// </summary>
    public long InTurnOver(double seconds) => _now.InTurn - Before(seconds).InTurn;

    /// <summary>
    /// Whether <paramref name="least"/> items were completed in the last <paramref name="seconds"/>, and so many for
    /// each worker added in them. Not look by look, for a service that is given a worker for each item that blocks
    /// completes its short items in between.
    /// </summary>
    public bool CompletedForEachAdded(double seconds, double each, int least)
    {
        Entry before = Before(seconds);
        return _now.Completed - before.Completed >= Math.Max(least, each * (_now.Threads - before.Threads));
    }

    /// <summary>Completions per second over the last <paramref name="seconds"/>.</summary>
    public double Rate(double seconds)
    {
        (long completed, double time) = Over(seconds);
        return time > 0 ? completed / time : 0;
    }

    /// <summary>
    /// Whether workers have been added in the last <paramref name="seconds"/>, and nearly each item that began in them
    /// met a lock that was taken.
    /// </summary>
    public bool AllWaitForLocks(double seconds)
    {
        Entry before = Before(seconds);
        int added = _now.Threads - before.Threads;
        long contended = _now.Contentions - before.Contentions;
        return added >= 2 && contended >= 2 && contended >= MostOf * (added + _now.Completed - before.Completed);
    }

    /// <summary>
    /// Whether nearly each of the workers added in the last <paramref name="seconds"/> met a lock that was taken.
    /// </summary>
    public bool AddedMeetLocks(double seconds)
    {
        Entry before = Before(seconds);
        int added = _now.Threads - before.Threads;
        return added >= 2 && _now.Contentions - before.Contentions >= MostAdded * added;
    }

    /// <summary>
    /// The most items that ended between two looks in the last <paramref name="seconds"/>. A count over a time is wrong
    /// by as many: those that were let through at the same moment end at the same moment.
    /// </summary>
    public long LargestBunch(double seconds)
    {
        double since = _now.At - seconds;
        long largest = 0;
        Entry next = _now;
        for (int back = 1; back <= Math.Min(_count, Capacity) && next.At > since; back++)
        {
            Entry from = _entries[(_count - back) % Capacity];
            largest = Math.Max(largest, next.Completed - from.Completed);
            next = from;
        }
        return largest;
    }

    private Entry Before(double seconds)
    {
        double since = _now.At - seconds;
        Entry from = _now;
        for (int back = 1; back <= Math.Min(_count, Capacity); back++)
        {
            from = _entries[(_count - back) % Capacity];
            if (from.At <= since) break;
        }
        return from;
    }

    private Entry Newest => _entries[(_count - 1) % Capacity];

    private readonly record struct Entry(
        double At, long Completed, long Progress, int Threads, long Contentions, long Resumed, long InTurn);
}
