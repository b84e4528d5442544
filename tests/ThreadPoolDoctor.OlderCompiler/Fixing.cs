using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.OlderCompiler;

/// <summary>
/// Applies the first fix of the first report over the whole project, as an IDE's Fix All does, until nothing changes.
/// </summary>
internal static class Fixing
{
    private const int MaxPasses = 10;

    public static async Task<int> Run(Job job, string[] ids)
    {
        CodeFixProvider[] fixers = [.. job.OurAssemblies.SelectMany(path => Assembly.LoadFrom(path).GetTypes())
            .Where(type => type.IsSubclassOf(typeof(CodeFixProvider)) && !type.IsAbstract)
            .Select(type => (CodeFixProvider)Activator.CreateInstance(type)!)];
        // A pass that nobody watches: the further offers stay out of it.
        using AdhocWorkspace workspace = new(MefHostServices.DefaultHost, WorkspaceKind.MSBuild);
        Project original = Open(workspace, job);
        Project project = original;
        foreach (string id in ids)
        {
            for (int pass = 0; pass < MaxPasses && await Fixed(project, id, fixers, job) is { } changed; pass++) project = changed;
        }
        foreach (DocumentId id in project.GetChanges(original).GetChangedDocuments())
        {
            Document document = project.GetDocument(id)!;
            await File.WriteAllTextAsync(document.FilePath!, (await document.GetTextAsync()).ToString());
            Console.WriteLine($"fixed {document.FilePath}");
        }
        return 0;
    }

    private static Project Open(AdhocWorkspace workspace, Job job)
    {
        ProjectId id = ProjectId.CreateNewId();
        Solution solution = workspace.CurrentSolution.AddProject(ProjectInfo.Create(
            id, VersionStamp.Default, job.Arguments.CompilationName!, job.Arguments.CompilationName!, LanguageNames.CSharp,
            compilationOptions: job.CompilationOptions, parseOptions: job.Arguments.ParseOptions, metadataReferences: job.References()));
        foreach (string path in job.Arguments.SourceFiles.Select(file => file.Path))
        {
            solution = solution.AddDocument(DocumentId.CreateNewId(id), Path.GetFileName(path), SourceText.From(File.ReadAllText(path)), filePath: path);
        }
        return solution.GetProject(id)!;
    }

    private static async Task<Project?> Fixed(Project project, string id, CodeFixProvider[] fixers, Job job)
    {
        ImmutableArray<Diagnostic> reports = await Reports(project, id, job);
        foreach (Diagnostic report in reports)
        {
            Document document = project.GetDocument(report.Location.SourceTree)!;
            foreach (CodeFixProvider fixer in fixers.Where(fixer => fixer.FixableDiagnosticIds.Contains(id)))
            {
                List<CodeAction> actions = [];
                await fixer.RegisterCodeFixesAsync(new CodeFixContext(document, report, (action, _) => actions.Add(action), default));
                if (actions is not [{ } first, ..] || fixer.GetFixAllProvider() is not { } all) continue;
                FixAllContext context = new(document, fixer, FixAllScope.Project, first.EquivalenceKey!, [id], new Known(reports), default);
                if (await all.GetFixAsync(context) is not { } action) continue;
                foreach (CodeActionOperation operation in await action.GetOperationsAsync(default))
                {
                    if (operation is ApplyChangesOperation { ChangedSolution: var changed } && changed.GetChanges(project.Solution).GetProjectChanges().Any()) return changed.GetProject(project.Id);
                }
            }
        }
        return null;
    }

    private static async Task<ImmutableArray<Diagnostic>> Reports(Project project, string id, Job job)
    {
        Compilation compilation = (await project.GetCompilationAsync())!;
        return [.. (await compilation.WithAnalyzers(job.Analyzers(), job.AnalyzerOptions).GetAnalyzerDiagnosticsAsync()).Where(report => report.Id == id)];
    }

    private sealed class Known(ImmutableArray<Diagnostic> reports) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>(reports);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>([]);

        public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken)
        {
            SyntaxTree? tree = await document.GetSyntaxTreeAsync(cancellationToken);
            return reports.Where(report => report.Location.SourceTree == tree);
        }
    }
}
