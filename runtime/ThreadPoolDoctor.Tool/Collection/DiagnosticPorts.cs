using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Where runtimes listen for diagnostics: on Unix a socket dotnet-diagnostic-(pid)-(start)-socket in the folder for
/// temporary files. The client's own enumeration is used where there is no such file: it fails as a whole when one
/// process on the machine cannot be read, such as a kernel thread.
/// </summary>
internal static class DiagnosticPorts
{
    private const string Prefix = "dotnet-diagnostic-";

    /// <summary>Ids of all processes that listen in this user's reach, whether or not they still run.</summary>
    public static IEnumerable<int> ProcessIds() => OperatingSystem.IsWindows()
        ? DiagnosticsClient.GetPublishedProcesses()
        : Sockets(Path.GetTempPath(), Prefix + "*-socket").Select(ProcessIdOf).OfType<int>().Distinct();

    /// <summary>Whether the process listens where the client will look: in its own container's folder, under its id in there.</summary>
    public static bool Exists(int processId)
    {
        if (OperatingSystem.IsWindows()) return DiagnosticsClient.GetPublishedProcesses().Contains(processId);
        string own = $"{Prefix}{processId}-*-socket";
        if (Sockets(Path.GetTempPath(), own).Any()) return true;
        string? inner = ProcFiles.Status(processId, "NSpid")?.Split('\t', StringSplitOptions.RemoveEmptyEntries)[^1];
        string folder = TemporaryFolderOf(processId) ?? "/tmp";
        return inner is not null && Sockets($"/proc/{processId}/root{folder}", $"{Prefix}{inner}-*-socket").Any();
    }

    /// <summary>TMPDIR of the process, where its runtime puts the port; null when unset or unreadable.</summary>
    public static string? TemporaryFolderOf(int processId) => ProcFiles.TryRead($"/proc/{processId}/environ")?
        .Split('\0')
        .FirstOrDefault(pair => pair.StartsWith("TMPDIR=", StringComparison.Ordinal))?["TMPDIR=".Length..];

    private static int? ProcessIdOf(string socket)
    {
        string[] parts = Path.GetFileName(socket)[Prefix.Length..].Split('-');
        return int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int id) ? id : null;
    }

    private static string[] Sockets(string folder, string pattern)
    {
        try
        {
            return Directory.GetFiles(folder, pattern);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
