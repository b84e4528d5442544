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
    private double _emptySince = double.NaN;

    public StandingQueue()
    {
    }

    /// <summary>When items were first seen to wait; not a number while none wait.</summary>
    public double Since { get; private set; } = double.NaN;

    /// <summary>Whether items waited at the look before too, and the window tells of the workers.</summary>
    public bool IsTold { get; private set; }

    public void Look(in PoolSample sample, ref LookWindow window)
    {
        if (sample.Waiting == 0)
        {
            this = new() { _emptySince = double.IsNaN(_emptySince) ? sample.At : _emptySince };
            return;
        }
        bool begins = double.IsNaN(Since);
        if (begins) (Since, _before, _emptySince) = (sample.At, sample.At - window.Length, double.NaN);
        _compiled += sample.Compiled;
        IsTold = !begins && sample.WorkersSeen && window.Tells(sample);
        if (!IsTold) return;
        bool isBusy = sample.Running > sample.Processors - 0.5;
        (_running, _seen) = isBusy ? default : (_running + sample.Running * window.Length, _seen + window.Length);
    }

    /// <summary>For how long nothing has waited; not a number while items do.</summary>
    public readonly double EmptyFor(double at) => at - _emptySince;

    /// <summary>For which share of the time methods were compiled, since none waited.</summary>
    public readonly double CompilingShare(double at) => _compiled / (at - _before);

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

    /// <summary>
    /// Workers that stand still; where processors have been unused for long, and what waits would take as long at
    /// <paramref name="rate"/> items a second, all that did not run on average.
    /// </summary>
    public readonly int Blocked(in PoolSample sample, double rate) => _seen < Long || sample.Waiting <= rate * Long
        ? sample.Blocked
        : Math.Max(sample.Blocked, sample.Threads - (int)Math.Round(_running / _seen));
}
