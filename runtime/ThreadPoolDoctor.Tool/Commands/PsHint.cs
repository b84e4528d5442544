using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// What the threads of a process let one suspect, seen from outside. Only a hint: idle workers sleep too, and only an
/// attach can tell an idle one from a blocked one.
/// </summary>
internal static class PsHint
{
    public const string NotHere = "no hint on this system; attach to see";

    private const int SuspiciousWaitThreads = 3;
    private const int SuspiciousWorkersPerProcessor = 3;
    private const int AlwaysFineWorkers = 8;

    // The pool lets an idle worker go after 20 s: one that was started lately was needed lately.
    private const double RecentSeconds = 20;

    public static string Of(ThreadCensus census, int processors, DateTimeOffset now)
    {
        List<ThreadSight> workers = [.. census.Threads.Where(thread => thread.Role == ThreadRole.Worker)];
        int recent = workers.Count(worker => (now - worker.StartedAt).TotalSeconds < RecentSeconds);
        bool many = workers.Count > Math.Max(SuspiciousWorkersPerProcessor * processors, AlwaysFineWorkers);
        int waitThreads = census.Count(ThreadRole.WaitThread);
        return (workers, waitThreads) switch
        {
            (_, >= SuspiciousWaitThreads) => $"{waitThreads} wait threads: many registered waits",
            ({ Count: 0 }, _) => "pool not in use",
            _ when many && recent > 0 => $"many workers, {recent} of them new: may be starving",
            _ when many => "many workers: may block, made up for by extra threads",
            _ => "",
        };
    }
}
