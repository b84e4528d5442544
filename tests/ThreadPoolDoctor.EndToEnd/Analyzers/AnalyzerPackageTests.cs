using System.IO.Compression;
using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>
/// The packed analyzer in fresh projects, as a user meets it: the build shows findings on the right lines,
/// <c>dotnet format analyzers</c> cures them, and the program still builds and does the same.
/// </summary>
public sealed class AnalyzerPackageTests(PackedAnalyzer packed) : IClassFixture<PackedAnalyzer>
{
    [Fact]
    public async Task Blocking_requests_become_awaited_ones()
    {
        string folder = FreshProjects.Console(packed, "Requests");
        await AssertReported(folder);

        await Dotnet.Must(folder, "format", "analyzers", "--diagnostics", "TPD002", "--severity", "info");
        string text = await File.ReadAllTextAsync(Path.Combine(folder, "Program.cs"));
        text.ShouldContain("_ = Task.Run(async () =>");
        text.ShouldContain("await Task.Delay(500); // TPD002");
        text.ShouldNotContain("Thread.Sleep");

        (await Build(folder)).ShouldNotContain("TPD002");
        (await Dotnet.Must(folder, "run", "--no-build")).ReplaceLineEndings("\n").ShouldBe("30 answered\nat once\n");
    }

    [Fact]
    public async Task A_web_application_is_cured_and_still_answers()
    {
        string folder = FreshProjects.Web(packed, "Shop");
        await AssertReported(folder);

        await Dotnet.Must(folder, "format", "analyzers", "--diagnostics", "TPD002", "TPD003", "--severity", "info");
        (await File.ReadAllTextAsync(Path.Combine(folder, "Program.cs"))).ShouldContain("await stock.CountAsync(name)");
        string stock = await File.ReadAllTextAsync(Path.Combine(folder, "Stock.cs"));
        stock.ShouldContain("public async Task<int> CountAsync(string name)");
        stock.ShouldContain("await File.WriteAllTextAsync(file, name);");
        stock.ShouldContain("(await File.ReadAllTextAsync(file)).Length");

        await Build(folder);
        (await Dotnet.Must(folder, "run", "--no-build")).ReplaceLineEndings("\n").ShouldBe("slow\n6\n");
    }

    [Fact]
    public async Task A_library_keeps_its_public_face()
    {
        string folder = FreshProjects.Library(packed, "Library");
        await AssertReported(folder);

        await Dotnet.Must(folder, "format", "analyzers", "--diagnostics", "TPD002", "TPD003", "--severity", "info");
        string text = await File.ReadAllTextAsync(Path.Combine(folder, "Loader.cs"));
        text.ShouldContain("private static async Task PauseAsync() => await Task.Delay(5);");
        text.ShouldContain("public string Load(string host) => System.Net.Dns.GetHostEntry(host).HostName;");
        await Build(folder);
    }

    // dotnet format makes a pass for each project and fixer, and tells of each one that gives it nothing.
    [Fact]
    public async Task A_pass_over_a_solution_is_silent_and_chooses_nothing_for_anybody()
    {
        string[] projects = [FreshProjects.Offers(packed, "Quiet"), FreshProjects.Library(packed, "QuietLibrary")];
        string solution = Directory.CreateDirectory(Path.Combine(packed.Root, "QuietSolution")).FullName;
        await Dotnet.Must(solution, ["new", "sln", "--format", "sln"]);
        await Dotnet.Must(solution, ["sln", "add", .. projects]);
        await Dotnet.Must(solution, "restore");

        (await Format(solution)).ShouldBe("");
        string text = await File.ReadAllTextAsync(Path.Combine(projects[0], "Waits.cs"));
        text.ShouldContain("await Task.Delay(5); // TPD002");
        text.ShouldContain("ThreadPool.QueueUserWorkItem(_ => ready.Wait()); // TPD004");
        text.ShouldContain("lock (_gate)");
        text.ShouldNotContain("IntentionallyBlocking");
        Directory.GetFiles(projects[0], "IntentionallyBlocking*").ShouldBeEmpty();

        (await Format(solution)).ShouldBe("");
        (await File.ReadAllTextAsync(Path.Combine(projects[0], "Waits.cs"))).ShouldBe(text);
    }

    [Theory]
    [InlineData("None", 0, false)]
    [InlineData("Default", 0, true)]
    [InlineData("Strict", 1, true)]
    public async Task One_property_sets_all_severities(string mode, int exitCode, bool reported)
    {
        string folder = FreshProjects.Console(packed, "Mode" + mode, $"<ThreadPoolDoctorMode>{mode}</ThreadPoolDoctorMode>");
        (int exit, string output) = await Dotnet.Run(folder, "build", "-v", "q", "--tl:off");
        exit.ShouldBe(exitCode, output);
        output.Contains("TPD002").ShouldBe(reported, output);
    }

    [Fact]
    public async Task A_mode_that_does_not_exist_is_an_error_that_says_so()
    {
        string folder = FreshProjects.Console(packed, "ModeWrong", "<ThreadPoolDoctorMode>Loud</ThreadPoolDoctorMode>");
        (int exit, string output) = await Dotnet.Run(folder, "build", "-v", "q", "--tl:off");
        exit.ShouldBe(1);
        output.ShouldContain("ThreadPoolDoctorMode is 'Loud'. Set it to None, Default or Strict.");
    }

    [Fact]
    public void The_package_holds_analyzers_for_development_and_nothing_to_run()
    {
        using ZipArchive archive = ZipFile.OpenRead(packed.Package);
        string[] files = [.. archive.Entries.Select(entry => entry.FullName)];
        files.ShouldContain("analyzers/dotnet/cs/ThreadPoolDoctor.Analyzers.dll");
        files.ShouldContain("analyzers/dotnet/cs/ThreadPoolDoctor.CodeFixes.dll");
        files.ShouldContain("README.md");
        files.ShouldNotContain(file => file.StartsWith("lib/", StringComparison.Ordinal));
        using StreamReader manifest = new(archive.GetEntry("ThreadPoolDoctor.Analyzers.nuspec")!.Open());
        string text = manifest.ReadToEnd();
        text.ShouldContain("<developmentDependency>true</developmentDependency>");
        text.ShouldNotContain("<dependency ");
    }

    private async Task<string> Format(string folder) =>
        (await Dotnet.Must(folder, "format", "analyzers", "--no-restore", "--severity", "info")).Trim();

    private async Task<string> Build(string folder) => await Dotnet.Must(folder, "build", "-v", "q", "--tl:off", "--no-incremental");

    private async Task AssertReported(string folder) => FreshProjects.AssertReported(folder, await Build(folder));
}
