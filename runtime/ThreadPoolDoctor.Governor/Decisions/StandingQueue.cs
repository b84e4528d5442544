namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// A queue that has not been empty since it was first seen to hold items, and how many workers ran since processors are
/// unused. Items that look again and again whether they may go on, and sleep in between, run for a moment in every
/// window, so that none of them ever looks blocked: over a longer time they are told by the processors that they leave
/// unused. A shorter time would not do, for it takes a while until all workers are awake, and code that is compiled
/// holds some of them up.
/// </summary>
internal struct StandingQueue
{
    private const double Long = 0.1;

    private double _before;
    private double _compiled;
    private double _running;
    private double _seen;
    private double _promptSince = double.NaN;

    public StandingQueue()
    {
    }

    /// <summary>When items were first seen to wait; not a number while none wait.</summary>
    public double Since { get; private set; } = double.NaN;

    public readonly bool IsEmpty => double.IsNaN(Since);

    /// <summary>Items wait, and did not at the look so many seconds before.</summary>
    public void Begin(double at, double window) => (Since, _before) = (at, at - window);

    public void Compile(in PoolSample sample) => _compiled += sample.Compiled;

    /// <summary>For which share of the time methods were compiled, since none waited.</summary>
    public readonly double CompilingShare(double at) => _compiled / (at - _before);

    /// <summary>A window of so many seconds that tells of the workers.</summary>
    public void Look(in PoolSample sample, double window)
    {
        (_running, _seen) = sample.Running > sample.Processors - 0.5 ? default : (_running + sample.Running * window, _seen + window);
    }

    /// <summary>For how long processors have been unused, as far as the looks tell.</summary>
    public readonly double UnusedFor => _seen;

    /// <summary>Whether what waits is worked off at once.</summary>
    public void Served(double at, bool promptly)
    {
        if (!promptly) _promptSince = double.NaN;
        else if (double.IsNaN(_promptSince)) _promptSince = at;
    }

    /// <summary>Whether that has been so for long.</summary>
    public readonly bool IsPromptForLong(double at) => at - _promptSince >= Long;

    public void Empty() => this = new();

    /// <summary>
    /// Workers that stand still; where processors have been unused for long, and what waits would take as long at
    /// <paramref name="rate"/> items a second, all that did not run on average.
    /// </summary>
    public readonly int Blocked(in PoolSample sample, double rate) => _seen < Long || sample.Waiting <= rate * Long
        ? sample.Blocked
        : Math.Max(sample.Blocked, sample.Threads - (int)Math.Round(_running / _seen));
}
