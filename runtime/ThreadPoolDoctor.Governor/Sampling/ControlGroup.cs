using System.Buffers.Text;
using System.Text;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// The memory limit of the process's control group, of either version; what is only cached does not count as used.
/// Which group that is gets asked once, as the runtime does for its own limits.
/// </summary>
internal static class ControlGroup
{
    private static readonly (string Root, string Mark, string Limit, string Used, string Cache)[] s_versions =
    [
        ("/sys/fs/cgroup", "0::", "memory.max", "memory.current", "\ninactive_file"),
        ("/sys/fs/cgroup/memory", ":memory:", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ];

    private static readonly Files[] s_groups = [.. Find()];

    /// <summary>Bytes until <paramref name="share"/> of the limit; no limit is a very large number.</summary>
    public static long MemoryLeft(double share)
    {
        long left = long.MaxValue;
        Span<byte> text = stackalloc byte[ProcFile.SmallFile];
        foreach (Files group in s_groups)
        {
            if (Number(group.Limit, text) is not { } most || Number(group.Used, text) is not { } now) continue;
            int length = Math.Max(0, ProcFile.Read(group.Statistics, text));
            long cached = ProcFile.Number(text[..length], group.Cache) ?? 0;
            left = Math.Min(left, (long)(most * share) - Math.Max(0, now - cached));
        }
        return left;
    }

    internal static string PathOf(string groups, string mark) => groups.Split('\n')
        .Where(line => line.Contains(mark, StringComparison.Ordinal))
        .Select(line => line[(line.IndexOf(mark, StringComparison.Ordinal) + mark.Length)..].TrimEnd('/'))
        .FirstOrDefault("");

    private static IEnumerable<Files> Find()
    {
        byte[] text = new byte[ProcFile.SmallFile];
        string groups = Encoding.UTF8.GetString(text, 0, Math.Max(0, ProcFile.Read("/proc/self/cgroup\0"u8, text)));
        foreach ((string root, string mark, string limit, string used, string cache) in s_versions)
        {
            // The path is the group's outside of a container; inside, the group is mounted as the root. Where both are
            // there, as under a service manager in a container, either may have the limit.
            foreach (string folder in new[] { root + PathOf(groups, mark), root }.Distinct())
            {
                Files files = new(
                    Path(folder, limit), Path(folder, used), Path(folder, "memory.stat"), Encoding.ASCII.GetBytes(cache));
                if (Number(files.Used, text) is not null) yield return files;
            }
        }
    }

    private static byte[] Path(string folder, string file) => Encoding.UTF8.GetBytes($"{folder}/{file}\0");

    /// <summary>Null where the file holds no number, as "max".</summary>
    private static long? Number(byte[] path, Span<byte> text)
    {
        int length = Math.Max(0, ProcFile.Read(path, text));
        return Utf8Parser.TryParse(text[..length], out long number, out _) ? number : null;
    }

    private sealed record Files(byte[] Limit, byte[] Used, byte[] Statistics, byte[] Cache);
}
