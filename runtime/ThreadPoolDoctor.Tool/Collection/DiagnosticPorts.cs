using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>A port that bears the process's id, and what was found out about it.</summary>
internal sealed record JudgedPort(DiagnosticSocket Socket, SocketOwner? Owner, PortVerdict Verdict);

/// <summary>
/// Where runtimes listen for diagnostics: on Unix a socket in the folder for temporary files, whose name any process of
/// another PID namespace, and any user, can give to another socket. The client's own enumeration is used where there is
/// no such file: it fails as a whole when one process on the machine cannot be read, such as a kernel thread.
/// </summary>
internal static class DiagnosticPorts
{
    /// <summary>
    /// Ids of the processes that listen in this user's reach, as far as the names tell: nobody is asked.
    /// </summary>
    public static IEnumerable<int> ProcessIds() => OperatingSystem.IsWindows()
        ? ProcessesWithPipe()
        : Sockets(Path.GetTempPath()).Where(IsOfLivingProcess).Select(socket => socket.ProcessId).Distinct();

    /// <summary>
    /// The process's own port, or, where there is none, all that bear its id. Looked for where this tool keeps
    /// temporary files, and where the process does, in its own container. Only for Linux.
    /// </summary>
    public static IReadOnlyList<JudgedPort> Of(int processId)
    {
        if (SubjectOf(processId) is not { } subject) return [];
        string[] folders = [Path.GetTempPath(), $"/proc/{processId}/root{TemporaryFolderOf(processId) ?? "/tmp"}"];
        List<JudgedPort> ports = [];
        // By its usual name first: such a folder may hold what thousands of processes have left behind.
        IEnumerable<DiagnosticSocket> usual = folders
            .Select(folder => DiagnosticSocket.In(folder, subject.InnerId, subject.StartTicks))
            .Where(socket => File.Exists(socket.Path));
        IEnumerable<DiagnosticSocket> all = folders.SelectMany(Sockets).Where(socket => socket.ProcessId == subject.InnerId);
        foreach (DiagnosticSocket socket in usual.Concat(all).Distinct())
        {
            JudgedPort port = Judge(socket, subject);
            if (port.Verdict == PortVerdict.Own) return [port];
            ports.Add(port);
        }
        return ports;
    }

    /// <summary>TMPDIR of the process, where its runtime puts the port; null when unset or unreadable.</summary>
    public static string? TemporaryFolderOf(int processId) => ProcFiles.TryRead($"/proc/{processId}/environ")?
        .Split('\0')
        .FirstOrDefault(pair => pair.StartsWith("TMPDIR=/", StringComparison.Ordinal))?["TMPDIR=".Length..];

    /// <summary>Windows lists the pipes of all users; an emulator of it may not.</summary>
    private static IReadOnlyList<int> ProcessesWithPipe()
    {
        try
        {
            return [.. DiagnosticsClient.GetPublishedProcesses()];
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new ExpectedTrouble(
                $"The named pipes of this machine cannot be listed: {refused.Message}",
                "Name the process by its id: dotnet tpdoctor attach <id>", refused);
        }
    }

    private static JudgedPort Judge(DiagnosticSocket socket, PortSubject subject)
    {
        SocketOwner? owner = SocketOwner.Of(socket.Path);
        return new(socket, owner, PortCheck.Judge(socket, owner, subject));
    }

    private static PortSubject? SubjectOf(int processId) =>
        ProcFiles.Stat(processId) is { } stat && ProcFiles.EffectiveUser(processId) is { } user
            ? new(processId, ProcFiles.InnerId(processId), stat.StartTicks, user)
            : null;

    /// <summary>
    /// A name left behind by a process that has died, or of another namespace, bears another start time.
    /// </summary>
    private static bool IsOfLivingProcess(DiagnosticSocket socket) =>
        !ProcFiles.Available || ProcFiles.Stat(socket.ProcessId)?.StartTicks == socket.StartTicks;

    private static IEnumerable<DiagnosticSocket> Sockets(string folder)
    {
        try
        {
            return [.. Directory.GetFiles(folder, DiagnosticSocket.Pattern).Select(DiagnosticSocket.Parse).OfType<DiagnosticSocket>()];
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return [];
        }
    }
}
