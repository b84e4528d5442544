using System.Diagnostics;
using ThreadPoolDoctor.EndToEnd.Doctor;

namespace ThreadPoolDoctor.EndToEnd.Packages;

/// <summary>
/// The compiler server of the builds of this run: starting the compiler anew takes half of a small build's time. It has
/// a name of its own, so that nobody else's server is used or ended, and it is ended with the run instead of ten
/// minutes later.
/// </summary>
internal static class CompilerServer
{
    private static readonly Lazy<string> s_name = new(() =>
    {
        string name = $"tpd-endtoend-{Guid.NewGuid():N}", program = FindProgram();
        // Not waited for: the test runner gives its process a tenth of a second to end in.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Process.Start(House.Dotnet, ["exec", program, $"-pipename:{name}", "-shutdown"]).Dispose();
        return name;
    });

    /// <summary>
    /// For the property SharedCompilationId of a build, which starts the server if there is none of the name.
    /// </summary>
    public static string Name => s_name.Value;

    private static string FindProgram()
    {
        string project = Path.Combine(House.Repository, "tests", "ThreadPoolDoctor.EndToEnd", "ThreadPoolDoctor.EndToEnd.csproj");
        ProcessStartInfo start = new(House.Dotnet, ["msbuild", project, "-getProperty:RoslynTargetsPath"]) { RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        string compilers = process.StandardOutput.ReadToEnd().Trim();
        process.WaitForExit();
        string program = Path.Combine(compilers, "bincore", "VBCSCompiler.dll");
        return File.Exists(program) ? program : throw new FileNotFoundException($"The SDK says that its compilers are in '{compilers}'.", program);
    }
}
