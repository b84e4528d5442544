namespace ThreadPoolDoctor.Monitoring.Blocks;

/// <summary>
/// What runs tests. Runners are loaded from folders of their own, so that no list of packages names them, and some hold a
/// worker for the whole run.
/// </summary>
internal static class TestRunners
{
    private static readonly string[] s_prefixes =
    [
        "xunit.", "nunit", "MSTest", "TUnit", "testhost",
        "Microsoft.TestPlatform", "Microsoft.VisualStudio.TestPlatform", "Microsoft.Testing.",
    ];

    public static bool Hold(string assembly) =>
        Array.Exists(s_prefixes, prefix => assembly.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}
