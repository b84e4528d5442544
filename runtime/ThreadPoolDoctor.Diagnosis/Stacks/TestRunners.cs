using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Stacks;

/// <summary>
/// What runs tests. Runners are loaded from folders of their own, so that no list of packages names them, and they hold
/// a worker or two for the whole run: nobody who tests a program wants a verdict on its test platform.
/// </summary>
internal static class TestRunners
{
    private static readonly string[] s_prefixes =
    [
        "xunit.", "nunit.", "NUnit3.", "MSTest.", "MSTestAdapter.", "TUnit.", "testhost.",
        "Microsoft.TestPlatform.", "Microsoft.VisualStudio.TestPlatform.", "Microsoft.Testing.",
    ];

    /// <summary>Whether an assembly of this simple name is part of a test runner.</summary>
    public static bool Hold(string assembly) =>
        Array.Exists(s_prefixes, prefix => $"{assembly}.".StartsWith(prefix, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// Whether a runner makes this call, and no test: none of the program's own code stands on the stack.
    /// </summary>
    public static bool Make(Blockage blockage) =>
        blockage.Stack.Any(frame => Hold(frame.Assembly))
        && !blockage.Stack.Any(frame => frame is { IsFramework: false, IsPackage: false, IsMadeAtRunTime: false } && !Hold(frame.Assembly));
}
