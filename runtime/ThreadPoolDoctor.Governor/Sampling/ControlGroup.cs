namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>The memory limit of the process's control group, of either version; what is only cached does not count as used.</summary>
internal static class ControlGroup
{
    private static readonly (string Root, string Mark, string Limit, string Used, string Cache)[] s_versions =
    [
        ("/sys/fs/cgroup", "0::", "memory.max", "memory.current", "\ninactive_file"),
        ("/sys/fs/cgroup/memory", ":memory:", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ];

    /// <summary>Bytes until <paramref name="share"/> of the limit; no limit is a very large number.</summary>
    public static long MemoryLeft(double share)
    {
        string groups = ProcFile.TryRead("/proc/self/cgroup") ?? "";
        long left = long.MaxValue;
        foreach ((string root, string mark, string limit, string used, string cache) in s_versions)
        {
            // The path is the group's outside of a container; inside, the group is mounted as the root.
            foreach (string folder in new[] { root + PathOf(groups, mark), root })
            {
                if (Read(folder, limit) is not { } most || Read(folder, used) is not { } now) continue;
                long cached = ProcFile.Number("\n" + ProcFile.TryRead($"{folder}/memory.stat"), cache) ?? 0;
                left = Math.Min(left, (long)(most * share) - Math.Max(0, now - cached));
                break;
            }
        }
        return left;
    }

    internal static string PathOf(string groups, string mark) => groups.Split('\n')
        .Where(line => line.Contains(mark, StringComparison.Ordinal))
        .Select(line => line[(line.IndexOf(mark, StringComparison.Ordinal) + mark.Length)..].TrimEnd('/'))
        .FirstOrDefault("");

    private static long? Read(string folder, string file) =>
        ProcFile.TryRead($"{folder}/{file}") is { } text && long.TryParse(text.Trim(), out long number) ? number : null;
}
