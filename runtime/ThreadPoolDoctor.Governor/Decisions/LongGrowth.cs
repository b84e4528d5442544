namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// A growth in many steps, each of which emptied the queue for a moment: what waits before a full database does so on a
/// worker instead of in the queue, and none of it ends sooner. Each time that there are half as many workers again and
/// no more is completed than before, growth pauses. If as much is completed without it, it was for nothing, and the
/// pause goes on; if less or more is, other items run that may need workers, and it ends.
/// </summary>
internal struct LongGrowth
{
    // Fewer are no trouble, and are judged by each step. A pause costs the next items some hundredths of a second where
    // short callbacks are completed beside requests that block, which look like a rate.
    private const int First = 54;
    // Before a line.
    private const int FirstInLine = 12;
    private const double LineWindow = 0.5;
    private const double MostOf = 0.6;
    private const double Grown = 1.5;
    // The fewest items since the growth was looked at before that tell a rate. Those that end together count as one.
    private const int Few = 4;
    private const double LongestWindow = 1;
    // For how long a pause lasts at least, and over how many items it is told that they have stopped.
    private const double ShortestPause = 0.25;
    private const int Countable = 8;
    private const double Rises = 1.25;
    private const double Falls = 0.75;
    // Of so many: quick items stand in the line, and began as long as workers were added.
    private const double Less = 0.85;
    private const int Many = 40;
    private const double LongestPause = 2;

    // When there were last so many more of them.
    private int _workers;
    private double _rate;
    private double _watchedAt;
    private long _completed;
    private double _deniedAt;
    private long _completedAtDenial;
    // When it was looked at last.
    private bool _isLine;

    public LongGrowth()
    {
    }

    /// <summary>The most workers there may be for now.</summary>
    public int Limit { get; private set; } = int.MaxValue;

    /// <summary>Whether the last pause has shown that the workers were added for nothing, and it goes on.</summary>
    public bool HasFailed { get; private set; }

    private readonly bool IsPaused => Limit < int.MaxValue;

    /// <summary>
    /// Growth was refused because of <see cref="Limit"/>: only from then on does a pause tell anything.
    /// </summary>
    public void Denied(in PoolSample sample)
    {
        if (double.IsNaN(_deniedAt)) (_deniedAt, _completedAtDenial) = (sample.At, sample.Completed);
    }

    /// <summary>Whether this look, at the end of a pause, has shown that the workers were added for nothing.</summary>
    public bool WasForNothing { get; private set; }

    public void Look(in PoolSample sample, PoolHistory history)
    {
        // The pool has let workers go: another load is another growth.
        if (sample.Threads < _workers / 2) this = new();
        WasForNothing = false;
        if (IsPaused) Judge(sample, history);
        else Watch(sample, history);
    }

    private void Judge(in PoolSample sample, PoolHistory history)
    {
        double bunch = _isLine ? Bunch(history) : 1;
        double time = sample.At - _deniedAt, told = Math.Min(LongestWindow, Countable * bunch / _rate);
        if (double.IsNaN(_deniedAt) || time < told) return;
        double done = sample.Completed - _completedAtDenial, expected = _rate * time;
        bool stopped = history.Over(told).Completed < told * _rate / 2;
        bool hasFallen = stopped || expected >= Many && done < Less * expected - (bunch - 1);
        // The items that were begun before the pause end in it.
        bool hasRisen = done > Rises * expected + 2 * Math.Sqrt(expected * bunch);
        bool isAnother = hasFallen || hasRisen;
        // An item takes as long as the workers take for one each, by Little's law.
        if (!isAnother && time < Math.Clamp(1.5 * _workers / _rate, ShortestPause, LongestPause)) return;
        // Growth that goes on after each pause would come to any number of workers before the same line.
        HasFailed = WasForNothing = !isAnother;
        if (isAnother) Limit = int.MaxValue;
        else (_deniedAt, _completedAtDenial) = (sample.At, sample.Completed);
    }

    private void Watch(in PoolSample sample, PoolHistory history)
    {
        // What was completed before says nothing about these workers.
        if (sample.Threads < FirstInLine || _watchedAt == 0) (_watchedAt, _completed) = (sample.At, sample.Completed);
        bool isLine = IsLine(sample, history);
        int first = isLine ? FirstInLine : First;
        if (sample.Threads < Math.Max(first, (int)(Grown * _workers))) return;
        (long done, double time) = (sample.Completed - _completed, sample.At - _watchedAt);
        double bunch = isLine ? Bunch(history) : 1;
        if (done < Few * bunch && time < LongestWindow) return;
        double rate = time > 0 ? done / time : 0, expected = _rate * time;
        // Of a few items, or bunches, one more or less has ended by chance.
        bool isAsBefore = done > Falls * expected - bunch && done < Rises * expected + bunch;
        bool isSteady = isLine == _isLine && done >= Few && _rate > 0 && isAsBefore;
        (_workers, _rate, _watchedAt, _completed, _isLine) = (sample.Threads, rate, sample.At, sample.Completed, isLine);
        if (isSteady) (Limit, _deniedAt) = (sample.Threads, double.NaN);
    }

    private static double Bunch(PoolHistory history) => Math.Max(1, history.LargestBunch(LongestWindow));

    /// <summary>
    /// What ends comes from those that had waited for longest, as from those whose turn it is before a lock, or most
    /// workers stand, and it comes from those that stood. Where it comes from others these were worth a worker, and
    /// what the standing ones wait for may yet come: what only takes long ends after much that began later.
    /// </summary>
    private static bool IsLine(in PoolSample sample, PoolHistory history)
    {
        long inTurn = history.InTurnOver(LineWindow);
        if (UnendingWaits.MostStand(sample)) inTurn = Math.Max(inTurn, history.ResumedOver(LineWindow));
        return inTurn >= Few && inTurn >= MostOf * history.Over(LineWindow).Completed;
    }
}
