using System.Globalization;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How much is left of the memory that the process may have. A limit of the collector's heap does not count: threads
/// live outside of it.
/// </summary>
internal static class MemoryLimit
{
    // cgroup v2, then v1: the limit, what is used, and where the part stands that the kernel drops when it is wanted.
    private static readonly (string Limit, string Used, string Statistics, string Droppable)[] s_groups =
    [
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat", "inactive_file "),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
            "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file "),
    ];

    /// <summary>
    /// 0 to 1; the smaller of the machine's and the container's share. 1 where the system does not tell.
    /// </summary>
    internal static double ShareLeft() => OperatingSystem.IsLinux() ? ShareLeft(Read) : ShareLeftByCollector();

    /// <summary>The same on Linux, with what the files hold from elsewhere.</summary>
    internal static double ShareLeft(Func<string, string?> read)
    {
        double left = OfMachine(read("/proc/meminfo"));
        foreach ((string limit, string used, string statistics, string droppable) in s_groups)
        {
            if (!TryParse(read(limit), out long most) || most <= 0 || !TryParse(read(used), out long now)) continue;
            now -= Field(read(statistics), droppable) ?? 0;
            left = Math.Min(left, Math.Max(0, 1 - (double)now / most));
        }
        return left;
    }

    private static double OfMachine(string? text)
    {
        long? total = Field(text, "MemTotal:"), available = Field(text, "MemAvailable:");
        return total > 0 && available >= 0 ? Math.Min(1, (double)available.Value / total.Value) : 1;
    }

    /// <summary>As of the last collection, which knows the limits of jobs and containers.</summary>
    private static double ShareLeftByCollector()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        // Before the first collection nothing is known; with a limit of the heap the total is that.
        if (memory.MemoryLoadBytes <= 0 || memory.TotalAvailableMemoryBytes < memory.HighMemoryLoadThresholdBytes) return 1;
        return Math.Max(0, 1 - (double)memory.MemoryLoadBytes / memory.TotalAvailableMemoryBytes);
    }

    /// <summary>The number behind a name at the beginning of a line.</summary>
    private static long? Field(string? text, string name)
    {
        int at = text is null ? -1 : text.StartsWith(name, StringComparison.Ordinal) ? 0
            : text.IndexOf("\n" + name, StringComparison.Ordinal) is >= 0 and int found ? found + 1 : -1;
        if (at < 0) return null;
        ReadOnlySpan<char> rest = text.AsSpan(at + name.Length).TrimStart();
        int digits = rest.IndexOfAnyExceptInRange('0', '9');
        return TryParse((digits < 0 ? rest : rest[..digits]).ToString(), out long value) ? value : null;
    }

    private static bool TryParse(string? text, out long value) =>
        long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out value);

    private static string? Read(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllText(path) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
