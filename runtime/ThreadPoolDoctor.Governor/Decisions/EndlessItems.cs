namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// Items that run on and on, as those that count until a timer stops them whose callback waits for a worker too. The
/// processors are in use and no worker is blocked, so nothing else would start the items that wait. Told apart from
/// honest long computations by the processor time used since anything was completed, and answered less eagerly each
/// time that starting more did not help.
/// </summary>
internal struct EndlessItems
{
    // Of each worker that runs. Work for a processor is seldom cut into longer items than this.
    private const double Patience = 0.07;
    // All that wait, if they are no more than this; else a few first, for items that end after all would only get in
    // each other's way.
    private const int Step = 16;
    private const int StepPerProcessor = 5;
    private const int FirstOfMany = 2;
    private const int MostSteps = 4;

    private long _completed;
    private double _used;
    private int _steps;
    private long _completedBefore;
    private int _added;

    /// <summary>
    /// What the minimum was before workers were added for such items, and how many there were; 0 when none were added.
    /// </summary>
    public int MinimumBefore { get; private set; }

    public int WorkersBefore { get; private set; }

    public void Look(in PoolSample sample)
    {
        if (sample.Completed != _completed)
        {
            _completed = sample.Completed;
            _used = 0;
        }
        else if (sample.WorkersSeen)
        {
            _used += sample.Used;
        }
        // All have been started, and some have ended: the next ones are another matter.
        if (sample.Waiting == 0 && sample.Running < sample.Processors - 0.5) _steps = 0;
    }

    /// <summary>Whether workers are to be started; not while the items end in time, or for all that can be known yet.</summary>
    public readonly bool NeedWorkers(in PoolSample sample)
    {
        double runners = Math.Max(sample.Processors, Math.Ceiling(sample.Running));
        return _steps < MostSteps && _used >= Patience * runners * (1 << (3 * _steps));
    }

    /// <summary>How many to start; they are reckoned as started.</summary>
    public int Start(in PoolSample sample, int minimum)
    {
        if (MinimumBefore == 0) (MinimumBefore, WorkersBefore, _completedBefore, _added) = (minimum, sample.Threads, sample.Completed, 0);
        // One for each processor more than wait: what stops an endless item needs a worker as well.
        long all = sample.Waiting + sample.Processors;
        int step = Math.Min(Step, StepPerProcessor * sample.Processors);
        int more = (int)(_steps == 0 && all > step ? FirstOfMany : Math.Min(step, all));
        _steps++;
        _added += more;
        return more;
    }

    /// <summary>
    /// Whether workers were added for items that turned out to end: each of them, and what they waited for, has been
    /// completed. The processors were all that was lacking.
    /// </summary>
    public readonly bool TurnedOutToEnd => MinimumBefore > 0 && _completed - _completedBefore > 2 * _added;

    /// <summary>The workers are given back.</summary>
    public void GiveBack() => (MinimumBefore, WorkersBefore) = (0, 0);
}
