using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Runs every rule over small programs and compares what they underline with the <c>[|marks|]</c>.</summary>
internal static class Examine
{
    public static ImmutableArray<DiagnosticAnalyzer> Rules { get; } =
    [
        .. typeof(BlockingCallsInWorkItems).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(DiagnosticAnalyzer)) && !type.IsAbstract)
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!),
    ];

    /// <summary>Every mark is underlined, with this id, and nothing else is underlined by any rule.</summary>
    public static Task Reports(string id, params string[] sources) => Check(id, sources, new());

    /// <summary>Each statement stands in a place of its own kind; see <see cref="Shape"/>.</summary>
    public static Task Silent(params string[] sources) => Check(null, sources, new());

    public static async Task Check(string? id, string[] sources, Settings settings)
    {
        Marked[] marked = [.. sources.Select(Marked.Parse)];
        (Compilation compilation, ImmutableArray<Diagnostic> diagnostics) =
            await Run([.. marked.Select(source => source.Source)], settings);
        if (!settings.MayBeBroken) AssertCompiles(compilation);

        StringBuilder wrong = new();
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            int index = Array.FindIndex(marked, source => source.Source == tree.ToString());
            if (index < 0) continue;
            List<TextSpan> expected = [.. marked[index].Spans];
            foreach (Diagnostic diagnostic in diagnostics.Where(diagnostic => diagnostic.Location.SourceTree == tree))
            {
                if (id is not null && diagnostic.Id != id || !expected.Remove(diagnostic.Location.SourceSpan))
                {
                    wrong.AppendLine($"unexpected {Show(tree, diagnostic.Location.SourceSpan)}  {diagnostic.Id} {diagnostic.GetMessage()}");
                }
            }
            foreach (TextSpan span in expected) wrong.AppendLine($"missing    {Show(tree, span)}");
        }
        if (wrong.Length > 0) Assert.Fail(wrong.ToString());
    }

    /// <summary>All diagnostics of our rules, in order of place; what a rule throws is thrown on.</summary>
    public static async Task<(Compilation Compilation, ImmutableArray<Diagnostic> Diagnostics)> Run(
        string[] sources, Settings settings, params ImmutableArray<DiagnosticAnalyzer> rules)
    {
        // As a diagnostic it would stand at no place in the sources, where nobody looks.
        ConcurrentBag<Exception> thrown = [];
        Compilation compilation = (await Compiled.Project(sources, settings.Output).GetCompilationAsync())!;
        ImmutableArray<Diagnostic> diagnostics = await compilation
            .WithAnalyzers(rules is [] ? Rules : rules, new CompilationWithAnalyzersOptions(
                settings.AnalyzerOptions(), (exception, _, _) => thrown.Add(exception), concurrentAnalysis: true, logAnalyzerExecutionTime: false))
            .GetAnalyzerDiagnosticsAsync();
        if (!thrown.IsEmpty) throw new AggregateException("A rule has thrown.", thrown);
        return (compilation, [.. diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceTree?.FilePath).ThenBy(diagnostic => diagnostic.Location.SourceSpan.Start)]);
    }

    private static void AssertCompiles(Compilation compilation)
    {
        Diagnostic[] errors = [.. compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)];
        if (errors.Length > 0) Assert.Fail("The program under test does not compile:\n" + string.Join('\n', errors.Take(10)));
    }

    private static string Show(SyntaxTree tree, TextSpan span) =>
        $"{Path.GetFileName(tree.FilePath)}({tree.GetLineSpan(span).StartLinePosition.Line + 1}): {tree.GetText().ToString(span)}";
}
