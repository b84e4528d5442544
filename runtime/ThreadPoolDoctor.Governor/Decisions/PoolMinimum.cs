namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>The pool's minimum of workers: what is set, and what is never gone below.</summary>
internal struct PoolMinimum
{
    public PoolMinimum()
    {
    }

    /// <summary>What the program or its configuration asked for; -1 before the first look.</summary>
    public int Asked { get; private set; } = -1;

    /// <summary>What is set.</summary>
    public int Set { get; set; }

    /// <summary>Whether the program has changed it since the look before.</summary>
    public bool IsForeign { get; private set; }

    public readonly bool IsRaised => Set > Asked;

    public void Look(in PoolSample sample)
    {
        IsForeign = Asked >= 0 && sample.Minimum != Set;
        if (sample.Minimum != Set) (Asked, Set) = (sample.Minimum, sample.Minimum);
    }
}
