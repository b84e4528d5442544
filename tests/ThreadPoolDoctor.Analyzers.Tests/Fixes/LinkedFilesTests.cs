using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>A file that several projects compile is changed once, and in the same way for all of them.</summary>
public sealed class LinkedFilesTests
{
    private const string Forwarder = """
        internal class Forwarder
        {
            public Task Begin(TextReader reader) => Task.Run(() => Read(reader));

            public int Read(TextReader reader)
            {
                int count = [|reader.Read(new char[5], 0, 5)|];
                return count;
            }
        }
        """;

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(3, true)]
    public async Task Callers_in_a_file_of_several_projects_follow_in_each_of_them(int twins, bool isInLast)
    {
        (Project project, Diagnostic report) = await Open(Forwarder, twins, isInLast);
        await IsCured(await Fix.Apply((await Fix.Offers(Fix.Curing("TPD003"), project, report)).First()), twins);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(3, true)]
    public async Task Fix_all_does_the_same(int twins, bool isInLast)
    {
        (Project project, Diagnostic report) = await Open(Forwarder, twins, isInLast);
        await IsCured(await Fix.FixAll(Fix.Curing("TPD003"), project, [report], FixAllScope.Solution), twins);
    }

    /// <summary>What one of the projects calls in a file of its own follows as well.</summary>
    [Fact]
    public async Task A_caller_in_another_file_of_one_project_follows()
    {
        (Project project, Diagnostic report) = await Open(Forwarder, 1, isInLast: false);
        ProjectId twin = project.Solution.ProjectIds.Single(id => id != project.Id);
        Document own = project.Solution.GetProject(twin)!.AddDocument("Own.cs", "class Own { async Task<int> M() { await Task.Yield(); return new Forwarder().Read(TextReader.Null); } }", filePath: "/twin/Own.cs");
        Solution changed = await Fix.Apply((await Fix.Offers(Fix.Curing("TPD003"), own.Project.Solution.GetProject(project.Id)!, report)).First());
        await IsCured(changed, 1);
        (await changed.GetDocument(own.Id)!.GetTextAsync()).ToString().ShouldContain("return await new Forwarder().ReadAsync(TextReader.Null)");
    }

    /// <summary>
    /// A directive goes where nothing in any of the projects needs it any longer, and was needed before.
    /// </summary>
    [Theory]
    [InlineData("", "", false)]
    [InlineData("", "Pausing? Kept => null;", true)]
    [InlineData("using Unneeded = System.Threading.Timer;", "", false)]
    public async Task A_directive_that_no_project_needs_any_longer_goes_in_all_of_them(string other, string member, bool stays)
    {
        (Project project, Diagnostic report) = await Open($$"""
            using Pausing = System.Threading.Thread;
            {{other}}

            internal class C
            {
                {{member}}
                async Task M() { await Task.Yield(); [|Pausing.Sleep(5)|]; }
            }
            """, 2, isInLast: false, "TPD002");
        Solution changed = await Fix.Apply((await Fix.Offers(Fix.Curing("TPD002"), project, report)).First());
        foreach (Document copy in changed.Projects.SelectMany(each => each.Documents).Where(each => each.Name == "Test0.cs"))
        {
            string text = (await copy.GetTextAsync()).ToString();
            text.ShouldContain("await Task.Delay(5)");
            text.Contains("using Pausing").ShouldBe(stays, text);
            text.Contains("using Unneeded").ShouldBe(other.Length > 0, text);
        }
    }

    /// <summary>.NET Framework has <c>Socket.ConnectAsync(EndPoint)</c> from 4.7.1 on alone.</summary>
    [Theory]
    [InlineData(" public System.Threading.Tasks.Task ConnectAsync(System.Net.EndPoint to) => System.Threading.Tasks.Task.CompletedTask;", 1)]
    [InlineData("", 0)]
    public async Task A_twin_that_one_of_the_targets_lacks_is_not_offered(string twin, int offers)
    {
        (Project project, Diagnostic report) = await Open("class C { async Task M(System.Net.Sockets.Socket socket, EndPoint to) { await Task.Yield(); [|socket.Connect(to)|]; } }", 1, isInLast: false);
        Project older = WithOlderSockets(project.Solution.Projects.Single(each => each.Id != project.Id), twin);
        (await older.GetCompilationAsync())!.GetDiagnostics().Where(each => each.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
        (await Fix.Offers(Fix.Curing("TPD003"), older.Solution.GetProject(project.Id)!, report)).Length.ShouldBe(offers);
    }

    /// <summary>
    /// A caller that was to become async for the helper's sake alone keeps all that blocks in it, too.
    /// </summary>
    [Theory]
    [InlineData(" public System.Threading.Tasks.Task ConnectAsync(System.Net.EndPoint to) => System.Threading.Tasks.Task.CompletedTask;", true)]
    [InlineData("", false)]
    public async Task A_caller_of_what_one_of_the_targets_cannot_await_stays_as_it_is(string twin, bool changes)
    {
        const string Helper = """
            internal class C
            {
                public Task Begin(System.Net.Sockets.Socket socket, EndPoint to) => Task.Run(() => Open(socket, to));

                public void Open(System.Net.Sockets.Socket socket, EndPoint to)
                {
                    [|socket.Connect(to)|];
                }
            }
            """;
        const string Caller = """
            class Own
            {
                async Task Show(System.Net.Sockets.Socket socket, System.Net.EndPoint to)
                {
                    await Task.Yield();
                    System.Console.WriteLine(Use(socket, to));
                }

                string Use(System.Net.Sockets.Socket socket, System.Net.EndPoint to)
                {
                    new C().Open(socket, to);
                    return File.ReadAllText("a");
                }
            }
            """;
        (Project project, Diagnostic report) = await Open(Helper, 1, isInLast: false);
        Project older = WithOlderSockets(project.Solution.Projects.Single(each => each.Id != project.Id), twin);
        Document own = older.Solution.GetProject(project.Id)!.AddDocument("Own.cs", Caller, filePath: "/src/Own.cs");
        Solution changed = await Fix.FixAll(Fix.Curing("TPD003"), own.Project, [report], FixAllScope.Solution);
        string text = (await changed.GetDocument(own.Id)!.GetTextAsync()).ToString();
        (text != Caller).ShouldBe(changes, text);
        text.Contains("await File.ReadAllTextAsync(").ShouldBe(changes, text);
    }

    private static Project WithOlderSockets(Project project, string twin)
    {
        project = project.WithMetadataReferences(project.MetadataReferences.Where(each => Path.GetFileName(each.Display) != "System.Net.Sockets.dll"));
        return project.AddDocument("Older.cs", "namespace System.Net.Sockets { public class Socket { public void Connect(System.Net.EndPoint to) { }" + twin + " } }").Project;
    }

    private static async Task IsCured(Solution changed, int twins)
    {
        Document[] copies = [.. changed.Projects.SelectMany(each => each.Documents).Where(each => each.Name == "Test0.cs")];
        copies.Length.ShouldBe(twins + 1);
        foreach (Document copy in copies)
        {
            (await copy.GetTextAsync()).ToString().ReplaceLineEndings("\n").ShouldBe("""
                internal class Forwarder
                {
                    public Task Begin(TextReader reader) => Task.Run(async () => await ReadAsync(reader));

                    public async Task<int> ReadAsync(TextReader reader)
                    {
                        int count = await reader.ReadAsync(new char[5], 0, 5);
                        return count;
                    }
                }
                """.ReplaceLineEndings("\n"));
            await Fix.AssertSound(copy.Project);
        }
    }

    // One project file each, and the same documents in all of them.
    /// <summary>What awaits in one target and waits in another needs its thread there.</summary>
    [Theory]
    [InlineData("WAITS", 0)]
    [InlineData("OTHER", 1)]
    public async Task A_long_running_start_keeps_its_thread_where_one_of_them_waits(string symbol, int offers)
    {
        (Project project, Diagnostic report) = await Open("""
            internal class Forwarder(Stream stream)
            {
                public void Begin() => [|Task.Factory.StartNew(async () => await Work().ConfigureAwait(false), TaskCreationOptions.LongRunning)|];

                private async Task Work()
                {
            #if WAITS
                    int read = await Task.FromResult(stream.Read(new byte[5], 0, 5));
            #else
                    int read = await stream.ReadAsync(new byte[5], 0, 5);
            #endif
                }
            }
            """, 1, isInLast: false, "TPD008");
        ProjectId twin = project.Solution.ProjectIds.Single(id => id != project.Id);
        Solution solution = project.Solution.WithProjectParseOptions(twin,
            ((Microsoft.CodeAnalysis.CSharp.CSharpParseOptions)project.ParseOptions!).WithPreprocessorSymbols(symbol));
        project = solution.GetProject(project.Id)!;
        (await Fix.Offers(Fix.Curing("TPD008"), project, report)).Count().ShouldBe(offers);
    }

    private static async Task<(Project Project, Diagnostic Report)> Open(string source, int twins, bool isInLast, string id = "TPD003")
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open(id, [source], new());
        Solution solution = project.Solution.WithProjectFilePath(project.Id, "/src/Test.csproj");
        for (int i = 0; i < twins; i++)
        {
            ProjectId twin = ProjectId.CreateNewId();
            solution = solution.AddProject(ProjectInfo.Create(
                twin, VersionStamp.Default, $"Twin{i}", $"Twin{i}", LanguageNames.CSharp, $"/src/Twin{i}.csproj", compilationOptions: project.CompilationOptions,
                parseOptions: project.ParseOptions, metadataReferences: project.MetadataReferences));
            foreach (Document document in project.Documents) solution = solution.AddDocument(DocumentId.CreateNewId(twin), document.Name, await document.GetTextAsync(), filePath: document.FilePath);
        }
        project = isInLast ? solution.Projects.Last() : solution.GetProject(project.Id)!;
        SyntaxTree tree = (await project.Documents.Single(document => document.Name == "Test0.cs").GetSyntaxTreeAsync())!;
        Diagnostic report = reports.ShouldHaveSingleItem();
        return (project, Diagnostic.Create(report.Descriptor, Location.Create(tree, report.Location.SourceSpan), "", "", "", ""));
    }
}
