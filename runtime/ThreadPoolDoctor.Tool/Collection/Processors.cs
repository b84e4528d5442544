using System.Globalization;
using System.Numerics;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// How many processors another process may use: as its runtime counts them, which is what its pool starts from, and as
/// they are, by affinity and quota and not rounded, which is what its work can get.
/// </summary>
internal static class Processors
{
    private const string CountVariable = "DOTNET_PROCESSOR_COUNT=";

    // What the runtime accepts in the variable.
    private const int MostForced = 0xFFFF;

    /// <summary>As the runtime counts: what DOTNET_PROCESSOR_COUNT says, or affinity and quota, rounded up.</summary>
    public static int Of(int processId) => ProcFiles.Available ? Of(processId, ProcFiles.TryRead) : Environment.ProcessorCount;

    /// <summary>What the process can have at most, in processors; null where the system does not tell.</summary>
    public static double? LimitOf(int processId) => ProcFiles.Available ? LimitOf(processId, ProcFiles.TryRead) : null;

    /// <summary>
    /// How often the quota of the process's control group stopped it so far; null where there is no quota.
    /// </summary>
    public static CpuThrottling? ThrottlingOf(int processId) =>
        ProcFiles.Available ? new ControlGroups(processId, ProcFiles.TryRead).Throttling() : null;

    /// <summary>
    /// What happened between two such accounts; null where there is no quota, or it came or went meanwhile.
    /// </summary>
    public static CpuThrottling? Throttled(CpuThrottling? before, CpuThrottling? after) =>
        before is { } first && after is { } last && last.Periods >= first.Periods && last.Throttled >= first.Throttled
            ? new(last.Periods - first.Periods, last.Throttled - first.Throttled)
            : null;

    internal static int Of(int processId, Func<string, string?> read) =>
        Forced(read($"/proc/{processId}/environ")) ?? Math.Max(1, (int)Math.Ceiling(LimitOf(processId, read)));

    internal static double LimitOf(int processId, Func<string, string?> read)
    {
        int affinity = CountMask(Line(read($"/proc/{processId}/status"), "Cpus_allowed:"));
        double allowed = affinity > 0 ? affinity : Environment.ProcessorCount;
        return Math.Min(allowed, new ControlGroups(processId, read).Quota() ?? allowed);
    }

    /// <summary>The number that the variable forces, in decimal; null where it forces none.</summary>
    internal static int? Forced(string? environment) =>
        environment?.Split('\0').FirstOrDefault(pair => pair.StartsWith(CountVariable, StringComparison.Ordinal)) is { } pair
        && int.TryParse(pair.AsSpan(CountVariable.Length), NumberStyles.None, CultureInfo.InvariantCulture, out int count)
        && count is > 0 and <= MostForced
            ? count
            : null;

    /// <summary>Bits of a mask like "ff,ffffffff".</summary>
    internal static int CountMask(string? mask) => mask is null
        ? 0
        : mask.Split(',').Sum(word =>
            uint.TryParse(word, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out uint bits) ? BitOperations.PopCount(bits) : 0);

    private static string? Line(string? text, string key) => text?.Split('\n')
        .FirstOrDefault(line => line.StartsWith(key, StringComparison.Ordinal))?[key.Length..].Trim();
}
