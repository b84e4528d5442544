namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>What a thread is for, by the name that the runtime gave it.</summary>
public enum ThreadRole
{
    Other,
    Worker,
    WaitThread,
    Gate,
    Timer,
    BundledWorker,
}

/// <summary>One thread as the operating system showed it.</summary>
/// <param name="OsId">The operating system's thread id.</param>
/// <param name="Role">What it is for.</param>
/// <param name="StartedAt">When it was started.</param>
/// <param name="Asleep">True when it was neither running nor waiting for a processor.</param>
/// <param name="CpuSeconds">Processor time that it has used since it started, in seconds.</param>
/// <param name="CpuWaitSeconds">Time that it was ready to run and had no processor, since it started, in seconds; 0
/// where the system does not tell.</param>
public sealed record ThreadSight(
    int OsId, ThreadRole Role, DateTimeOffset StartedAt, bool Asleep, double CpuSeconds, double CpuWaitSeconds = 0);

/// <summary>All threads of the process at one moment.</summary>
/// <param name="At">Seconds since the observation began.</param>
/// <param name="Threads">One entry a thread.</param>
/// <param name="ProcessCpuSeconds">Processor time of the whole process since it started, in seconds.</param>
public sealed record ThreadCensus(double At, IReadOnlyList<ThreadSight> Threads, double ProcessCpuSeconds)
{
    /// <summary>How many threads of this role there were.</summary>
    public int Count(ThreadRole role) => Threads.Count(thread => thread.Role == role);
}
