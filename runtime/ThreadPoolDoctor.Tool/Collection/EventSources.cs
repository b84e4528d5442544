using System.Text.Json;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Whether the process was built, or told, to run without event sources: its runtime then sends no counters, lock waits
/// or timers, though its port answers and stacks come.
/// </summary>
internal static class EventSources
{
    private const string Switch = "System.Diagnostics.Tracing.EventSource.IsSupported";

    private const string Remedy = "set <EventSourceSupport>true</EventSourceSupport> in its project"
        + " (or take that line out of its runtimeconfig.json) and start it anew.";

    /// <summary>
    /// Why there are no counters, and what to do, as a sentence without its beginning; null when the switch is not
    /// known to be off.
    /// </summary>
    public static string? AreOff(int processId) =>
        ProcFiles.Available && Configurations(processId).Any(IsOff) ? $"event sources are switched off in the process ({Switch} is false); {Remedy}" : null;

    /// <summary>Whether a runtimeconfig.json switches event sources off.</summary>
    internal static bool IsOff(byte[] configuration) => Untrusted.Read(() =>
    {
        using JsonDocument document = JsonDocument.Parse(configuration);
        return document.RootElement.GetProperty("runtimeOptions").GetProperty("configProperties").GetProperty(Switch) switch
        {
            { ValueKind: JsonValueKind.False } => true,
            { ValueKind: JsonValueKind.String } text => string.Equals(text.GetString(), "false", StringComparison.OrdinalIgnoreCase),
            _ => false,
        };
    });

    /// <summary>
    /// Those of the program: beside the assembly that dotnet was told to run, or beside the program itself.
    /// </summary>
    private static IEnumerable<byte[]> Configurations(int processId)
    {
        TargetFiles files = new(processId);
        string folder = Link($"/proc/{processId}/cwd");
        string[] arguments = ProcFiles.TryRead($"/proc/{processId}/cmdline")?.Split('\0') ?? [];
        return arguments
            .Where(argument => argument.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
            .Take(1)
            .Select(assembly => Path.ChangeExtension(Path.Combine(folder, assembly), null))
            .Append(Link($"/proc/{processId}/exe"))
            .SelectMany(program => files.Read(program + ".runtimeconfig.json"));
    }

    private static string Link(string path) => RootedPath.LinkAt(path) ?? "/";
}
