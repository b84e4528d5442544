using System.Collections.Immutable;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// What the rules cost on a real checkout beside those of others: the time that the driver itself counts for them, one
/// rule at a time. One set after the other, each in a compilation of its own, where each pays for its own binding, and
/// the first for the compiler's as well; or all in one, as in a build, where whoever binds first pays for it.
/// </summary>
internal static class Cost
{
    /// <summary>What the others say of blocking; their rules about other things are not run.</summary>
    private static readonly string[] s_ids = ["VSTHRD002", "VSTHRD103", "MA0042", "MA0045"];

    /// <param name="folder">The checkout.</param>
    /// <param name="others">Assemblies with rules of others.</param>
    /// <param name="libraries">As for examining a tree.</param>
    /// <param name="without">Projects whose path contains one of these words are not examined.</param>
    /// <param name="summaries">Where each project's summary goes, as a build leaves one; null for no build.</param>
    /// <param name="together">Whether all sets run in one compilation, with all rules of others that are on by
    /// themselves.</param>
    /// <param name="rounds">How often; the first is that of a compiler that has just begun.</param>
    public static async Task<int> Measure(
        string folder, string[] others, string? libraries, string[] without, string? summaries, bool together, int rounds)
    {
        folder = Path.GetFullPath(folder);
        SourceTreeLibraries known = new(libraries);
        Dictionary<string, SourceProject> projects = [];
        (string Name, ImmutableArray<DiagnosticAnalyzer> Rules)[] sets =
        [
            ("an analyzer that does nothing", [new Idle()]), ("ThreadPoolDoctor", SourceTree.Rules), .. others.Select(path => (Path.GetFileNameWithoutExtension(path), Load(path, together))),
        ];
        (CSharpCompilation Compilation, AnalyzerOptions Options)[] all =
        [
            .. Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories).Order()
                .Where(path => !without.Any(word => Path.GetRelativePath(folder, path).Contains(word, StringComparison.OrdinalIgnoreCase)))
                .Select(path => (SourceProject.Open(path, known, projects).Compilation, OptionsOf(path, summaries))),
        ];
        Console.WriteLine($"# {Path.GetFileName(folder)}, {all.Sum(each => each.Compilation.SyntaxTrees.Sum(tree => tree.GetText().Lines.Count))} lines");
        for (int round = 0; round < rounds; round++)
        {
            double[] spent = new double[sets.Length];
            int[] found = new int[sets.Length];
            Dictionary<CSharpCompilation, CSharpCompilation> fresh = [];
            foreach ((CSharpCompilation compilation, AnalyzerOptions options) in all)
            {
                foreach (int[] some in together ? [[.. Enumerable.Range(0, sets.Length)]] : Enumerable.Range(0, sets.Length).Select(set => new[] { set }))
                {
                    CSharpCompilation own = Fresh(compilation, fresh).Clone();
                    if (!together) own = own.WithOptions(own.Options.WithSpecificDiagnosticOptions(s_ids.Select(id => KeyValuePair.Create(id, ReportDiagnostic.Warn))));
                    AnalysisResult result = await own.WithAnalyzers([.. some.SelectMany(set => sets[set].Rules)], new CompilationWithAnalyzersOptions(
                        options, onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true)).GetAnalysisResultAsync(default);
                    foreach (int set in some)
                    {
                        spent[set] += sets[set].Rules.Where(result.AnalyzerTelemetryInfo.ContainsKey).Sum(rule => result.AnalyzerTelemetryInfo[rule].ExecutionTime.TotalMilliseconds);
                        found[set] += sets[set].Rules.Sum(rule => result.GetAllDiagnostics(rule).Length);
                    }
                }
            }
            for (int set = 0; set < sets.Length; set++) Console.WriteLine($"{spent[set],8:0} ms {found[set],6} findings  {sets[set].Name}");
        }
        return 0;
    }

    private static AnalyzerOptions OptionsOf(string path, string? summaries) => summaries is null ? new([])
        : new([], new BuildOptions(summary: Path.Combine(summaries, Path.GetFileNameWithoutExtension(path) + ".txt")));

    // What the rules know of a text they keep with its tree: each round begins with trees of its own.
    private static CSharpCompilation Fresh(CSharpCompilation compilation, Dictionary<CSharpCompilation, CSharpCompilation> known)
    {
        if (known.TryGetValue(compilation, out CSharpCompilation? fresh)) return fresh;
        fresh = compilation.RemoveAllSyntaxTrees().AddSyntaxTrees(compilation.SyntaxTrees
            .Select(tree => CSharpSyntaxTree.ParseText(tree.GetText(), (CSharpParseOptions)tree.Options, tree.FilePath)));
        foreach (CompilationReference reference in compilation.References.OfType<CompilationReference>().ToArray())
        {
            fresh = fresh.ReplaceReference(reference, Fresh((CSharpCompilation)reference.Compilation, known).ToMetadataReference());
        }
        return known[compilation] = fresh;
    }

    // A context of its own for each: what it refers to is this process's.
    private static ImmutableArray<DiagnosticAnalyzer> Load(string path, bool all)
    {
        AssemblyLoadContext context = new(path);
        foreach (string beside in Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(path))!, "*.dll")
            .Concat(Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetDirectoryName(Path.GetFullPath(path))!)!, "*.dll"))
            .Where(beside => Path.GetFullPath(path) != beside)) context.Resolving += (_, name) => Path.GetFileNameWithoutExtension(beside) == name.Name ? context.LoadFromAssemblyPath(beside) : null;
        return [.. SourceTree.RulesOf(context.LoadFromAssemblyPath(Path.GetFullPath(path))).Where(rule => rule.SupportedDiagnostics.Any(each => all ? each.IsEnabledByDefault : s_ids.Contains(each.Id)))];
    }
}
