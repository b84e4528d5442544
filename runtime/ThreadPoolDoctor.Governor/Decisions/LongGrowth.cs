namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// A growth in many steps, each of which emptied the queue for a moment: what waits before a full database does so on a worker instead of
/// in the queue, and none of it ends sooner. Each time that there are half as many workers again and no more is completed than before,
/// growth pauses. If as much is completed without it, it was for nothing, and the pause goes on; if less or more is, other items run
/// that may need workers, and it ends.
/// </summary>
internal struct LongGrowth
{
    // Fewer are no trouble, and are judged by each step. A pause costs the next items some hundredths of a second where short callbacks
    // are completed beside requests that block, which look like a rate.
    private const int First = 54;
    private const double Grown = 1.5;
    // Over which time a rate is told, and the fewest items that tell one.
    private const double Window = 0.25;
    private const int Countable = 8;
    private const double Rises = 1.25;
    private const double Falls = 0.75;
    private const double AsMuch = 0.9;
    private const double LongestPause = 2;

    // When there were last so many more of them.
    private int _workers;
    private double _rate;
    private double _deniedAt;
    private long _completedAtDenial;

    public LongGrowth()
    {
    }

    /// <summary>The most workers there may be for now.</summary>
    public int Limit { get; private set; } = int.MaxValue;

    private readonly bool IsPaused => Limit < int.MaxValue;

    /// <summary>Growth was refused because of <see cref="Limit"/>: only from then on does a pause tell anything.</summary>
    public void Denied(in PoolSample sample)
    {
        if (double.IsNaN(_deniedAt)) (_deniedAt, _completedAtDenial) = (sample.At, sample.Completed);
    }

    /// <summary>Whether a pause has just shown that the workers were added for nothing.</summary>
    public bool WasForNothing(in PoolSample sample, PoolHistory history)
    {
        // The pool has let workers go: another load is another growth.
        if (sample.Threads < _workers / 2) this = new();
        if (!IsPaused)
        {
            Watch(sample, history);
            return false;
        }
        double time = sample.At - _deniedAt, told = Countable / _rate;
        if (double.IsNaN(_deniedAt) || time < told) return false;
        double done = sample.Completed - _completedAtDenial, expected = _rate * time;
        bool hasFallen = history.Over(told).Completed < Countable / 2;
        // The items that were begun before the pause end in it.
        bool hasRisen = done > Rises * expected + 2 * Math.Sqrt(expected);
        // An item takes as long as the workers take for one each, by Little's law.
        if (!hasFallen && !hasRisen && time < Math.Clamp(1.5 * _workers / _rate, Window, LongestPause)) return false;
        // Growth that goes on after each pause would come to any number of workers before the same line.
        bool isForNothing = !hasFallen && !hasRisen && done >= AsMuch * expected;
        if (isForNothing) (_deniedAt, _completedAtDenial) = (sample.At, sample.Completed);
        else Limit = int.MaxValue;
        return isForNothing;
    }

    private void Watch(in PoolSample sample, PoolHistory history)
    {
        if (sample.Threads < Math.Max(First, (int)(Grown * _workers))) return;
        (long completed, double seconds) = history.Over(Window);
        double rate = seconds > 0 ? completed / seconds : 0;
        bool isSteady = completed >= Countable && rate > Falls * _rate && rate < Rises * _rate;
        (_workers, _rate) = (sample.Threads, rate);
        if (isSteady) (Limit, _deniedAt) = (sample.Threads, double.NaN);
    }
}
