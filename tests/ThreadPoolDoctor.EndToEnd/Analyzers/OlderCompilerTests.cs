using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>
/// The same package under the oldest Roslyn that it supports: MSBuild builds the same fresh projects with a compiler
/// made of Roslyn 4.14, which gives the same warnings; the same fixes cure them, and the projects build and run.
/// </summary>
public sealed class OlderCompilerTests(PackedAnalyzer packed) : IClassFixture<PackedAnalyzer>
{
    // That compiler knows C# 13.
    private static readonly string s_properties =
        $"<LangVersion>13.0</LangVersion><CscToolPath>{Path.GetDirectoryName(Compiler)}</CscToolPath><CscToolExe>{Path.GetFileName(Compiler)}</CscToolExe><ProduceReferenceAssembly>false</ProduceReferenceAssembly>";

    private static string Compiler => Path.GetFullPath(Path.Combine(
        AppContext.BaseDirectory, "..", "..", "ThreadPoolDoctor.OlderCompiler", new DirectoryInfo(AppContext.BaseDirectory).Name,
        OperatingSystem.IsWindows() ? "ThreadPoolDoctor.OlderCompiler.exe" : "ThreadPoolDoctor.OlderCompiler"));

    [Fact]
    public async Task A_console_program_is_reported_and_cured()
    {
        string folder = FreshProjects.Console(packed, "OldRequests", s_properties);
        await AssertReported(folder);
        await Fix(folder, "TPD002");
        string text = await File.ReadAllTextAsync(Path.Combine(folder, "Program.cs"));
        text.ShouldContain("_ = Task.Run(async () =>");
        text.ShouldNotContain("Thread.Sleep");
        (await Build(folder)).ShouldNotContain("TPD002");
        (await Dotnet.Must(folder, "run", "--no-build")).ReplaceLineEndings("\n").ShouldBe("30 answered\nat once\n");
    }

    [Fact]
    public async Task A_web_application_is_reported_and_cured()
    {
        string folder = FreshProjects.Web(packed, "OldShop", s_properties);
        await AssertReported(folder);
        await Fix(folder, "TPD002,TPD003");
        (await File.ReadAllTextAsync(Path.Combine(folder, "Program.cs"))).ShouldContain("await stock.CountAsync(name)");
        (await Build(folder)).ShouldNotContain("TPD00");
        (await Dotnet.Must(folder, "run", "--no-build")).ReplaceLineEndings("\n").ShouldBe("slow\n6\n");
    }

    [Fact]
    public async Task A_library_is_reported_and_keeps_its_public_face()
    {
        string folder = FreshProjects.Library(packed, "OldLibrary", s_properties);
        await AssertReported(folder);
        await Fix(folder, "TPD002,TPD003");
        string text = await File.ReadAllTextAsync(Path.Combine(folder, "Loader.cs"));
        text.ShouldContain("private static async Task PauseAsync() => await Task.Delay(5);");
        text.ShouldContain("public string Load(string host) => System.Net.Dns.GetHostEntry(host).HostName;");
        await Build(folder);
    }

    private async Task AssertReported(string folder) => FreshProjects.AssertReported(folder, await Build(folder));

    private async Task<string> Build(string folder)
    {
        string output = await Dotnet.Must(folder, "build", "-v", "q", "--tl:off", "--no-incremental");
        (await File.ReadAllTextAsync(Arguments(folder))).ShouldContain("# Roslyn 4.14.");
        return output;
    }

    private static async Task Fix(string folder, string ids)
    {
        (int exitCode, string output) = await Dotnet.Run(folder, Path.Combine(Path.GetDirectoryName(Compiler)!, "ThreadPoolDoctor.OlderCompiler.dll"), "--fix", ids, "@" + Arguments(folder));
        exitCode.ShouldBe(0, output);
        output.ShouldContain("fixed ");
    }

    // The compiler left its version and its arguments beside what it wrote.
    private static string Arguments(string folder) => Directory.GetFiles(folder, "older.rsp", SearchOption.AllDirectories).Single();
}
