namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// Workers that came beside busy processors, for items of which nobody knew whether they end in time. Once each of these, and what waited
/// behind them, has ended, the processors were all that was lacking: the workers only share them, and the last items begin later.
/// </summary>
internal struct LentWorkers
{
    private long _completedBefore;
    private int _added;

    /// <summary>What the minimum was before; 0 while none are lent.</summary>
    public int MinimumBefore { get; private set; }

    public int WorkersBefore { get; private set; }

    /// <summary>What it was raised to.</summary>
    public int Minimum { get; private set; }

    /// <summary>Whether some were lent and taken back.</summary>
    public bool WereTakenBack { get; private set; }

    /// <summary>So many more are lent.</summary>
    public void Lend(in PoolSample sample, int from, int to)
    {
        if (MinimumBefore == 0) (MinimumBefore, WorkersBefore, _completedBefore, _added) = (from, sample.Threads, sample.Completed, 0);
        _added += to - sample.Threads;
        Minimum = to;
    }

    public readonly bool TurnedOutToEnd(long completed) => MinimumBefore > 0 && completed - _completedBefore > 2 * _added;

    public void TakeBack() => this = new() { WereTakenBack = true };
}
