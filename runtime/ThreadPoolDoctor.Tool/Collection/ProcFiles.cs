using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 0: what Linux tells of a process under /proc, without attaching to it and without its knowledge. Reading comm
/// and stat of the threads needs no rights beyond seeing the process. Threads come and go while we read: one that
/// vanishes is left out.
/// </summary>
internal static class ProcFiles
{
    // Names that the runtime gives its threads (15 characters are all the kernel keeps).
    private static readonly Dictionary<string, ThreadRole> s_roles = new(StringComparer.Ordinal)
    {
        [".NET TP Worker"] = ThreadRole.Worker,
        [".NET TP Gate"] = ThreadRole.Gate,
        [".NET TP Wait"] = ThreadRole.WaitThread,
        [".NET Timer"] = ThreadRole.Timer,
        ["TPD Worker"] = ThreadRole.BundledWorker,
    };

    // The kernel's USER_HZ has been 100 on every architecture .NET runs on.
    private const double TicksPerSecond = 100;

    public static bool Available { get; } = File.Exists("/proc/self/stat");

    /// <summary>All threads of the process now; <paramref name="at"/> is put in as it is. Null when the process is gone.</summary>
    public static ThreadCensus? ReadCensus(int processId, double at)
    {
        if (ParseStat(TryRead($"/proc/{processId}/stat")) is not { } process) return null;
        double uptime = Uptime();
        DateTimeOffset now = DateTimeOffset.UtcNow;
        List<ThreadSight> threads = [];
        foreach (string folder in EnumerateTasks(processId))
        {
            if (ParseStat(TryRead(folder + "/stat")) is not { } stat) continue;
            threads.Add(new(
                int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture),
                s_roles.GetValueOrDefault(stat.Name),
                now.AddSeconds(stat.StartSeconds - uptime),
                stat.State is not ('R' or 'D'),
                stat.CpuSeconds,
                CpuWait(TryRead(folder + "/schedstat"))));
        }
        return new(at, threads, process.CpuSeconds);
    }

    /// <summary>The state letter of a process (R, S, D, T, Z ...), or null when there is no such process.</summary>
    public static char? ProcessState(int processId) => ParseStat(TryRead($"/proc/{processId}/stat"))?.State;

    /// <summary>
    /// Whether there is a process of this id. A thread has files under its own id as well, and may have been given that of a
    /// process which has died and left its port behind.
    /// </summary>
    public static bool IsProcess(int processId) => Status(processId, "Tgid") == processId.ToString(CultureInfo.InvariantCulture);

    /// <summary>Name of the program as the kernel has it, or null.</summary>
    public static string? ProcessName(int processId) => ParseStat(TryRead($"/proc/{processId}/stat"))?.Name;

    /// <summary>A line of /proc/pid/status, without its key; null when it is not there.</summary>
    public static string? Status(int processId, string key) => TryRead($"/proc/{processId}/status")?
        .Split('\n')
        .FirstOrDefault(line => line.StartsWith(key + ":", StringComparison.Ordinal))?[(key.Length + 1)..].Trim();

    /// <summary>Text of a small file, or null when it cannot be read for whatever reason.</summary>
    public static string? TryRead(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string[] EnumerateTasks(int processId)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{processId}/task");
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>"on-CPU waiting slices", the times in nanoseconds; absent where the kernel keeps no such account.</summary>
    internal static double CpuWait(string? schedstat) =>
        schedstat?.Split(' ') is [_, string waiting, ..] ? Number(waiting) / 1e9 : 0;

    private static double Uptime() => double.Parse(
        TryRead("/proc/uptime")?.Split(' ')[0] ?? "0", CultureInfo.InvariantCulture);

    /// <summary>A stat line: "pid (name) state ppid ..."; the name may hold spaces and brackets, so it ends at the last ")".</summary>
    internal static (string Name, char State, double StartSeconds, double CpuSeconds)? ParseStat(string? line)
    {
        if (line is null) return null;
        int open = line.IndexOf('(', StringComparison.Ordinal);
        int close = line.LastIndexOf(')');
        if (open < 0 || close < open) return null;
        string[] fields = line[(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        // Counted from the state (field 3 of proc(5)): utime is 14, stime 15, starttime 22.
        return fields.Length < 20
            ? null
            : (line[(open + 1)..close], fields[0][0], Number(fields[19]) / TicksPerSecond,
                (Number(fields[11]) + Number(fields[12])) / TicksPerSecond);
    }

    private static double Number(string field) => double.Parse(field, CultureInfo.InvariantCulture);
}
