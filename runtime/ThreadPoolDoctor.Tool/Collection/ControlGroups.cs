using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The processor quota of a process's control groups and what it did, in version 1 (cpu.cfs_quota_us) and version 2
/// (cpu.max) of their files. A quota of a group above counts too, and the smallest is the one that holds.
/// </summary>
internal sealed class ControlGroups
{
    private readonly Func<string, string?> _read;
    private readonly List<string> _folders;

    /// <param name="processId">The process.</param>
    /// <param name="read">The text of a file, or null when it cannot be read.</param>
    public ControlGroups(int processId, Func<string, string?> read)
    {
        _read = read;
        string groups = read($"/proc/{processId}/cgroup") ?? "";
        _folders = [.. Mounts(read("/proc/self/mountinfo") ?? "")
            .SelectMany(mount => Folders(mount, PathOf(groups, mount)))
            .Distinct(StringComparer.Ordinal)];
    }

    /// <summary>Processors that the quota allows, as a fraction; null where there is none.</summary>
    public double? Quota() => Limiting()?.Quota;

    /// <summary>The account of the group whose quota holds, since the group was made; null where there is no quota.</summary>
    public CpuThrottling? Throttling()
    {
        if (Limiting() is not { } limiting) return null;
        Dictionary<string, long> lines = Lines(_read(limiting.Folder + "/cpu.stat") ?? "");
        return lines.TryGetValue("nr_periods", out long periods) ? new(periods, lines.GetValueOrDefault("nr_throttled")) : null;
    }

    private (string Folder, double Quota)? Limiting() => _folders
        .Select(folder => (Folder: folder, Quota: QuotaOf(folder)))
        .Where(group => group.Quota is not null)
        .Select(group => ((string, double)?)(group.Folder, group.Quota!.Value))
        .MinBy(group => group!.Value.Item2);

    private double? QuotaOf(string folder) => ParseQuota(_read(folder + "/cpu.max"))
        ?? Quotient(_read(folder + "/cpu.cfs_quota_us"), _read(folder + "/cpu.cfs_period_us"));

    /// <summary>"150000 100000" is one and a half processors; null for "max ..." and for whatever is no quota.</summary>
    internal static double? ParseQuota(string? cpuMax) =>
        cpuMax?.Split(' ') is [var quota, var period] ? Quotient(quota, period) : null;

    /// <summary>Version 1 writes -1 for no quota.</summary>
    private static double? Quotient(string? quota, string? period) =>
        double.TryParse(quota, NumberStyles.Integer, CultureInfo.InvariantCulture, out double allowed)
        && double.TryParse(period, NumberStyles.Integer, CultureInfo.InvariantCulture, out double each)
        && allowed > 0 && each > 0
            ? allowed / each
            : null;

    private static Dictionary<string, long> Lines(string text)
    {
        Dictionary<string, long> values = [];
        foreach (string line in text.Split('\n'))
        {
            if (line.Split(' ') is [var name, var value]
                && long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out long number)) values[name] = number;
        }
        return values;
    }

    /// <param name="Root">The group that is mounted.</param>
    /// <param name="Point">Where.</param>
    /// <param name="IsUnified">Version 2.</param>
    private readonly record struct Mount(string Root, string Point, bool IsUnified);

    /// <summary>mountinfo: "id parent device root point options ... - type source super-options" (proc(5)).</summary>
    private static IEnumerable<Mount> Mounts(string mountInfo)
    {
        foreach (string line in mountInfo.Split('\n'))
        {
            string[] halves = line.Split(" - ");
            if (halves.Length != 2) continue;
            string[] left = halves[0].Split(' ');
            string[] right = halves[1].Split(' ');
            if (left.Length < 5 || right.Length < 3) continue;
            if (right[0] == "cgroup2") yield return new(left[3], left[4], true);
            else if (right[0] == "cgroup" && right[2].Split(',').Contains("cpu")) yield return new(left[3], left[4], false);
        }
    }

    /// <summary>"4:cpu,cpuacct:/shop" names the group of a version 1 controller, "0::/shop" that of version 2.</summary>
    private static string? PathOf(string groups, Mount mount) => groups.Split('\n')
        .Select(line => line.Split(':', 3))
        .Where(parts => parts.Length == 3 && (mount.IsUnified
            ? parts[0] == "0" && parts[1].Length == 0
            : parts[1].Split(',').Contains("cpu")))
        .Select(parts => parts[2])
        .FirstOrDefault();

    /// <summary>
    /// The group's folder and those above it. A container sees its own group mounted, under the path that it has outside:
    /// what stands before the mount's root is not there to be seen.
    /// </summary>
    private static IEnumerable<string> Folders(Mount mount, string? path)
    {
        if (path is null) yield break;
        string root = mount.Root.TrimEnd('/');
        string within = root.Length > 0 && (path == root || path.StartsWith(root + "/", StringComparison.Ordinal)) ? path[root.Length..] : path;
        for (string below = within.TrimEnd('/'); ; below = below[..Math.Max(0, below.LastIndexOf('/'))])
        {
            yield return mount.Point + below;
            if (below.Length == 0) yield break;
        }
    }
}
