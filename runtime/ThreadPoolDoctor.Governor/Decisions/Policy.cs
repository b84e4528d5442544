namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// The governor's judgement: from each look to what the pool's minimum shall be, why, and when to look again. It has no
/// clock, no pool and no threads, so a series of samples always gives the same decisions.
/// </summary>
/// <remarks>
/// What is known is gathered in <see cref="Knowledge"/>, and the first of the <see cref="Rules"/> that applies decides.
/// Workers are added for blocked ones, never for a mere queue: items must wait in two looks, must not be about to be
/// served, and processors must be free. Each growth is a <see cref="Trial"/> that has to raise completions or empty the
/// queue. Owner: the governor's thread alone.
/// </remarks>
internal sealed class Policy
{
    private readonly Knowledge _pool = new();

    /// <summary>The largest minimum that may be set.</summary>
    public int MaxWorkers
    {
        get => _pool.MaxWorkers;
        set => _pool.MaxWorkers = value;
    }

    /// <summary>What the program or its configuration asked for: the governor never sets less.</summary>
    public int Asked => _pool.Minimum.Asked;

    public Decision Next(in PoolSample seen)
    {
        _pool.Look(seen);
        Decision decision = Rules.Decide(Rules.InOrder, _pool);
        _pool.Minimum.Set = decision.Minimum;
        bool isNews = _pool.Minimum.IsForeign && decision.Reason == GovernorReason.Calm;
        return isNews ? decision with { Reason = GovernorReason.ProgramSetMinimum } : decision;
    }

    /// <summary>The minimum that could be set, where it is not the one that was decided.</summary>
    public void Settle(int minimum) => _pool.Minimum.Set = minimum;
}
