namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>Tells .NET's own assemblies from the user's, by the folder first and by the name where there is none.</summary>
public static class FrameworkAssemblies
{
    private static readonly string[] s_prefixes = ["System.", "Microsoft."];
    private static readonly string[] s_names =
    [
        "System", "mscorlib", "netstandard", "WindowsBase", "PresentationCore", "PresentationFramework",
        // The bundled pool is machinery too: what it runs is the user's.
        "ThreadPoolDoctor.Pool", "ThreadPoolDoctor.Pool.AspNetCore",
    ];

    public static bool Contains(string assembly, string? path = null)
    {
        if (path is not null && path.Replace('\\', '/').Contains("/shared/Microsoft.", StringComparison.Ordinal))
        {
            return true;
        }
        return s_names.Contains(assembly, StringComparer.Ordinal)
            || s_prefixes.Any(prefix => assembly.StartsWith(prefix, StringComparison.Ordinal));
    }
}
