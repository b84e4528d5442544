using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// Fix All of what a person may choose: done where a person asks for it, in a pass that nobody watches never.
/// </summary>
public sealed class FixAllOffersTests
{
    private const string Blocks = """
        public class C
        {
            private readonly object _gate = new();

            public void Start(ManualResetEventSlim gate)
            {
                ThreadPool.QueueUserWorkItem(_ => [|gate.Wait()|]);
                ThreadPool.QueueUserWorkItem(_ => { [|gate.Wait()|]; gate.Reset(); });
            }

            public async Task SaveAsync(SemaphoreSlim room)
            {
                await Task.Yield();
                lock (_gate)
                {
                    [|room.Wait()|];
                }
            }
        }
        """;

    private static readonly CodeFixProvider s_offers = Fix.Named("OtherOffers");

    public static TheoryData<string> Keys => [".semaphore", ".dedicated", ".pool", ".intentional"];

    public static TheoryData<string> Rules => [.. Examine.Rules.SelectMany(rule => rule.SupportedDiagnostics).Select(rule => rule.Id).Distinct()];

    public static TheoryData<string> Fixers => [.. Fix.All.Select(fixer => fixer.GetType().Name)];

    [Theory]
    [MemberData(nameof(Keys))]
    public async Task A_pass_that_nobody_watches_makes_no_offer(string key)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(new() { Workspace = WorkspaceKind.MSBuild });
        Solution changed = await All(project, reports, "TPD004" + key, FixAllScope.Solution);
        changed.GetChanges(project.Solution).GetProjectChanges().ShouldBeEmpty();
    }

    [Theory]
    [InlineData(null)]
    [InlineData("TPD004.await")]
    public async Task A_pass_that_was_not_asked_for_an_offer_makes_none(string? key)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(new());
        Solution changed = await All(project, reports, key, FixAllScope.Solution);
        changed.GetChanges(project.Solution).GetProjectChanges().ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Fixers))]
    public async Task A_pass_without_reports_changes_nothing_and_says_so(string fixer)
    {
        (Project project, _) = Open(new());
        Solution changed = await Fix.FixAll(Fix.Named(fixer), project.Documents.Last(), [], FixAllScope.Solution, key: null, "TPD004");
        changed.GetChanges(project.Solution).GetProjectChanges().ShouldBeEmpty();
    }

    // For each that does not, dotnet format tells its user that it is unable to fix the rule.
    [Theory]
    [MemberData(nameof(Rules))]
    public void Each_rule_has_fixers_and_all_fix_a_whole_solution(string id)
    {
        CodeFixProvider[] fixers = [.. Fix.All.Where(fixer => fixer.FixableDiagnosticIds.Contains(id))];
        fixers.ShouldNotBeEmpty();
        fixers.ShouldAllBe(fixer => fixer.GetFixAllProvider()!.GetSupportedFixAllScopes().Contains(FixAllScope.Solution));
    }

    [Fact]
    public async Task Everything_in_a_project_moves_to_threads_of_its_own_or_to_the_bundled_pool()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(new() { References = [typeof(WorkPool).Assembly.Location] });
        string threads = await Text(await All(project, reports, "TPD004.dedicated", FixAllScope.Project), project);
        threads.ShouldContain("new Thread(_ => gate.Wait()) { IsBackground = true }.Start();");
        threads.ShouldContain("new Thread(_ => { gate.Wait(); gate.Reset(); }) { IsBackground = true }.Start();");
        string pool = await Text(await All(project, reports, "TPD004.pool", FixAllScope.Project), project);
        pool.ShouldNotContain("QueueUserWorkItem");
        pool.Split("WorkPool.Shared.Queue(").Length.ShouldBe(3);
    }

    [Fact]
    public async Task A_member_is_marked_once_whatever_blocks_in_it()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(new());
        Solution changed = await All(project, reports, "TPD004.intentional", FixAllScope.Document);
        string text = await Text(changed, project);
        text.Split("[ThreadPoolDoctor.IntentionallyBlocking(").Length.ShouldBe(3);
        (await Left(changed)).ShouldBeEmpty();
    }

    // The attribute is internal, so that each project has its own; but who sees another's internals needs none.
    [Theory]
    [InlineData("", 2)]
    [InlineData("[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"App\")]", 1)]
    public async Task Every_project_of_a_solution_is_marked(string friends, int attributes)
    {
        (Solution solution, ImmutableArray<Diagnostic> reports) = await TwoProjects(friends);
        Document start = solution.GetDocument(reports[0].Location.SourceTree)!;
        Solution changed = await Fix.FixAll(s_offers, start, reports, FixAllScope.Solution, "TPD002.intentional", "TPD002");
        foreach (Project project in changed.Projects) await Fix.AssertSound(project);
        changed.Projects.SelectMany(project => project.Documents).Count(document => document.Name == "IntentionallyBlockingAttribute.cs").ShouldBe(attributes);
        (await Left(changed)).ShouldBeEmpty();
    }

    // The attribute of a project that is referred to is there, but nobody else can use it.
    [Fact]
    public async Task A_project_is_marked_after_one_that_it_refers_to()
    {
        (Solution solution, ImmutableArray<Diagnostic> reports) = await TwoProjects("");
        foreach (Diagnostic report in reports)
        {
            Document document = solution.Projects.SelectMany(project => project.Documents).Single(each => each.FilePath == report.Location.SourceTree!.FilePath);
            Diagnostic now = Diagnostic.Create(report.Descriptor, Location.Create((await document.GetSyntaxTreeAsync())!, report.Location.SourceSpan), "", "", "", "");
            solution = await Fix.Apply((await Fix.Offers(s_offers, document.Project, now)).ShouldHaveSingleItem());
        }
        (await Left(solution)).ShouldBeEmpty();
    }

    [Fact]
    public async Task What_cannot_be_marked_keeps_nothing_else_back()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD002", ["""
            public class C
            {
                public async Task FirstAsync() { await Task.Yield(); [|Thread.Sleep(1)|]; }

                [ThreadPoolDoctor.IntentionallyBlocking("a sensor needs it")]
                public async Task MarkedAsync() { await Task.Yield(); [|Thread.Sleep(2)|]; }

                public async Task LastAsync() { await Task.Yield(); [|Thread.Sleep(3)|]; }
            }
            """, """
            namespace ThreadPoolDoctor;
            internal sealed class IntentionallyBlockingAttribute(string reason) : Attribute { public string Reason => reason; }
            """], new());
        Solution changed = await All(project, reports, "TPD002.intentional", FixAllScope.Project);
        (await Text(changed, project)).Split("[ThreadPoolDoctor.IntentionallyBlocking(").Length.ShouldBe(4);
        (await Left(changed)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Only_the_rule_that_was_chosen_for_is_marked()
    {
        (Project project, ImmutableArray<Diagnostic> signals) = Open(new());
        ImmutableArray<Diagnostic> reports = [.. signals, Diagnostic.Create(Descriptors.Find("TPD002")!, signals[2].Location, "", "", "", "")];
        Document start = project.GetDocument(reports[0].Location.SourceTree)!;
        Solution changed = await Fix.FixAll(s_offers, start, reports, FixAllScope.Project, "TPD002.intentional", "TPD002", "TPD004");
        string text = (await Text(changed, project)).ReplaceLineEndings("\n");
        text.Split("[ThreadPoolDoctor.IntentionallyBlocking(").Length.ShouldBe(2);
        text.ShouldContain("to block\")]\n    public async Task SaveAsync(");
    }

    [Fact]
    public async Task Several_locks_become_semaphores_at_once_and_one_that_cannot_stays()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD001", ["""
            public class Store
            {
                private readonly object _orders = new();
                private readonly object _bills = new();
                private readonly object _shared = new();

                public async Task SaveAsync()
                {
                    await Task.Yield();
                    lock (_orders)
                    {
                        [|WriteAsync(1).Wait()|];
                        [|WriteAsync(2).Wait()|];
                    }
                    lock (_bills)
                    {
                        [|WriteAsync(3).Wait()|];
                    }
                    lock (_shared)
                    {
                        [|WriteAsync(4).Wait()|];
                    }
                }

                public void Read() { lock (_shared) { } }

                private static async Task WriteAsync(int id) => await Task.Delay(id);
            }
            """, """
            public class Log
            {
                private static readonly object s_gate = new();

                public async Task AddAsync(Task written)
                {
                    await Task.Yield();
                    lock (s_gate)
                    {
                        [|written.Wait()|];
                    }
                }
            }
            """], new());
        Solution changed = await All(project, reports, "TPD001.semaphore", FixAllScope.Solution);
        string store = await Text(changed, project);
        store.ShouldContain("private readonly SemaphoreSlim _orders = new(1, 1);");
        store.ShouldContain("await WriteAsync(1);");
        store.ShouldContain("await WriteAsync(2);");
        store.ShouldContain("await _bills.WaitAsync();");
        store.ShouldContain("await WriteAsync(3);");
        store.ShouldContain("lock (_shared)");
        store.ShouldContain("WriteAsync(4).Wait();");
        (await Text(changed, project, "Test1.cs")).ShouldContain("await written;");
    }

    private static (Project Project, ImmutableArray<Diagnostic> Reports) Open(Settings settings) => Fix.Open("TPD004", [Blocks], settings);

    private static Task<Solution> All(Project project, ImmutableArray<Diagnostic> reports, string? key, FixAllScope scope) =>
        Fix.FixAll(s_offers, project.GetDocument(reports[0].Location.SourceTree)!, reports, scope, key, reports[0].Id);

    private static async Task<string> Text(Solution solution, Project project, string name = "Test0.cs")
    {
        await Fix.AssertSound(solution.GetProject(project.Id)!);
        return (await solution.GetProject(project.Id)!.Documents.Single(document => document.Name == name).GetTextAsync()).ToString();
    }

    // What the rules themselves still report.
    private static async Task<IEnumerable<Diagnostic>> Left(Solution solution)
    {
        List<Diagnostic> left = [];
        foreach (Project project in solution.Projects)
        {
            left.AddRange(await (await project.GetCompilationAsync())!.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync());
        }
        return left;
    }

    private static async Task<(Solution Solution, ImmutableArray<Diagnostic> Reports)> TwoProjects(string friends)
    {
        const string Sleeps = "async Task RunAsync() { await Task.Yield(); Thread.Sleep(5); } }";
        Project library = Compiled.Project(friends + "public class Library { public " + Sleeps);
        library = library.Solution.WithProjectAssemblyName(library.Id, "Library").GetProject(library.Id)!;
        ProjectId id = ProjectId.CreateNewId();
        Solution solution = library.Solution.AddProject(ProjectInfo.Create(
            id, VersionStamp.Default, "App", "App", LanguageNames.CSharp, parseOptions: Compiled.ParseOptions,
            compilationOptions: Compiled.Options, metadataReferences: Compiled.References, projectReferences: [new ProjectReference(library.Id)]));
        solution = solution.AddDocument(DocumentId.CreateNewId(id), "App.cs", SourceText.From(
            "using System.Threading; using System.Threading.Tasks; public class App : Library { public new " + Sleeps), filePath: "/app/App.cs");
        List<Diagnostic> reports = [];
        foreach (Document document in solution.Projects.SelectMany(project => project.Documents))
        {
            SyntaxTree tree = (await document.GetSyntaxTreeAsync())!;
            int at = tree.ToString().IndexOf("Thread.Sleep(5)", StringComparison.Ordinal);
            if (at >= 0) reports.Add(Diagnostic.Create(Descriptors.Find("TPD002")!, Location.Create(tree, new TextSpan(at, "Thread.Sleep(5)".Length)), "", "", "", ""));
        }
        return (solution, [.. reports]);
    }
}
