using System.Diagnostics;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>The .NET processes of this machine that can be observed, and what people call them.</summary>
internal static class DotNetProcesses
{
    /// <summary>Ids of the processes with a diagnostics port, without this one, ascending.</summary>
    public static IReadOnlyList<int> Ids() =>
        [.. DiagnosticPorts.ProcessIds().Where(id => id != Environment.ProcessId && Exists(id)).Order()];

    /// <summary>
    /// Ids of the processes that have loaded the runtime: also those whose port is in another folder, in another
    /// container, or switched off. Empty where the system has no /proc.
    /// </summary>
    public static IEnumerable<int> WithRuntimeInMemory() => !ProcFiles.Available ? [] :
        from folder in Directory.EnumerateDirectories("/proc")
        let id = int.TryParse(Path.GetFileName(folder), out int number) ? number : 0
        where id > 0 && id != Environment.ProcessId
        where ProcFiles.TryRead(folder + "/maps")?.Contains("/libcoreclr.so", StringComparison.Ordinal) == true
        select id;

    /// <summary>The program's name: "shop" for ./shop and for dotnet shop.dll alike.</summary>
    public static string NameOf(int processId)
    {
        string[] arguments = ProcFiles.TryRead($"/proc/{processId}/cmdline")?.Split('\0') ?? [];
        if (ProgramOf(arguments) is { } program) return program;
        try
        {
            using Process process = Process.GetProcessById(processId);
            return process.ProcessName;
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException)
        {
            return ProcFiles.ProcessName(processId) ?? "unknown";
        }
    }

    /// <summary>
    /// The name of the program of a command line, or null. Only that is taken: command lines hold secrets.
    /// </summary>
    public static string? ProgramOf(IReadOnlyList<string> arguments)
    {
        if (arguments.Count > 1 && Path.GetFileNameWithoutExtension(arguments[0]) == "dotnet")
        {
            string? dll = arguments.Skip(1).FirstOrDefault(argument => argument.EndsWith(".dll", StringComparison.OrdinalIgnoreCase));
            if (dll is not null) return Path.GetFileNameWithoutExtension(dll);
        }
        return arguments.Count > 0 && arguments[0].Length > 0 ? Path.GetFileName(arguments[0]) : null;
    }

    /// <summary>The one process of this name. Throws ExpectedTrouble when there is none, or more than one.</summary>
    public static int FindByName(string name)
    {
        IReadOnlyList<int> found = Named(name, alsoElsewhere: true);
        return found.Count switch
        {
            1 => found[0],
            0 => throw new ExpectedTrouble(
                $"There is no .NET process named '{name}'.",
                "Run 'dotnet tpdoctor ps' to see the processes that can be observed."),
            _ => throw new ExpectedTrouble(
                $"{found.Count} .NET processes are named '{name}': {string.Join(", ", found)}.",
                "Name one of them by its process id."),
        };
    }

    /// <summary>
    /// The processes of this name; those whose port is not where this tool looks only if asked for, and there is no
    /// other.
    /// </summary>
    public static IReadOnlyList<int> Named(string name, bool alsoElsewhere)
    {
        List<int> found = Of(Ids());
        return found.Count == 0 && alsoElsewhere ? Of(WithRuntimeInMemory()) : found;

        List<int> Of(IEnumerable<int> ids) => [.. ids.Where(id => string.Equals(NameOf(id), name, StringComparison.OrdinalIgnoreCase))];
    }

    public static bool Exists(int processId)
    {
        if (ProcFiles.Available) return ProcFiles.IsProcess(processId);
        try
        {
            using Process process = Process.GetProcessById(processId);
            return !process.HasExited;
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException)
        {
            return false;
        }
    }
}
