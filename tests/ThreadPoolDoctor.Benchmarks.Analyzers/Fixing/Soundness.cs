using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// What a compiler says of a change, beyond the files that were changed: every file of every project that can see them
/// is compiled again if it speaks of a method that is not what it was. What a file says is asked once for as long as it
/// stays the same.
/// </summary>
internal sealed class Soundness(Solution before)
{
    // A using that nothing needs is hidden by default, and yet what a reader sees.
    private const string UnusedUsing = "CS8019";

    private readonly Dictionary<DocumentId, Dictionary<string, int>> _known = [];
    private readonly Dictionary<DocumentId, HashSet<string>> _words = [];

    /// <summary>
    /// Errors and warnings that were not there before: "CS1061 in Orders.cs: 'Order' does not contain ...".
    /// </summary>
    public async Task<IReadOnlyList<string>> WorseAsync(Solution after, IReadOnlyCollection<DocumentId> changed)
    {
        HashSet<string> words = await MovedAsync(after, changed);
        HashSet<ProjectId> touched = [.. changed.Select(id => id.ProjectId)];
        touched.UnionWith(touched.ToArray().SelectMany(id => after.GetProjectDependencyGraph().GetProjectsThatTransitivelyDependOnThisProject(id)));
        List<string> worse = [];
        foreach (Document document in touched.SelectMany(id => after.GetProject(id)!.Documents))
        {
            if (!changed.Contains(document.Id) && !(await WordsAsync(document)).Overlaps(words)) continue;
            List<Diagnostic> problems = [.. await ProblemsAsync(document)];
            Dictionary<string, int> known = await KnownAsync(document.Id);
            foreach (IGrouping<string, Diagnostic> kind in problems.GroupBy(problem => problem.Id))
            {
                if (kind.Count() > known.GetValueOrDefault(kind.Key)) worse.Add($"{kind.Key} in {document.Name}: {kind.Last().GetMessage()} (line {kind.Last().Location.GetLineSpan().StartLinePosition.Line + 1})");
            }
        }
        return worse;
    }

    /// <summary>
    /// Warnings that a compiler gives only in async functions have a silent form in others: a call whose new task
    /// nobody looks at. They are counted as problems, as is what no compiler warns of.
    /// </summary>
    private static async Task<IEnumerable<Diagnostic>> ProblemsAsync(Document document)
    {
        SemanticModel model = (await document.GetSemanticModelAsync())!;
        SyntaxNode root = await model.SyntaxTree.GetRootAsync();
        return
        [
            .. model.GetDiagnostics().Where(problem => problem.Severity >= DiagnosticSeverity.Warning || problem.Id == UnusedUsing),
            .. root.DescendantNodes().Where(node => IsDropped(node, model)).Select(node => Problem("a task is dropped", node)),
            .. root.DescendantNodes().Where(node => IsAsyncVoid(node, model)).Select(node => Problem("async void", node)),
        ];
    }

    private static Diagnostic Problem(string id, SyntaxNode node) =>
        Diagnostic.Create(id, "", id, DiagnosticSeverity.Warning, DiagnosticSeverity.Warning, isEnabledByDefault: true, warningLevel: 1, location: node.GetLocation());

    /// <summary>Whether a statement makes a task that nobody looks at.</summary>
    public static bool IsDropped(SyntaxNode node, SemanticModel model) =>
        node is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax or ConditionalAccessExpressionSyntax } statement
        && model.GetTypeInfo(statement.Expression).Type is { Name: "Task" or "ValueTask" };

    private static bool IsAsyncVoid(SyntaxNode node, SemanticModel model) => node switch
    {
        AnonymousFunctionExpressionSyntax { AsyncKeyword.RawKind: (int)SyntaxKind.AsyncKeyword } => model.GetSymbolInfo(node).Symbol is IMethodSymbol { ReturnsVoid: true },
        MethodDeclarationSyntax method => method.Modifiers.Any(SyntaxKind.AsyncKeyword) && model.GetDeclaredSymbol(method) is { ReturnsVoid: true },
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.AsyncKeyword) && model.GetDeclaredSymbol(local) is IMethodSymbol { ReturnsVoid: true },
        _ => false,
    };

    private async Task<Dictionary<string, int>> KnownAsync(DocumentId id)
    {
        if (_known.TryGetValue(id, out Dictionary<string, int>? known)) return known;
        IEnumerable<Diagnostic> problems = before.GetDocument(id) is { } document ? await ProblemsAsync(document) : [];
        return _known[id] = problems.GroupBy(problem => problem.Id).ToDictionary(kind => kind.Key, kind => kind.Count());
    }

    // Methods whose names, parameters or results are not what they were: only files that speak of them can mind.
    private async Task<HashSet<string>> MovedAsync(Solution after, IEnumerable<DocumentId> changed)
    {
        HashSet<(string Name, string Header)> old = [], now = [];
        foreach (DocumentId id in changed)
        {
            old.UnionWith(await HeadersAsync(before.GetDocument(id)));
            now.UnionWith(await HeadersAsync(after.GetDocument(id)));
        }
        return [.. old.Except(now).Concat(now.Except(old)).Select(header => header.Name)];
    }

    private static async Task<IEnumerable<(string, string)>> HeadersAsync(Document? document) =>
        document is null || await document.GetSyntaxRootAsync() is not { } root ? [] : root.DescendantNodes().OfType<MethodDeclarationSyntax>()
            .Select(method => (method.Identifier.ValueText, $"{method.ReturnType} {method.ExplicitInterfaceSpecifier}{method.Identifier}{method.ParameterList} {method.Modifiers}"));

    private async Task<HashSet<string>> WordsAsync(Document document)
    {
        if (_words.TryGetValue(document.Id, out HashSet<string>? words)) return words;
        SyntaxNode root = (await (before.GetDocument(document.Id) ?? document).GetSyntaxRootAsync())!;
        return _words[document.Id] = [.. root.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText)];
    }
}
