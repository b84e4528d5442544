namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Everything that can be known to make an attach fail before trying it, each with its own sentence and remedy. What
/// cannot be read is passed over: the attach itself will tell.
/// </summary>
internal static class Preflight
{
    public static void Check(int processId)
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
        if (!ProcFiles.Available) return;
        CheckState(processId);
        CheckUser(processId);
        CheckRuntime(processId);
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

    private static void CheckRuntime(int processId)
    {
        if (DiagnosticPorts.Exists(processId)) return;
        string? maps = ProcFiles.TryRead($"/proc/{processId}/maps");
        bool dotnet = maps is null || maps.Contains("libcoreclr.so", StringComparison.Ordinal)
            || maps.Contains("System.Private.CoreLib", StringComparison.Ordinal);
        if (!dotnet)
        {
            throw new ExpectedTrouble(
                $"Process {processId} ({DotNetProcesses.NameOf(processId)}) is not a .NET process.",
                "Run 'dotnet tpdoctor ps' to see the processes that can be observed.");
        }
        if (DiagnosticPorts.TemporaryFolderOf(processId) is { } folder && !SameFolder(folder, Path.GetTempPath()))
        {
            throw new ExpectedTrouble(
                $"Process {processId} keeps its diagnostics port in {folder}, this tool looks in {Path.GetTempPath()}.",
                $"Set TMPDIR={folder} for the tool and attach again.");
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

    private static bool SameFolder(string a, string b) =>
        Path.TrimEndingDirectorySeparator(a) == Path.TrimEndingDirectorySeparator(b);
}
