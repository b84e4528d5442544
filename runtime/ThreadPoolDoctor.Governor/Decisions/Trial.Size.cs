namespace ThreadPoolDoctor.Governor.Decisions;

/// <content>How far it may go before it has proved itself.</content>
internal readonly partial record struct Trial
{
    // A blind trial: a handful for a moment, in which short items show themselves; then so many workers at once, and so
    // many more with each second, until that time.
    private const int BlindStart = 16;
    private const double BlindPerSecond = 640;
    // While most workers wait for a client or a time, which needs none of the others, the growth goes on.
    private const double IndependentShare = 0.75;
    // In a line before a lock there may be a handful, and beyond that so many more at a time.
    private const int MostInLine = 12;
    private const int LineStep = 8;
    // Items that are there, waiting or begun, become more: some come and go at any time.
    private const int MoreItems = 8;
    private const double ShortItem = 0.02;
    private const double LongItem = 0.1;
    // At least, or half as many again: what a few in a hundred add cannot be told from noise.
    private const int CautiousStep = 2;
    private const int LargestStep = 64;

    /// <summary>How many workers there may be by now.</summary>
    public int Allowed(in PoolSample sample, PoolHistory history)
    {
        int allowed = AllowedByTime(sample, history);
        if (!UnendingWaits.MostStand(sample)) return allowed;
        // Where no more items come than end, a line lets each of them wait as long as the one before.
        bool isLine = (BeginsInLine || StandsInLine(sample)) && Items(sample) <= FewestItems + MoreItems;
        return isLine ? Math.Min(allowed, Math.Max(MostInLine, ThreadsBefore + LineStep)) : allowed;
    }

    private int AllowedByTime(in PoolSample sample, PoolHistory history)
    {
        int handful = Math.Max(4, sample.Processors);
        if (Caution == Caution.Standstill) return From + CautiousStep;
        if (IsCautious) return From + Math.Max(CautiousStep, From / 2);
        if (AllWaitForLocks(sample, history)) return From + handful;
        if (IsBlind && sample.At - Start < LeastSilence) return From + Math.Min(handful, Math.Max(1, sample.Blocked));
        if (IsBlind) return Math.Max(WorkersForAll, From + BlindStart + (int)(BlindPerSecond * BlindTime(sample)));
        return From + (ItemSeconds switch
        {
            < ShortItem => Math.Clamp(From / 4, 2, handful),
            < LongItem => Math.Clamp(From / 2, 4, LargestStep),
            _ => Math.Clamp(3 * From, BlindStart, LargestStep),
        });
    }

    /// <summary>
    /// For how long a blind growth has gone on. Items that wait for one another may all be the same deadlock; each
    /// connection that is read from, or item that sleeps, holds a worker of its own, however many there are.
    /// </summary>
    private double BlindTime(in PoolSample sample)
    {
        double time = sample.At - Start;
        return sample.Independent >= IndependentShare * sample.Threads ? time : Math.Min(BlindSeconds, time);
    }
}
