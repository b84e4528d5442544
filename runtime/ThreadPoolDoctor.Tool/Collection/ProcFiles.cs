using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Small text files that Linux shows of a process under /proc; what cannot be read is null.</summary>
internal static class ProcFiles
{
    // The process writes some of these files itself, and a process has up to 65,530 mappings: read so much and no more.
    private const int LongestText = 16 << 20;

    public static bool Available { get; } = !OperatingSystem.IsWindows() && File.Exists("/proc/self/stat");

    /// <summary>The process's own line of stat, or null when there is no such process.</summary>
    public static StatLine? Stat(int processId) =>
        TryRead($"/proc/{processId}/stat") is { } line ? StatLine.Parse(Encoding.UTF8.GetBytes(line)) : null;

    /// <summary>The state letter of a process (R, S, D, T, Z ...), or null when there is no such process.</summary>
    public static char? ProcessState(int processId) => Stat(processId)?.State;

    /// <summary>
    /// Whether there is a process of this id. A thread has files under its own id as well, and may have been given that
    /// of a process which has died and left its port behind.
    /// </summary>
    public static bool IsProcess(int processId) => Status(processId, "Tgid") == processId.ToString(CultureInfo.InvariantCulture);

    /// <summary>Name of the program as the kernel has it, or null.</summary>
    public static string? ProcessName(int processId) =>
        TryRead($"/proc/{processId}/stat") is { } line ? StatLine.NameText(Encoding.UTF8.GetBytes(line)) : null;

    /// <summary>The effective user of a process, or null.</summary>
    public static uint? EffectiveUser(int processId) =>
        Status(processId, "Uid")?.Split('\t', StringSplitOptions.RemoveEmptyEntries) is [_, var effective, ..]
        && uint.TryParse(effective, NumberStyles.None, CultureInfo.InvariantCulture, out uint user)
            ? user
            : null;

    /// <summary>
    /// The id that the process has in its own PID namespace: the same as here, unless that is another one.
    /// </summary>
    public static int InnerId(int processId) =>
        Status(processId, "NSpid")?.Split('\t', StringSplitOptions.RemoveEmptyEntries) is [.., var inner]
        && int.TryParse(inner, NumberStyles.None, CultureInfo.InvariantCulture, out int id)
            ? id
            : processId;

    /// <summary>A line of /proc/pid/status, without its key; null when it is not there.</summary>
    public static string? Status(int processId, string key) => TryRead($"/proc/{processId}/status")?
        .Split('\n')
        .FirstOrDefault(line => line.StartsWith(key + ":", StringComparison.Ordinal))?[(key.Length + 1)..].Trim();

    /// <summary>Text of a small file, or null when it cannot be read for whatever reason.</summary>
    public static string? TryRead(string path)
    {
        // Looked at first: an exception for each file that is not there takes more than all the others together.
        if (!Available || !File.Exists(path)) return null;
        try
        {
            using StreamReader reader = new(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
            StringBuilder text = new();
            char[] buffer = new char[4096];
            for (int read; text.Length < LongestText && (read = reader.Read(buffer)) > 0;) text.Append(buffer, 0, read);
            return text.ToString();
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
