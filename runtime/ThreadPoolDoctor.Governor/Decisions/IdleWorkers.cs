namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// Workers that the pool does not use although items wait: after it was brought back to fewer, the others sleep for 20 s before they
/// end, and look just like blocked ones. The pool does not tell how many it uses, so that is reckoned: as many as it was
/// brought back to, what it may have added since then, and each number that was asked for. A worker is idle once it has
/// completed its item: in a deadlock all stay blocked.
/// </summary>
internal struct IdleWorkers
{
    // The pool adds a worker of its own accord when nothing has been taken from its queue for so long.
    private const double OwnGrowth = 0.5;

    private int _used;
    private long _completed;
    private double _progressAt;
    private long _progress;

    /// <summary>The sample without the workers that are idle.</summary>
    public PoolSample Without(in PoolSample sample)
    {
        if (_used == 0) return sample;
        if (sample.Completed != _progress) (_progress, _progressAt) = (sample.Completed, sample.At);
        for (; sample.At - _progressAt >= OwnGrowth; _progressAt += OwnGrowth) _used++;
        int idle = (int)Math.Min(sample.Threads - _used, sample.Completed - _completed);
        if (sample.Threads <= _used) _used = 0;
        return idle <= 0 ? sample : sample with { Threads = sample.Threads - idle, Blocked = Math.Max(0, sample.Blocked - idle) };
    }

    /// <summary>What was decided: a pull back leaves the other workers idle, a higher minimum takes them into use again.</summary>
    public void Decided(in PoolSample sample, in Decision decision)
    {
        if (decision.PullBackTo > 0)
        {
            _used = Math.Max(decision.PullBackTo, sample.Processors);
            (_completed, _progress, _progressAt) = (sample.Completed, sample.Completed, sample.At);
        }
        else if (_used > 0) _used = Math.Max(_used, decision.Minimum);
    }
}
