namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Everything that can be known to make an attach fail before trying it, each with its own sentence and remedy. What
/// cannot be read is passed over: the attach itself will tell.
/// </summary>
internal static class Preflight
{
    /// <summary>
    /// The path of the port to ask, or null where the client finds it by itself (no /proc). Throws ExpectedTrouble
    /// otherwise.
    /// </summary>
    public static string? Check(int processId)
    {
        if (!DotNetProcesses.Exists(processId))
        {
            throw new ExpectedTrouble(
                $"There is no process {processId}.",
                "Run 'dotnet tpdoctor ps' to see the processes that can be observed.");
        }
        if (processId == Environment.ProcessId)
        {
            throw new ExpectedTrouble("That process is this tool itself.", "Name the process that you want to look at.");
        }
        if (!ProcFiles.Available) return null;
        CheckState(processId);
        CheckUser(processId);
        return PortOf(processId);
    }

    private static void CheckState(int processId)
    {
        switch (ProcFiles.ProcessState(processId))
        {
            case 'T' or 't':
                throw new ExpectedTrouble(
                    $"Process {processId} is stopped, so its runtime cannot answer.",
                    $"Let it go on (kill -CONT {processId}, or continue it in the debugger), then attach again.");
            case 'Z' or 'X':
                throw new ExpectedTrouble(
                    $"Process {processId} has already ended.",
                    "Run 'dotnet tpdoctor ps' to see the processes that can be observed.");
        }
    }

    private static void CheckUser(int processId)
    {
        string? owner = ProcFiles.Status(processId, "Uid")?.Split('\t', StringSplitOptions.RemoveEmptyEntries)[0];
        string? own = ProcFiles.Status(Environment.ProcessId, "Uid")?.Split('\t', StringSplitOptions.RemoveEmptyEntries)[1];
        if (owner is null || own is null || owner == own || own == "0") return;
        throw new ExpectedTrouble(
            $"Process {processId} belongs to another user (uid {owner}; you are uid {own}).",
            $"Run the tool as that user: sudo -u '#{owner}' dotnet tpdoctor attach {processId}");
    }

    private static string PortOf(int processId)
    {
        IReadOnlyList<JudgedPort> ports = DiagnosticPorts.Of(processId);
        if (ports is [{ Verdict: PortVerdict.Own } own, ..]) return own.Socket.Path;
        foreach (JudgedPort port in ports)
        {
            if (Explain(processId, port) is { } trouble) throw trouble;
        }
        string? maps = ProcFiles.TryRead($"/proc/{processId}/maps");
        bool dotnet = maps is null || maps.Contains("libcoreclr.so", StringComparison.Ordinal)
            || maps.Contains("System.Private.CoreLib", StringComparison.Ordinal);
        if (!dotnet)
        {
            throw new ExpectedTrouble(
                $"Process {processId} ({DotNetProcesses.NameOf(processId)}) is not a .NET process.",
                "Run 'dotnet tpdoctor ps' to see the processes that can be observed.");
        }
        if (maps is null)
        {
            throw new ExpectedTrouble(
                $"Process {processId} ({DotNetProcesses.NameOf(processId)}) has no diagnostics port, and whether it is a .NET process may not be read.",
                "If it is one, run the tool as its user and in its container, and start it without DOTNET_EnableDiagnostics=0.");
        }
        throw new ExpectedTrouble(
            $"Process {processId} has no diagnostics port: diagnostics are switched off in it, or its port was deleted.",
            "Start it without DOTNET_EnableDiagnostics=0 (or DOTNET_EnableDiagnostics_IPC=0) and attach again.");
    }

    /// <summary>Why a port of this name is not asked; null for one that was left behind, which says nothing.</summary>
    internal static ExpectedTrouble? Explain(int processId, JudgedPort port) => port switch
    {
        { Verdict: PortVerdict.Impostor, Owner: { } owner } => new(
            $"The diagnostics port {port.Socket.Path} was opened by another user (uid {owner.UserId}), not by process {processId}, and is not asked.",
            "Delete that file if nobody needs it, and attach again."),
        { Verdict: PortVerdict.Another, Owner: { ProcessId: 0 } } => new(
            $"The diagnostics port {port.Socket.Path} was opened by a process of another PID namespace, not by process {processId}, and is not asked.",
            "Run the tool in the container of that process, or on the host."),
        { Verdict: PortVerdict.Another, Owner: { } owner } => new(
            $"The diagnostics port {port.Socket.Path} was opened by process {owner.ProcessId} ({DotNetProcesses.NameOf(owner.ProcessId)}), not by process {processId}: "
            + $"in another PID namespace that one may have the id {port.Socket.ProcessId}.",
            $"Name it by its id in here: dotnet tpdoctor attach {owner.ProcessId}"),
        _ => null,
    };
}
