using System.Collections.Immutable;
using System.Diagnostics;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// Runs the rules over a checkout without building it: one compilation per project file, project references followed.
/// The libraries are the running framework and, of a folder of them if one is given, those that a project refers to;
/// what others define does not bind, and so is not judged. The share of calls that bind is printed, so that a reader
/// knows how much was judged at all.
/// </summary>
internal static class SourceTree
{
    public static ImmutableArray<MetadataReference> Framework { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => path.Contains("Microsoft.NETCore.App") || path.Contains("Microsoft.AspNetCore.App"))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    public static ImmutableArray<DiagnosticAnalyzer> Rules { get; } = RulesOf(typeof(ThreadPoolDoctor.Analyzers.Rule).Assembly);

    /// <summary>One of each rule in an assembly.</summary>
    public static ImmutableArray<DiagnosticAnalyzer> RulesOf(Assembly assembly) =>
    [
        .. assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(DiagnosticAnalyzer)) && !type.IsAbstract)
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!),
    ];

    /// <param name="folder">The checkout.</param>
    /// <param name="libraries">A folder of assemblies that the code may refer to: the output of a project with its
    /// packages; null for none.</param>
    /// <param name="without">Projects whose path contains one of these words are compiled for others, but not
    /// examined.</param>
    /// <param name="timing">Whether to print the time that each project took, and what most kept it from
    /// compiling.</param>
    /// <param name="ways">Whether to print every step of the way from a finding to what blocks.</param>
    /// <param name="roots">Whether to tell what blocks in a helper once, as a build does.</param>
    public static async Task<int> Examine(string folder, string? libraries, string[] without, bool timing, bool ways, bool roots)
    {
        folder = Path.GetFullPath(folder);
        SourceTreeLibraries known = new(libraries);
        Dictionary<string, SourceProject> projects = [];
        Dictionary<string, int> counts = [];
        int lines = 0, calls = 0, bound = 0, examinedProjects = 0, suggestions = 0;
        foreach (string path in Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories).Order())
        {
            if (without.Any(word => Path.GetRelativePath(folder, path).Contains(word, StringComparison.OrdinalIgnoreCase))) continue;
            CSharpCompilation compilation = SourceProject.Open(path, known, projects).Compilation;
            examinedProjects++;
            lines += compilation.SyntaxTrees.Sum(tree => tree.GetText().Lines.Count);
            (int Calls, int Bound) share = Bound(compilation);
            calls += share.Calls;
            bound += share.Bound;
            if (timing) PrintErrors(compilation);
            Stopwatch watch = Stopwatch.StartNew();
            AnalysisResult result = await Run(compilation, Rules, roots);
            double own = result.AnalyzerTelemetryInfo.Values.Sum(info => info.ExecutionTime.TotalMilliseconds);
            if (timing) Console.WriteLine($"# {watch.ElapsedMilliseconds,6} ms, rules {own,6:0} ms, {share.Bound}/{share.Calls} bind {Path.GetFileName(path)}");
            foreach (Diagnostic diagnostic in result.GetAllDiagnostics().OrderBy(each => each.Location.SourceTree?.FilePath).ThenBy(each => each.Location.SourceSpan.Start))
            {
                if (diagnostic.Severity < DiagnosticSeverity.Warning) suggestions++;
                counts[diagnostic.Id] = counts.GetValueOrDefault(diagnostic.Id) + 1;
                Print(diagnostic, folder);
                if (ways) PrintWay(diagnostic, folder);
            }
        }
        Console.WriteLine($"# {examinedProjects} projects, {lines} lines, {bound}/{calls} calls bind ({(double)bound / Math.Max(1, calls):P1}); "
            + $"{counts.Values.Sum()} findings, {suggestions} of them suggestions: {string.Join(", ", counts.OrderBy(pair => pair.Key).Select(pair => $"{pair.Key} {pair.Value}"))}");
        return counts.ContainsKey("AD0001") ? 1 : 0;
    }

    /// <summary>
    /// What these rules, ours or those of another version, say of a compilation; what they throw is among it, as
    /// AD0001.
    /// </summary>
    public static Task<AnalysisResult> Run(CSharpCompilation compilation, ImmutableArray<DiagnosticAnalyzer> rules, bool isBuild = false, bool reportsAll = false) => compilation
        .WithAnalyzers(rules, new CompilationWithAnalyzersOptions(
            isBuild ? new AnalyzerOptions([], new BuildOptions(reportsAll)) : new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: true, logAnalyzerExecutionTime: true))
        .GetAnalysisResultAsync(default);

    private static void Print(Diagnostic diagnostic, string folder)
    {
        FileLinePositionSpan span = diagnostic.Location.GetLineSpan();
        TextLine? line = diagnostic.Location.SourceTree?.GetText().Lines[span.StartLinePosition.Line];
        Console.WriteLine($"{(span.Path is { Length: > 0 } path ? Path.GetRelativePath(folder, path) : "-")}({span.StartLinePosition.Line + 1}): {diagnostic.Id} {(diagnostic.Severity < DiagnosticSeverity.Warning ? "suggests: " : "")}{diagnostic.GetMessage()}\n    {line?.ToString().Trim()}");
        // A rule's exception: its stack is in the description.
        if (diagnostic.Id == "AD0001") Console.WriteLine(diagnostic.Descriptor.Description);
    }

    private static void PrintWay(Diagnostic diagnostic, string folder)
    {
        string cold = diagnostic.Properties.GetValueOrDefault("cold") is { } place ? "; " + place : "";
        Console.WriteLine($"    # {diagnostic.Properties.GetValueOrDefault("workItem")} "
            + diagnostic.Properties.GetValueOrDefault("row") + cold);
        foreach (Location step in diagnostic.AdditionalLocations)
        {
            FileLinePositionSpan span = step.GetLineSpan();
            TextLine? line = step.SourceTree?.GetText().Lines[span.StartLinePosition.Line];
            Console.WriteLine($"    -> {Path.GetRelativePath(folder, span.Path)}({span.StartLinePosition.Line + 1}): {line?.ToString().Trim()}");
        }
    }

    private static void PrintErrors(CSharpCompilation compilation)
    {
        foreach (IGrouping<string, Diagnostic> error in compilation.GetDiagnostics().Where(each => each.Severity == DiagnosticSeverity.Error)
            .GroupBy(each => each.Id + " " + each.GetMessage()).OrderByDescending(group => group.Count()).Take(3))
        {
            Console.WriteLine($"#    {error.Count()} x {error.Key}");
        }
    }

    private static (int Calls, int Bound) Bound(CSharpCompilation compilation)
    {
        int calls = 0, bound = 0;
        Parallel.ForEach(compilation.SyntaxTrees, tree =>
        {
            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (InvocationExpressionSyntax call in tree.GetRoot().DescendantNodes().OfType<InvocationExpressionSyntax>())
            {
                Interlocked.Increment(ref calls);
                if (model.GetSymbolInfo(call).Symbol is not null || call.Expression is IdentifierNameSyntax { Identifier.ValueText: "nameof" }) Interlocked.Increment(ref bound);
            }
        });
        return (calls, bound);
    }
}
