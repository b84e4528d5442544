namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How long a worker that finds nothing looks again before it sleeps. Spinning pays when the next item comes from
/// another processor within microseconds; it is harm when there is no other processor, or when a container's quota
/// makes the process pay for each cycle twice.
/// </summary>
internal static class SpinPolicy
{
    /// <summary>
    /// Rounds of looking, about forty microseconds in all: as long as a thread takes to prepare the next batch of some
    /// hundred items. With half of that a batch of tasks finds the workers asleep, and waits for them to wake up.
    /// </summary>
    internal static int Rounds(int processors, double quota) => processors <= 1 || quota < processors ? 0 : 48;

    /// <summary>
    /// How many workers may search at once: half of them, as in Go, but two of two. With one, the other of two workers
    /// goes to sleep and is woken for each handful of items: measured 0.3x to 0.6x of ThreadPool on small fan-outs.
    /// </summary>
    internal static int Searchers(int processors) => Math.Max(Math.Min(processors, 2), (processors + 1) / 2);

    /// <summary>
    /// The pause after a fruitless round. From the fourth on it lets other threads go first: on a machine with more
    /// threads than processors the one we wait for may be waiting for ours.
    /// </summary>
    internal static void Pause(int round)
    {
        Thread.SpinWait(round < 4 ? 1 << round : 8);
        if (round >= 4) Thread.Yield();
    }

    /// <summary>
    /// Processors that the container may use, from cgroup v2 or v1; the machine's if there is no limit.
    /// </summary>
    internal static double Quota()
    {
        return OperatingSystem.IsLinux() ? Quota(Read, Environment.ProcessorCount) : Environment.ProcessorCount;
    }

    /// <summary>The same, with what the files hold from elsewhere.</summary>
    internal static double Quota(Func<string, string?> read, int processors) =>
        ParseV2(read("/sys/fs/cgroup/cpu.max"))
            ?? ParseV1(read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), read("/sys/fs/cgroup/cpu/cpu.cfs_period_us"))
            ?? processors;

    /// <summary>"max 100000" or "150000 100000".</summary>
    internal static double? ParseV2(string? text)
    {
        string[] parts = text?.Split(' ', StringSplitOptions.TrimEntries) ?? [];
        return parts.Length == 2 ? Divide(parts[0], parts[1]) : null;
    }

    /// <summary>"-1" or "150000", and the period.</summary>
    internal static double? ParseV1(string? quota, string? period) =>
        quota is null || period is null ? null : Divide(quota.Trim(), period.Trim());

    private static double? Divide(string quota, string period) =>
        long.TryParse(quota, out long q) && long.TryParse(period, out long p) && q > 0 && p > 0 ? (double)q / p : null;

    private static string? Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
