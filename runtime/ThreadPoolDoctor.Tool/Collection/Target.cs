using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>The process to look at: found, checked for everything that would make looking fail, and named.</summary>
internal sealed partial class Target
{
    private Target(int processId, string name, string runtime, int processors, DiagnosticsClient client)
    {
        ProcessId = processId;
        Name = name;
        Runtime = runtime;
        Processors = processors;
        Client = client;
    }

    public int ProcessId { get; }

    public string Name { get; }

    /// <summary>Version of its runtime, or "unknown".</summary>
    public string Runtime { get; }

    public int Processors { get; }

    public DiagnosticsClient Client { get; }

    /// <summary>Finds a process by its id or by its program's name. Throws ExpectedTrouble with the next step otherwise.</summary>
    public static Target Find(string idOrName)
    {
        int id = int.TryParse(idOrName, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : DotNetProcesses.FindByName(idOrName);
        Preflight.Check(id);
        return new(
            id,
            DotNetProcesses.NameOf(id),
            RuntimeVersionOf(id),
            Collection.Processors.Of(id),
            new DiagnosticsClient(id));
    }

    /// <summary>By the folder that the runtime was loaded from, which the kernel knows.</summary>
    internal static string RuntimeVersionOf(int processId)
    {
        string? maps = ProcFiles.TryRead($"/proc/{processId}/maps");
        if (maps is null) return "unknown";
        Match shared = SharedRuntime().Match(maps);
        if (shared.Success) return shared.Groups[1].Value;
        Match alone = AnyRuntime().Match(maps);
        return alone.Success ? VersionBeside($"/proc/{processId}/root{alone.Groups[1].Value}") : "unknown";
    }

    /// <summary>Self-contained programs carry the runtime in their own folder; its core library says the version.</summary>
    private static string VersionBeside(string folder)
    {
        try
        {
            string? version = FileVersionInfo.GetVersionInfo(Path.Combine(folder, "System.Private.CoreLib.dll")).ProductVersion;
            return version?.Split('+', '-')[0] is { Length: > 0 } plain ? plain : "unknown";
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return "unknown";
        }
    }

    [GeneratedRegex(@"/Microsoft\.NETCore\.App/([^/\n]+)/libcoreclr\.so")]
    private static partial Regex SharedRuntime();

    [GeneratedRegex(@" (/[^\n]*)/libcoreclr\.so")]
    private static partial Regex AnyRuntime();
}
