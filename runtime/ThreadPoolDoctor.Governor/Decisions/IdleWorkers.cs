namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// Workers that the pool does not use although items wait: after it was brought back to fewer, the others sleep for 20 s before they
/// end, and look just like blocked ones. The pool does not tell how many it uses, so that is reckoned: as many as it was
/// brought back to, what it may have added since then, and each number that was asked for. A worker is idle once it has
/// completed its item: in a deadlock all stay blocked.
/// </summary>
internal struct IdleWorkers
{
    // The pool's own growth, while items wait and nothing is completed.
    private const double AddedPerSecond = 2;

    private double _used;
    private double _at;
    private long _completed;
    private long _completedLast;

    /// <summary>The sample without the workers that are idle.</summary>
    public PoolSample Without(in PoolSample sample)
    {
        if (_used == 0) return sample;
        if (sample.Completed == _completedLast) _used += AddedPerSecond * (sample.At - _at);
        (_at, _completedLast) = (sample.At, sample.Completed);
        int idle = (int)Math.Min(sample.Threads - (int)_used, sample.Completed - _completed);
        if (sample.Threads <= (int)_used) _used = 0;
        return idle <= 0 ? sample : sample with { Threads = sample.Threads - idle, Blocked = Math.Max(0, sample.Blocked - idle) };
    }

    /// <summary>What was decided: a pull back leaves the other workers idle, a higher minimum takes them into use again.</summary>
    public void Decided(in PoolSample sample, in Decision decision)
    {
        if (decision.PullBackTo > 0) (_used, _at, _completed) = (Math.Max(decision.PullBackTo, sample.Processors), sample.At, sample.Completed);
        else if (_used > 0) _used = Math.Max(_used, decision.Minimum);
    }
}
