namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What ThreadPool's minimum and maximum mean for a pool that has one worker per processor on duty and adds others when
/// some block: how many there may be before growth must help, and the most there may be.
/// </summary>
internal readonly record struct PoolLimits(int Least, int Maximum)
{
    // .NET's maximum where nobody has set one: no limit that anybody asked for.
    private const int Unlimited = short.MaxValue;

    /// <summary>
    /// A minimum only ever raises: below one worker per processor the processors would idle. A maximum that was set
    /// holds, also below that; without one the pool's own does, unless the minimum asks for more.
    /// </summary>
    internal static PoolLimits Of(int least, int most, int processors)
    {
        int wanted = Math.Max(processors, least);
        int maximum = most == Unlimited ? Math.Max(WorkPoolOptions.DefaultMaximum, wanted) : most;
        maximum = Math.Min(maximum, WorkPoolOptions.WorkerLimit);
        return new(Math.Min(wanted, maximum), maximum);
    }

    /// <summary>
    /// Of .NET's pool as it is now, whoever has set it: the program, the runtime configuration, the environment.
    /// </summary>
    internal static PoolLimits OfThreadPool(int processors)
    {
        ThreadPool.GetMinThreads(out int least, out _);
        ThreadPool.GetMaxThreads(out int most, out _);
        return Of(least, most, processors);
    }
}
