using System.IO.Compression;
using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>
/// The packed analyzer in fresh projects, as a user meets it: the build shows findings on the right lines,
/// <c>dotnet format analyzers</c> cures them, and the program still builds and does the same.
/// A line that ends in a comment with an id is expected to be reported with it.
/// </summary>
public sealed class AnalyzerPackageTests(PackedAnalyzer packed) : IClassFixture<PackedAnalyzer>
{
    private const string Requests = """
        using System.Diagnostics;

        // Items that block while they wait for an answer: the pool adds a thread now and then, and the rest queue.
        const int Items = 30;
        double delay = 0;
        Lock sum = new();
        using CountdownEvent answered = new(Items);
        for (int i = 0; i < Items; i++)
        {
            long queued = Stopwatch.GetTimestamp();
            ThreadPool.QueueUserWorkItem(_ =>
            {
                double waited = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                lock (sum) delay += waited;
                Thread.Sleep(500); // TPD002
                answered.Signal();
            });
        }
        answered.Wait();
        Console.WriteLine($"{Items} answered");
        Console.WriteLine(delay / Items < 400 ? "at once" : "late");
        """;

    [Fact]
    public async Task Blocking_requests_become_awaited_ones()
    {
        string folder = packed.Project("Requests", "Microsoft.NET.Sdk", "<OutputType>Exe</OutputType>", ("Program.cs", Requests));
        await AssertReported(folder);

        await Dotnet.Must(folder, packed.Packages, "format", "analyzers", "--diagnostics", "TPD002", "--severity", "info");
        string text = await File.ReadAllTextAsync(Path.Combine(folder, "Program.cs"));
        text.ShouldContain("_ = Task.Run(async () =>");
        text.ShouldContain("await Task.Delay(500); // TPD002");
        text.ShouldNotContain("Thread.Sleep");

        (await Build(folder)).ShouldNotContain("TPD002");
        (await Dotnet.Must(folder, packed.Packages, "run", "--no-build")).ReplaceLineEndings("\n").ShouldBe("30 answered\nat once\n");
    }

    [Fact]
    public async Task A_web_application_is_cured_and_still_answers()
    {
        string folder = packed.Project("Shop", "Microsoft.NET.Sdk.Web", "", ("Program.cs", """
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            builder.Services.AddSingleton<Stock>();
            var app = builder.Build();
            app.MapGet("/slow", () =>
            {
                Thread.Sleep(20); // TPD002
                return "slow";
            });
            app.MapGet("/stock/{name}", (string name, Stock stock) => stock.Count(name)); // TPD003
            await app.StartAsync();
            using HttpClient client = new() { BaseAddress = new Uri(app.Urls.Single()) };
            Console.WriteLine(await client.GetStringAsync("/slow"));
            Console.WriteLine(await client.GetStringAsync("/stock/apples"));
            await app.StopAsync();
            """), ("Stock.cs", """
            /// <summary>Counts <see cref="Count"/>.</summary>
            internal sealed class Stock
            {
                public int Count(string name)
                {
                    string file = Path.GetTempFileName();
                    File.WriteAllText(file, name);
                    return File.ReadAllText(file).Length;
                }
            }
            """));
        await AssertReported(folder);

        await Dotnet.Must(folder, packed.Packages, "format", "analyzers", "--diagnostics", "TPD002", "TPD003", "--severity", "info");
        (await File.ReadAllTextAsync(Path.Combine(folder, "Program.cs"))).ShouldContain("await stock.CountAsync(name)");
        string stock = await File.ReadAllTextAsync(Path.Combine(folder, "Stock.cs"));
        stock.ShouldContain("public async Task<int> CountAsync(string name)");
        stock.ShouldContain("await File.WriteAllTextAsync(file, name);");
        stock.ShouldContain("(await File.ReadAllTextAsync(file)).Length");

        await Build(folder);
        (await Dotnet.Must(folder, packed.Packages, "run", "--no-build")).ReplaceLineEndings("\n").ShouldBe("slow\n6\n");
    }

    [Fact]
    public async Task A_library_keeps_its_public_face()
    {
        string folder = packed.Project("Library", "Microsoft.NET.Sdk", "<TreatWarningsAsErrors>false</TreatWarningsAsErrors>", ("Loader.cs", """
            namespace Library;

            public sealed class Loader
            {
                public void Start() => Task.Run(() => Load("a"));

                public Task Wait()
                {
                    return Task.Run(() => Pause()); // TPD002
                }

                public string Load(string file) => File.ReadAllText(file);

                private static void Pause() => Thread.Sleep(5);
            }
            """.Replace("Task.Run(() => Load(\"a\"));", "Task.Run(() => Load(\"a\")); // TPD003")));
        await AssertReported(folder);

        await Dotnet.Must(folder, packed.Packages, "format", "analyzers", "--diagnostics", "TPD002", "TPD003", "--severity", "info");
        string text = await File.ReadAllTextAsync(Path.Combine(folder, "Loader.cs"));
        text.ShouldContain("private static async Task PauseAsync() => await Task.Delay(5);");
        text.ShouldContain("public string Load(string file) => File.ReadAllText(file);");
        await Build(folder);
    }

    [Theory]
    [InlineData("None", 0, false)]
    [InlineData("Default", 0, true)]
    [InlineData("Strict", 1, true)]
    public async Task One_property_sets_all_severities(string mode, int exitCode, bool reported)
    {
        string folder = packed.Project("Mode" + mode, "Microsoft.NET.Sdk", $"<OutputType>Exe</OutputType><ThreadPoolDoctorMode>{mode}</ThreadPoolDoctorMode>", ("Program.cs", Requests));
        (int exit, string output) = await Dotnet.Run(folder, packed.Packages, "build", "-v", "q", "--tl:off");
        exit.ShouldBe(exitCode, output);
        output.Contains("TPD002").ShouldBe(reported, output);
    }

    [Fact]
    public async Task A_mode_that_does_not_exist_is_an_error_that_says_so()
    {
        string folder = packed.Project("ModeWrong", "Microsoft.NET.Sdk", "<OutputType>Exe</OutputType><ThreadPoolDoctorMode>Loud</ThreadPoolDoctorMode>", ("Program.cs", Requests));
        (int exit, string output) = await Dotnet.Run(folder, packed.Packages, "build", "-v", "q", "--tl:off");
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

    private async Task<string> Build(string folder) => await Dotnet.Must(folder, packed.Packages, "build", "-v", "q", "--tl:off", "--no-incremental");

    private async Task AssertReported(string folder)
    {
        string output = await Build(folder);
        string[] reported = [.. Regex.Matches(output, @"(\w+\.cs)\((\d+),\d+\): warning (TPD\d+)").Select(m => $"{m.Groups[1]}:{m.Groups[2]} {m.Groups[3]}").Distinct().Order()];
        string[] expected = [.. Directory.GetFiles(folder, "*.cs").SelectMany(file => File.ReadAllLines(file)
            .Select((line, i) => (Match: Regex.Match(line, @"// (TPD\d+)$"), Line: i + 1))
            .Where(found => found.Match.Success)
            .Select(found => $"{Path.GetFileName(file)}:{found.Line} {found.Match.Groups[1]}")).Order()];
        reported.ShouldBe(expected, output);
    }
}
