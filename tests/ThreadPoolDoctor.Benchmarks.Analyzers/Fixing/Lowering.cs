using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// What a compiler says only once it lowers a change (a span that would have to live across an await, say): each
/// changed project is emitted, to nowhere, without what did not bind in the first place.
/// </summary>
internal sealed class Lowering(Solution before)
{
    // A project that is not clean after so many cuts is given up.
    private const int MostCuts = 12;

    private readonly Dictionary<ProjectId, CSharpCompilation?> _clean = [];

    /// <summary>Changes of a project that were lowered whole, and all that were asked for.</summary>
    public (int Whole, int All) Seen { get; private set; }

    public async Task<IReadOnlyList<string>> WorseAsync(Solution after, IReadOnlyCollection<DocumentId> changed)
    {
        List<string> worse = [];
        foreach (IGrouping<ProjectId, DocumentId> project in changed.GroupBy(id => id.ProjectId))
        {
            if (await CleanAsync(project.Key) is not { } clean)
            {
                Seen = (Seen.Whole, Seen.All + 1);
                continue;
            }
            CSharpCompilation compilation = clean.WithReferences((await after.GetProject(project.Key)!.GetCompilationAsync())!.References);
            List<string> paths = [];
            int awaits = 0;
            foreach (DocumentId id in project)
            {
                SyntaxTree now = (await after.GetDocument(id)!.GetSyntaxTreeAsync())!;
                SyntaxTree old = clean.SyntaxTrees.First(tree => tree.FilePath == now.FilePath);
                compilation = compilation.ReplaceSyntaxTree(old, now);
                paths.Add(now.FilePath);
                awaits += Awaits(now) - Awaits((await before.GetDocument(id)!.GetSyntaxTreeAsync())!) + Awaits(old);
            }
            (CSharpCompilation? lowered, Diagnostic[] errors) = Emit(compilation);
            bool whole = lowered is not null && lowered.SyntaxTrees.Where(tree => paths.Contains(tree.FilePath)).Sum(Awaits) >= awaits;
            Seen = (Seen.Whole + (whole ? 1 : 0), Seen.All + 1);
            worse.AddRange(errors.Select(error => $"{error.Id} while lowering: {error.GetMessage()} ({Path.GetFileName(error.Location.SourceTree?.FilePath)} {error.Location.GetLineSpan().StartLinePosition.Line + 1})"));
        }
        return worse;
    }

    private async Task<CSharpCompilation?> CleanAsync(ProjectId id)
    {
        if (!_clean.TryGetValue(id, out CSharpCompilation? clean))
        {
            _clean.Add(id, clean = Emit((CSharpCompilation)(await before.GetProject(id)!.GetCompilationAsync())!).Lowered);
        }
        return clean;
    }

    // Cuts until everything binds; what is wrong then is wrong while lowering.
    private static (CSharpCompilation? Lowered, Diagnostic[] Errors) Emit(CSharpCompilation compilation)
    {
        for (int round = 0; round < MostCuts; round++)
        {
            Diagnostic[] unbound = [.. compilation.GetDiagnostics().Where(IsError)];
            if (unbound.Length == 0) return Lower(compilation);
            if (unbound.Any(error => error.Location.SourceTree is null)) compilation = compilation.WithOptions(compilation.Options.WithOutputKind(OutputKind.DynamicallyLinkedLibrary));
            foreach (IGrouping<SyntaxTree, Diagnostic> file in unbound.Where(error => error.Location.SourceTree is not null).GroupBy(error => error.Location.SourceTree!))
            {
                compilation = compilation.ReplaceSyntaxTree(file.Key, Pruning.Cut(file.Key, file.Select(error => error.Location.SourceSpan)));
            }
        }
        return (null, []);
    }

    // What is said of no place in particular comes of what was cut, and then not all was lowered.
    private static (CSharpCompilation? Lowered, Diagnostic[] Errors) Lower(CSharpCompilation compilation)
    {
        Diagnostic[] errors = [.. compilation.Emit(new MemoryStream()).Diagnostics.Where(IsError)];
        return errors.Any(error => !error.Location.IsInSource) ? (null, []) : (compilation, errors);
    }

    private static bool IsError(Diagnostic problem) => problem.Severity == DiagnosticSeverity.Error;

    private static int Awaits(SyntaxTree tree) => tree.GetRoot().DescendantNodes().Count(node => node is AwaitExpressionSyntax);
}
