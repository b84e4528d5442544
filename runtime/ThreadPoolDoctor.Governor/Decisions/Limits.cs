namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>What no step may pass.</summary>
internal static class Limits
{
    /// <summary>
    /// What a worker may need before it has done anything: its stack's first pages and its allocation context.
    /// </summary>
    public const long BytesPerWorker = 1 << 20;

    /// <summary>The largest minimum that may be set now, and which limit it is.</summary>
    public static (int Minimum, GovernorReason Reason) Of(in PoolSample sample, int maxWorkers)
    {
        int maximum = Math.Min(maxWorkers, sample.Maximum);
        long byMemory = sample.Threads + sample.MemoryLeft / BytesPerWorker;
        return byMemory < maximum ? ((int)Math.Max(0, byMemory), GovernorReason.Memory) : (maximum, GovernorReason.Maximum);
    }

    /// <summary>
    /// The next number that nobody types. The pool does not say who set its minimum; if the program asked for just the
    /// number that the governor had set, that could not be seen, and what the program asked for would be given back.
    /// </summary>
    public static int Unlikely(int minimum, int limit)
    {
        int unlikely = minimum;
        while (unlikely % 2 == 0 || unlikely % 5 == 0) unlikely++;
        return unlikely <= limit ? unlikely : minimum;
    }
}
