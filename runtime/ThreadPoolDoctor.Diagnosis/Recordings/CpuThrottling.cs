namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// How often the kernel stopped the process's control group during the observation because its quota was spent.
/// </summary>
/// <param name="Periods">Scheduling periods that passed, usually of 100 ms.</param>
/// <param name="Throttled">Those of them in which the group was stopped.</param>
public readonly record struct CpuThrottling(long Periods, long Throttled)
{
    /// <summary>Share of the periods in which the group was stopped, 0 to 1.</summary>
    public double Share => Periods <= 0 ? 0 : Math.Min(1, (double)Throttled / Periods);
}
