namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// Workers without an item. They stand still as blocked ones do, and are neither blocked nor, beyond what the pool lets
/// work at once, of any use: after it was brought back to fewer, the others sleep for 20 s before they end.
/// </summary>
internal struct IdleWorkers
{
    private int _before;

    /// <summary>The sample with the workers that the pool uses, and with those blocked that have an item.</summary>
    public PoolSample Without(in PoolSample sample)
    {
        // One that has an item now and had none before, or the reverse, has run in between.
        int throughout = Math.Min(_before, sample.Idle);
        _before = sample.Idle;
        if (sample.Goal == 0) return sample;
        int working = Math.Max(0, sample.Threads - sample.Idle);
        int used = Math.Min(sample.Threads, Math.Max(working, sample.Goal));
        return sample with
        {
            Threads = used,
            Idle = used - working,
            Blocked = Math.Clamp(sample.Blocked - throughout, 0, working),
        };
    }
}
