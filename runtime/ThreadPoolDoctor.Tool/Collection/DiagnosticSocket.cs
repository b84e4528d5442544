using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// A diagnostics port under Unix, by its name: dotnet-diagnostic-(process id)-(start time)-socket. The id is the one
/// that the process has in its own PID namespace, the start time is field 22 of its /proc/[pid]/stat, so that a name
/// left behind by a process of the same id is not taken for its successor's.
/// </summary>
/// <param name="Path">Where it is, as this tool reaches it.</param>
/// <param name="ProcessId">The id in the name.</param>
/// <param name="StartTicks">The start time in the name, in clock ticks since boot; 0 where the process could not read
/// its own.</param>
internal sealed record DiagnosticSocket(string Path, int ProcessId, ulong StartTicks)
{
    private const string Prefix = "dotnet-diagnostic-";
    private const string Suffix = "-socket";

    /// <summary>What a folder is searched for.</summary>
    public const string Pattern = Prefix + "*" + Suffix;

    /// <summary>The port of a process in a folder, by what its name tells; whether it is there is not asked.</summary>
    public static DiagnosticSocket In(string folder, int processId, ulong startTicks) =>
        new(System.IO.Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{processId}-{startTicks}{Suffix}")), processId, startTicks);

    /// <summary>Null when the name is not that of a diagnostics port.</summary>
    public static DiagnosticSocket? Parse(string path)
    {
        string name = System.IO.Path.GetFileName(path);
        if (!name.StartsWith(Prefix, StringComparison.Ordinal) || !name.EndsWith(Suffix, StringComparison.Ordinal)) return null;
        string[] numbers = name[Prefix.Length..^Math.Min(Suffix.Length, name.Length - Prefix.Length)].Split('-');
        return numbers.Length == 2
            && int.TryParse(numbers[0], NumberStyles.None, CultureInfo.InvariantCulture, out int id)
            && ulong.TryParse(numbers[1], NumberStyles.None, CultureInfo.InvariantCulture, out ulong start)
                ? new(path, id, start)
                : null;
    }
}
