using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The pool's minimum and maximum where they can be known. The runtime tells them only when they change, so for a late
/// attach there are the environment variables that force them; what the program sets in code stays unknown.
/// </summary>
internal static class PoolLimits
{
    public static (int? Min, int? Max) Of(Target target, (int? Min, int? Max) told)
    {
        if (told.Min is not null) return told;
        string[] environment = ProcFiles.TryRead($"/proc/{target.ProcessId}/environ")?.Split('\0') ?? [];
        return (
            Forced(environment, "DOTNET_ThreadPool_ForceMinWorkerThreads"),
            Forced(environment, "DOTNET_ThreadPool_ForceMaxWorkerThreads"));
    }

    // The runtime reads these numbers as hexadecimal.
    internal static int? Forced(string[] environment, string name) =>
        environment.FirstOrDefault(pair => pair.StartsWith(name + "=", StringComparison.Ordinal)) is { } pair
        && int.TryParse(pair[(name.Length + 1)..], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out int value)
            ? value
            : null;
}
