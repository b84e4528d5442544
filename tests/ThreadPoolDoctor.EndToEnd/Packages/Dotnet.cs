using System.Diagnostics;

namespace ThreadPoolDoctor.EndToEnd.Packages;

/// <summary>
/// Runs the dotnet command as a user would, apart from the build servers and variables of this test run.
/// </summary>
internal static class Dotnet
{
    public static Task<(int ExitCode, string Output)> Run(string folder, params string[] arguments) =>
        RunWith(OwnPackages.Cache, folder, arguments);

    /// <summary>The same, and it has to succeed.</summary>
    public static Task<string> Must(string folder, params string[] arguments) => MustWith(OwnPackages.Cache, folder, arguments);

    /// <summary>The same with another cache of packages.</summary>
    public static async Task<string> MustWith(string packages, string folder, params string[] arguments)
    {
        (int exitCode, string output) = await RunWith(packages, folder, arguments);
        if (exitCode != 0) Assert.Fail($"dotnet {string.Join(' ', arguments)} ended with {exitCode}:\n{output}");
        return output;
    }

    private static async Task<(int ExitCode, string Output)> RunWith(string packages, string folder, string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string name in start.Environment.Keys.Where(IsOfThisRun).ToArray()) start.Environment.Remove(name);
        start.Environment["NUGET_PACKAGES"] = packages;
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["SharedCompilationId"] = CompilerServer.Name;
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        using CancellationTokenSource limit = new(TimeSpan.FromMinutes(5));
        try
        {
            await process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
        }
        return (process.ExitCode, await output + await error);
    }

    // Left in place, they would make the child use the parent's SDK resolver and build server.
    private static bool IsOfThisRun(string name) =>
        name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase) || name.StartsWith("VSTEST", StringComparison.OrdinalIgnoreCase)
        || name is "CI" or "DOTNET_HOST_PATH" or "DOTNET_CLI_CONTEXT_VERBOSE";
}
