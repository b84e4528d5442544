namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// The threads that the runtime starts for itself, by the metadata names of the types whose loops they run.
/// </summary>
internal static class RuntimeThreads
{
    /// <summary>
    /// The gate and the timers of the pool, and what sends counters and meters (CounterGroup.cs, AggregationManager.cs
    /// in dotnet/runtime). What a callback of theirs does is no work item of the pool.
    /// </summary>
    public static IReadOnlySet<string> Loops { get; } = new HashSet<string>(StringComparer.Ordinal)
    {
        "System.Threading.PortableThreadPool+GateThread",
        "System.Threading.TimerQueue",
        "System.Diagnostics.Tracing.CounterGroup",
        "System.Diagnostics.Metrics.AggregationManager",
    };
}
