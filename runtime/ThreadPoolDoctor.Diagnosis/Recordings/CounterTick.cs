namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>One reading of the runtime's own counters.</summary>
/// <param name="At">Seconds since the observation began.</param>
/// <param name="Workers">Threads of the pool.</param>
/// <param name="QueueLength">Work items that wait for a worker.</param>
/// <param name="CompletedPerSecond">Work items completed per second since the reading before.</param>
/// <param name="CpuUsage">Processor time used since the reading before, as a share of the processors, 0 to 1.</param>
/// <param name="ActiveTimers">Timers that are armed.</param>
public sealed record CounterTick(
    double At,
    int Workers,
    long QueueLength,
    double CompletedPerSecond,
    double CpuUsage,
    int ActiveTimers);
