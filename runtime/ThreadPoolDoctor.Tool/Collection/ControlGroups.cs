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
    private readonly IReadOnlyList<ControlGroupFolder> _folders;

    /// <param name="processId">The process.</param>
    /// <param name="read">The text of a file, or null when it cannot be read.</param>
    public ControlGroups(int processId, Func<string, string?> read)
    {
        _read = read;
        _folders = ControlGroupFolders.Of(processId, "cpu", read);
    }

    /// <summary>Processors that the quota allows, as a fraction; null where there is none.</summary>
    public double? Quota() => Limiting()?.Quota;

    /// <summary>
    /// The account of the group whose quota holds, since the group was made; null where there is no quota.
    /// </summary>
    public CpuThrottling? Throttling()
    {
        if (Limiting() is not { } limiting) return null;
        Dictionary<string, long> lines = Lines(_read(limiting.Folder + "/cpu.stat") ?? "");
        return lines.TryGetValue("nr_periods", out long periods) ? new(periods, lines.GetValueOrDefault("nr_throttled")) : null;
    }

    private sealed record Limit(string Folder, double Quota);

    private Limit? Limiting()
    {
        Limit? smallest = null;
        foreach (ControlGroupFolder folder in _folders)
        {
            if (QuotaOf(folder.Path) is { } quota && !(quota >= smallest?.Quota)) smallest = new(folder.Path, quota);
        }
        return smallest;
    }

    private double? QuotaOf(string folder) => ParseQuota(_read(folder + "/cpu.max"))
        ?? Quotient(_read(folder + "/cpu.cfs_quota_us"), _read(folder + "/cpu.cfs_period_us"));

    /// <summary>
    /// "150000 100000" is one and a half processors; null for "max ..." and for whatever is no quota.
    /// </summary>
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
}
