namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// Tells .NET's own assemblies from the user's, by the folder first and by the name where there is none.
/// </summary>
public static class FrameworkAssemblies
{
    private static readonly string[] s_prefixes = ["System.", "Microsoft."];
    private static readonly string[] s_names =
    [
        "System", "mscorlib", "netstandard", "WindowsBase", "PresentationCore", "PresentationFramework", "FSharp.Core",
        // The bundled pool is machinery too: what it runs is the user's. So is what else of ours may be loaded there;
        // its sleeping threads would be candidates for each sleep whose method was inlined.
        "ThreadPoolDoctor.Pool", "ThreadPoolDoctor.Pool.AspNetCore", "ThreadPoolDoctor.Governor",
        "ThreadPoolDoctor.Governor.Hosting", "ThreadPoolDoctor.Monitoring", "ThreadPoolDoctor.Diagnosis",
    ];

    /// <summary>Whether a file of this path, of any system, belongs to a shared framework.</summary>
    public static bool IsShared(string path) =>
        path.Replace('\\', '/').Contains("/shared/Microsoft.", StringComparison.Ordinal);

    /// <summary>Whether an assembly of this simple name is machinery, whoever built it.</summary>
    public static bool IsMachinery(string assembly) => s_names.Contains(assembly, StringComparer.Ordinal);

    /// <summary>
    /// Whether the name is one that .NET's own packages bear, as a program that likes it may do, too.
    /// </summary>
    public static bool HasFrameworkName(string assembly) =>
        s_prefixes.Any(prefix => assembly.StartsWith(prefix, StringComparison.Ordinal));
}
