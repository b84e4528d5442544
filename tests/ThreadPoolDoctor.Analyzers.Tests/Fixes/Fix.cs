using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// Applies the fixers to small programs. A mark <c>[|...|]</c> stands for a report, so that a fixer is tested whatever
/// the rules report today. Every result is compiled, emitted even, with warnings as errors, and searched for async
/// void.
/// </summary>
internal static class Fix
{
    public static ImmutableArray<CodeFixProvider> All { get; } =
    [
        .. typeof(AwaitFix).Assembly.GetTypes()
            .Where(type => type.GetCustomAttribute<ExportCodeFixProviderAttribute>() is not null)
            .Select(type => (CodeFixProvider)Activator.CreateInstance(type)!),
    ];

    /// <summary>One mark is fixed by its light bulb; several by Fix All in the project.</summary>
    public static async Task Becomes(string id, string source, string expected, Settings? settings = null)
    {
        string[] results = await Results(id, [source], settings ?? new());
        Same(results[0], expected);
    }

    public static async Task Becomes(string id, string[] sources, string[] expected, Settings? settings = null)
    {
        string[] results = await Results(id, sources, settings ?? new());
        foreach ((string result, string wanted) in results.Zip(expected, (r, w) => (r, w))) Same(result, wanted);
    }

    /// <summary>No fix is offered, and Fix All changes nothing.</summary>
    public static async Task IsRefused(string id, string source, Settings? settings = null)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(id, [source], settings ?? new());
        CodeFixProvider fixer = Curing(id);
        foreach (Diagnostic report in reports) (await Offers(fixer, project, report)).Select(a => a.Title).ShouldBeEmpty();
        Solution changed = await FixAll(fixer, project, reports, FixAllScope.Project);
        changed.GetChanges(project.Solution).GetProjectChanges().ShouldBeEmpty();
    }

    public static async Task<string[]> Results(string id, string[] sources, Settings settings)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(id, sources, settings);
        CodeFixProvider fixer = Curing(id);
        Solution changed = reports.Length == 1
            ? await Apply((await Offers(fixer, project, reports[0])).FirstOrDefault() ?? throw new InvalidOperationException("No fix is offered: " + await WhyNot(project, reports[0])))
            : await FixAll(fixer, project, reports, FixAllScope.Solution);
        await AssertSound(changed.GetProject(project.Id)!);
        List<string> texts = [];
        foreach (Document document in changed.GetProject(project.Id)!.Documents.Where(d => d.Name.StartsWith("Test", StringComparison.Ordinal)))
        {
            texts.Add((await document.GetTextAsync()).ToString());
        }
        return [.. texts];
    }

    public static CodeFixProvider Curing(string id) => All.First(fixer => fixer is CuringFix && fixer.FixableDiagnosticIds.Contains(id));

    public static CodeFixProvider Named(string name) => All.Single(fixer => fixer.GetType().Name == name);

    public static (Project Project, ImmutableArray<Diagnostic> Reports) Open(string id, string[] sources, Settings settings)
    {
        Marked[] marked = [.. sources.Select(Marked.Parse)];
        Project project = Compiled.Project([.. marked.Select(m => m.Source)], settings.Output, settings.Workspace)
            .WithParseOptions(Compiled.ParseOptions.WithLanguageVersion(settings.Language))
            .AddMetadataReferences(settings.References.Select(path => MetadataReference.CreateFromFile(path)));
        if (settings.Config.Count > 0)
        {
            string config = "root = true\n[*.cs]\n" + string.Join('\n', settings.Config.Select(pair => $"{pair.Key} = {pair.Value}"));
            DocumentId file = DocumentId.CreateNewId(project.Id);
            project = project.Solution.AddAnalyzerConfigDocument(
                file, ".editorconfig", Microsoft.CodeAnalysis.Text.SourceText.From(config), filePath: "/src/.editorconfig").GetProject(project.Id)!;
        }
        AssertCompiles(project.GetCompilationAsync().Result!, "The program under test");
        Document[] documents = [.. project.Documents.Where(d => d.Name.StartsWith("Test", StringComparison.Ordinal))];
        return (project, [.. documents.SelectMany((document, i) => marked[i].Spans.Select(span =>
            Diagnostic.Create(Descriptors.Find(id)!, Location.Create(document.GetSyntaxTreeAsync().Result!, span), "", "", "", "")))]);
    }

    public static async Task<ImmutableArray<CodeAction>> Offers(CodeFixProvider fixer, Project project, Diagnostic report)
    {
        ImmutableArray<CodeAction>.Builder actions = ImmutableArray.CreateBuilder<CodeAction>();
        Document document = project.GetDocument(report.Location.SourceTree)!;
        await fixer.RegisterCodeFixesAsync(new CodeFixContext(document, report, (action, _) => actions.Add(action), default));
        return actions.ToImmutable();
    }

    public static async Task<Solution> Apply(CodeAction action) =>
        (await action.GetOperationsAsync(default)).OfType<ApplyChangesOperation>().Single().ChangedSolution;

    // No equivalence key, as when the report that models the pass cannot be cured.
    public static Task<Solution> FixAll(CodeFixProvider fixer, Project project, ImmutableArray<Diagnostic> reports, FixAllScope scope) =>
        FixAll(fixer, project.GetDocument(reports[0].Location.SourceTree)!, reports, scope, key: null, reports[0].Id);

    /// <summary>
    /// What a pass makes of these reports; it gives an action whatever it finds, as dotnet format tells its user of
    /// none.
    /// </summary>
    public static async Task<Solution> FixAll(
        CodeFixProvider fixer, Document document, ImmutableArray<Diagnostic> reports, FixAllScope scope, string? key, params string[] ids)
    {
        FixAllContext context = new(document, fixer, scope, key!, ids, new Given(reports), default);
        return await Apply((await fixer.GetFixAllProvider()!.GetFixAsync(context)).ShouldNotBeNull());
    }

    /// <summary>Why the one report cannot be cured, as the end of a sentence.</summary>
    public static Task<string> WhyNot(string id, string source)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Open(id, [source], new());
        return WhyNot(project, reports.ShouldHaveSingleItem());
    }

    private static async Task<string> WhyNot(Project project, Diagnostic report)
    {
        if (report.Id == "TPD007")
        {
            Planner returning = new(project.Solution, loosesAggregate: false, default) { CuresAsyncVoid = true };
            return (await AsyncVoidFix.PlanAsync(returning, report, default)).Stop!;
        }
        SitePlan plan = (await Reports.PlanAsync(
            new Planner(project.Solution, report.Id == "TPD001", default), report, default))[0];
        if (plan.Stop is not null) return plan.Stop;
        Solution changed = await Changes.ApplyAsync(project.Solution, [plan], default);
        await AssertSound(changed.GetProject(project.Id)!);
        return "the safety net found a problem that the compiler does not";
    }

    private static void Same(string result, string expected)
    {
        if (result.ReplaceLineEndings("\n") != expected.ReplaceLineEndings("\n")) Assert.Fail($"--- expected\n{expected}\n--- but was\n{result}");
    }

    public static async Task AssertSound(Project project)
    {
        Compilation compilation = (await project.GetCompilationAsync())!;
        AssertCompiles(compilation, "The fixed program");
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (SyntaxNode node in (await tree.GetRootAsync()).DescendantNodes())
            {
                IMethodSymbol? function = node switch
                {
                    AnonymousFunctionExpressionSyntax { AsyncKeyword.RawKind: not 0 } => model.GetSymbolInfo(node).Symbol as IMethodSymbol,
                    MethodDeclarationSyntax or LocalFunctionStatementSyntax => model.GetDeclaredSymbol(node) as IMethodSymbol,
                    _ => null,
                };
                (function is { IsAsync: true, ReturnsVoid: true }).ShouldBeFalse("async void: " + node);
            }
        }
    }

    public static void AssertCompiles(Compilation compilation, string what)
    {
        using MemoryStream stream = new();
        Diagnostic[] problems = [.. compilation.Emit(stream).Diagnostics.Where(d => d.Severity >= DiagnosticSeverity.Warning)];
        if (problems.Length == 0) return;
        Assert.Fail($"{what} has warnings or errors:\n{string.Join('\n', problems.Take(10))}\n{string.Join("\n----\n", compilation.SyntaxTrees.Skip(1))}");
    }

    private sealed class Given(ImmutableArray<Diagnostic> reports) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult(reports.Where(r => project.GetDocument(r.Location.SourceTree) is not null));

        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) =>
            Task.FromResult(reports.Where(r => document.Project.GetDocument(r.Location.SourceTree)?.Id == document.Id));

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult(Enumerable.Empty<Diagnostic>());
    }
}
