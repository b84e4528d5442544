using System.Globalization;
using System.Numerics;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>How many processors another process may use: its affinity and its control group's quota, as its runtime counts them.</summary>
internal static class Processors
{
    public static int Of(int processId)
    {
        if (!ProcFiles.Available) return Environment.ProcessorCount;
        int affinity = CountMask(ProcFiles.Status(processId, "Cpus_allowed"));
        int quota = Quota(processId);
        return Math.Max(1, Math.Min(affinity > 0 ? affinity : Environment.ProcessorCount, quota));
    }

    /// <summary>Bits of a mask like "ff,ffffffff".</summary>
    internal static int CountMask(string? mask) => mask is null
        ? 0
        : mask.Split(',').Sum(word =>
            uint.TryParse(word, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out uint bits) ? BitOperations.PopCount(bits) : 0);

    /// <summary>The quota of the process's control group (v2), rounded up; no limit where there is none to read.</summary>
    private static int Quota(int processId)
    {
        string? group = ProcFiles.TryRead($"/proc/{processId}/cgroup")?
            .Split('\n')
            .FirstOrDefault(line => line.StartsWith("0::", StringComparison.Ordinal))?[3..];
        if (group is null) return int.MaxValue;
        int least = int.MaxValue;
        for (string? folder = group.TrimEnd('/'); folder is not null; folder = Parent(folder))
        {
            least = Math.Min(least, ParseQuota(ProcFiles.TryRead($"/sys/fs/cgroup{folder}/cpu.max")));
        }
        return least;
    }

    /// <summary>"150000 100000" is one and a half processors: the runtime counts two. "max ..." is no limit.</summary>
    internal static int ParseQuota(string? cpuMax)
    {
        string[] parts = cpuMax?.Split(' ') ?? [];
        return parts.Length == 2
            && double.TryParse(parts[0], CultureInfo.InvariantCulture, out double quota)
            && double.TryParse(parts[1], CultureInfo.InvariantCulture, out double period)
            && period > 0
                ? (int)Math.Ceiling(quota / period)
                : int.MaxValue;
    }

    private static string? Parent(string folder) =>
        folder.Length == 0 ? null : folder[..Math.Max(0, folder.LastIndexOf('/'))];
}
