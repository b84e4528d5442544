using System.Collections.Immutable;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// What the rules cost on a real checkout beside those of others: the time that the driver itself counts for them, one
/// set after the other, one rule at a time, each in a compilation of its own, so that whoever binds first pays for it.
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
    public static async Task<int> Measure(string folder, string[] others, string? libraries, string[] without, string? summaries)
    {
        folder = Path.GetFullPath(folder);
        SourceTreeLibraries known = new(libraries);
        Dictionary<string, SourceProject> projects = [];
        (string Name, ImmutableArray<DiagnosticAnalyzer> Rules)[] sets =
        [
            ("an analyzer that does nothing", [new Idle()]), ("ThreadPoolDoctor", SourceTree.Rules), .. others.Select(path => (Path.GetFileNameWithoutExtension(path), Load(path))),
        ];
        double[] spent = new double[sets.Length];
        int[] found = new int[sets.Length];
        int lines = 0;
        foreach (string path in Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories).Order())
        {
            if (without.Any(word => Path.GetRelativePath(folder, path).Contains(word, StringComparison.OrdinalIgnoreCase))) continue;
            CSharpCompilation compilation = SourceProject.Open(path, known, projects).Compilation;
            lines += compilation.SyntaxTrees.Sum(tree => tree.GetText().Lines.Count);
            for (int i = 0; i < sets.Length; i++)
            {
                CSharpCompilation own = compilation.Clone().WithOptions(compilation.Options
                    .WithSpecificDiagnosticOptions(s_ids.Select(id => KeyValuePair.Create(id, ReportDiagnostic.Warn))));
                AnalyzerOptions options = summaries is null ? new([]) : new([], new BuildOptions(summary: Path.Combine(summaries, Path.GetFileNameWithoutExtension(path) + ".txt")));
                AnalysisResult result = await own.WithAnalyzers(sets[i].Rules, new CompilationWithAnalyzersOptions(
                    options, onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true)).GetAnalysisResultAsync(default);
                spent[i] += result.AnalyzerTelemetryInfo.Values.Sum(info => info.ExecutionTime.TotalMilliseconds);
                found[i] += result.GetAllDiagnostics().Length;
            }
        }
        Console.WriteLine($"# {Path.GetFileName(folder)}, {lines} lines");
        for (int i = 0; i < sets.Length; i++) Console.WriteLine($"{spent[i],8:0} ms {found[i],6} findings  {sets[i].Name}");
        return 0;
    }

    // A context of its own for each: what it refers to is this process's.
    private static ImmutableArray<DiagnosticAnalyzer> Load(string path)
    {
        AssemblyLoadContext context = new(path);
        foreach (string beside in Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(path))!, "*.dll")
            .Concat(Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetDirectoryName(Path.GetFullPath(path))!)!, "*.dll"))
            .Where(beside => Path.GetFullPath(path) != beside)) context.Resolving += (_, name) => Path.GetFileNameWithoutExtension(beside) == name.Name ? context.LoadFromAssemblyPath(beside) : null;
        return [.. SourceTree.RulesOf(context.LoadFromAssemblyPath(Path.GetFullPath(path))).Where(rule => rule.SupportedDiagnostics.Any(each => s_ids.Contains(each.Id)))];
    }
}
