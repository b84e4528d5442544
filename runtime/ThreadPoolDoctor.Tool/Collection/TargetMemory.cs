using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// How much memory the process may still take, by the limits of its control groups and by the machine. The runtime
/// holds the names of methods in its own memory until they are sent: a big program needs 200 MB for them, which a
/// container may not have.
/// </summary>
internal static class TargetMemory
{
    private const long Megabyte = 1 << 20;

    /// <summary>Enough for the names of 300,000 methods.</summary>
    public const int LargestBuffer = 256;

    private const int SmallestBuffer = 16;

    /// <summary>Share of what is left that may be taken, for moments.</summary>
    private const int ShareOfHeadroom = 4;

    /// <summary>Megabytes for a session that sends the names of all methods.</summary>
    public static int BufferFor(int processId) =>
        ProcFiles.Available ? BufferFor(Headroom(processId, ProcFiles.TryRead)) : LiveSession.SmallBuffer;

    internal static int BufferFor(long headroom) =>
        (int)Math.Clamp(headroom / ShareOfHeadroom / Megabyte, SmallestBuffer, LargestBuffer);

    /// <summary>Bytes that the process may still take; the largest number when nothing limits it.</summary>
    /// <param name="processId">The process.</param>
    /// <param name="read">Text of a file, or null when it is not there.</param>
    internal static long Headroom(int processId, Func<string, string?> read)
    {
        long least = Available(read("/proc/meminfo"));
        foreach (ControlGroupFolder group in ControlGroupFolders.Of(processId, "memory", read))
        {
            least = Math.Min(least, group.IsUnified ? LeftOfSecond(group.Path, read) : LeftOfFirst(group.Path, read));
        }
        return least;
    }

    private static long Available(string? meminfo) => meminfo?
        .Split('\n')
        .FirstOrDefault(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal))?
        .Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, var kilobytes, ..] && Number(kilobytes) is { } number
            ? number * 1024
            : long.MaxValue;

    private static long LeftOfSecond(string folder, Func<string, string?> read) =>
        Left(read(folder + "/memory.max"), read(folder + "/memory.current"), Statistic(read(folder + "/memory.stat"), "inactive_file"));

    private static long LeftOfFirst(string folder, Func<string, string?> read) => Left(
        read(folder + "/memory.limit_in_bytes"),
        read(folder + "/memory.usage_in_bytes"),
        Statistic(read(folder + "/memory.stat"), "total_inactive_file"));

    /// <summary>Pages of files that nobody has used lately are given up when memory is needed.</summary>
    private static long Left(string? limit, string? used, long reclaimable) =>
        Number(limit) is { } most && Number(used) is { } now ? Math.Max(0, most - Math.Max(0, now - reclaimable)) : long.MaxValue;

    private static long Statistic(string? statistics, string key) => Number(statistics?
        .Split('\n')
        .FirstOrDefault(line => line.StartsWith(key + " ", StringComparison.Ordinal))?[(key.Length + 1)..]) ?? 0;

    /// <summary>Null for "max", and for what is not there.</summary>
    private static long? Number(string? text) =>
        long.TryParse(text, NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out long number) ? number : null;
}
