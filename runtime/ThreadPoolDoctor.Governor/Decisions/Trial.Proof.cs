namespace ThreadPoolDoctor.Governor.Decisions;

/// <content>Whether it helps, and by what that is measured.</content>
internal readonly partial record struct Trial
{
    private const double BlindPatience = 6;
    private const double LockPatience = 1.5;
    private const double LongestSettling = 1;
    // The share of what would be gained if each worker completed as many items as before.
    private const double LeastGain = 0.5;
    // The share of its measure beneath which other items run.
    private const double Outdated = 0.5;
    private const double LeastProof = 0.1;
    // On a busy machine the rate of a tenth of a second rises by a third now and then; a second chance must not be
    // taken for that.
    private const double LeastCautiousProof = 0.4;
    private const double LongestProof = 3;

    /// <summary>Null while it is not known.</summary>
    public bool? Helps(in PoolSample sample, PoolHistory history)
    {
        long done = IsBlind && MostWaitForTasks(sample) ? history.Progress - ProgressBefore : sample.Completed - CompletedBefore;
        double time = sample.At - Start;
        // What a lock lets through, it lets through without the workers that were added.
        if (IsBlind && AllWaitForLocks(sample, history)) return time >= LockPatience ? false : null;
        // The workers that were added complete items too: half of them have, or something else was completed meanwhile.
        if (IsBlind && sample.Threads > From && done >= Math.Max(Countable, (sample.Threads - From) / 2)) return true;
        // Where the pool had no need of more and items were completed, nothing has failed.
        if (IsBlind) return time < BlindPatience ? null : sample.Threads <= From && done >= Countable;
        double wanted = Math.Max(_rate * Factor(sample, From), _firstRate * Factor(sample, _firstFrom));
        bool grown = sample.Threads > From;
        // Long items need not all end before the first of them tell; short ones on the way to a lock tell nothing.
        bool tells = grown && time >= Least && !AddedMeetLocks(sample);
        if (tells && done >= wanted * time + 2 * Math.Sqrt(wanted * time) + Countable / 2) return true;
        if (time < Proof) return null;
        return grown && history.Rate(time / 2) >= wanted;
    }

    private static double Factor(in PoolSample sample, int from) => 1 + LeastGain * ((double)sample.Threads / from - 1);

    /// <summary>Seconds that a worker spends on an item, by the rate before the trial.</summary>
    private double ItemSeconds => _rate > 0 ? From / _rate : double.PositiveInfinity;

    private double Least => IsCautious ? LeastCautiousProof : LeastProof;

    /// <summary>Seconds after which it is known whether it helps.</summary>
    private double Proof => Math.Clamp(Math.Max(2 * ItemSeconds, 2 * Countable / _rate), Least, LongestProof);

    /// <summary>
    /// Whether the workers of a blind trial that proved itself still show how much they complete: for a while, and
    /// longer where so few items end that the next one would be blind again. A lock lets a few through for each of many
    /// blind ones. Not where far less is completed than what proved it: those were short items, as of connections that
    /// are opened.
    /// </summary>
    public bool Settles(in PoolSample sample, PoolHistory history)
    {
        if (!IsBlind || TasksStall(sample, history)) return false;
        double time = sample.At - ProvenAt, proof = ProvenAt - Start, usual = Math.Clamp(proof, 0.05, 0.5);
        double expected = proof > 0 ? (CompletedAtProof - CompletedBefore) * time / proof : 0;
        if (IsFarLess(sample.Completed - CompletedAtProof, expected) && !AddedMeetLocks(sample)) return false;
        return time < usual || time < LongestSettling && sample.Completed - CompletedAtProof < Countable;
    }

    /// <summary>
    /// Whether hardly anything has been completed since it began, where much was before, or far less when it comes to
    /// the proof: then other items run now, and the rate before is no measure of them. As when a hundred requests have
    /// been accepted and begin to wait. A lock or a database at its limit goes on as before. Where the added workers
    /// stand in a line the short items before it have ended; that is no reason to let more of them stand there.
    /// </summary>
    public bool HasLostItsMeasure(in PoolSample sample, PoolHistory history)
    {
        double time = sample.At - Start, expected = _rate * time;
        bool isSilent = time >= LeastSilence && IsFarLess(sample.Completed - CompletedBefore, expected);
        bool hasFallen = time >= Proof && history.Rate(time / 2) < _rate / 4;
        return !IsBlind && (isSilent || hasFallen) && !AllWaitForLocks(sample, history) && !AddedMeetLocks(sample);
    }

    /// <summary>Whether so few items were completed where more were expected that other items must run now.</summary>
    public static bool IsFarLess(long completed, double expected) => expected >= 2 * Countable && completed < expected / 8;

    /// <summary>
    /// Whether so few items were completed in so many seconds that what this one had to do better than is no measure
    /// any more.
    /// </summary>
    public bool IsOutdated(long completed, double seconds)
    {
        double least = Outdated * Math.Max(_rate, _firstRate) * seconds;
        return least >= 2 * Countable && completed < least - 2 * Math.Sqrt(least);
    }
}
