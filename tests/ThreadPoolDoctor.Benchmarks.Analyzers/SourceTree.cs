using System.Collections.Immutable;
using System.Diagnostics;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// Runs the rules over a checkout without building it: one compilation per project file, project references followed, the
/// running framework as the only library. What other packages define does not bind, and so is not judged.
/// </summary>
internal static class SourceTree
{
    private const string ImplicitUsings = """
        global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq;
        global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;
        """;

    public static ImmutableArray<MetadataReference> Framework { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => path.Contains("Microsoft.NETCore.App") || path.Contains("Microsoft.AspNetCore.App"))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    public static ImmutableArray<DiagnosticAnalyzer> Rules { get; } =
    [
        .. typeof(ThreadPoolDoctor.Analyzers.Rule).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(DiagnosticAnalyzer)) && !type.IsAbstract)
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type)!),
    ];

    public static async Task<int> Examine(string folder, bool timing)
    {
        Dictionary<string, CSharpCompilation> compilations = [];
        Dictionary<string, int> counts = [];
        int lines = 0;
        foreach (string project in Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories).Order())
        {
            CSharpCompilation compilation = Compile(Path.GetFullPath(project), compilations, []);
            lines += compilation.SyntaxTrees.Sum(tree => tree.GetText().Lines.Count);
            Stopwatch watch = Stopwatch.StartNew();
            CompilationWithAnalyzers examined = compilation.WithAnalyzers(Rules, new CompilationWithAnalyzersOptions(
                new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: true, logAnalyzerExecutionTime: true));
            AnalysisResult result = await examined.GetAnalysisResultAsync(default);
            ImmutableArray<Diagnostic> diagnostics = result.GetAllDiagnostics();
            double own = result.AnalyzerTelemetryInfo.Values.Sum(info => info.ExecutionTime.TotalMilliseconds);
            if (timing) Console.WriteLine($"# {watch.ElapsedMilliseconds,6} ms, rules {own,6:0} ms {Path.GetFileName(project)}");
            foreach (Diagnostic diagnostic in diagnostics.OrderBy(each => each.Location.SourceTree?.FilePath).ThenBy(each => each.Location.SourceSpan.Start))
            {
                counts[diagnostic.Id] = counts.GetValueOrDefault(diagnostic.Id) + 1;
                FileLinePositionSpan span = diagnostic.Location.GetLineSpan();
                TextLine? line = diagnostic.Location.SourceTree?.GetText().Lines[span.StartLinePosition.Line];
                Console.WriteLine($"{(span.Path is { Length: > 0 } path ? Path.GetRelativePath(folder, path) : "-")}({span.StartLinePosition.Line + 1}): {diagnostic.Id} {diagnostic.GetMessage()}\n    {line?.ToString().Trim()}");
            }
        }
        Console.WriteLine($"# {lines} lines; {string.Join(", ", counts.OrderBy(pair => pair.Key).Select(pair => $"{pair.Key} {pair.Value}"))}");
        return counts.ContainsKey("AD0001") ? 1 : 0;
    }

    private static CSharpCompilation Compile(string project, Dictionary<string, CSharpCompilation> known, HashSet<string> open)
    {
        if (known.TryGetValue(project, out CSharpCompilation? compilation)) return compilation;
        string folder = Path.GetDirectoryName(project)!;
        XElement xml = XElement.Load(project);
        List<MetadataReference> references = [.. Framework];
        open.Add(project);
        foreach (XElement reference in xml.Descendants().Where(element => element.Name.LocalName == "ProjectReference"))
        {
            string path = Path.GetFullPath(Path.Combine(folder, (reference.Attribute("Include")?.Value ?? "").Replace('\\', '/')));
            if (path.EndsWith(".csproj") && File.Exists(path) && !open.Contains(path)) references.Add(Compile(path, known, open).ToMetadataReference());
        }
        open.Remove(project);
        CSharpParseOptions options = new(LanguageVersion.Preview, preprocessorSymbols: ["NET", "NET8_0_OR_GREATER", "NET6_0_OR_GREATER", "NETCOREAPP", "NET8_0", "NET10_0_OR_GREATER"]);
        List<SyntaxTree> trees = [CSharpSyntaxTree.ParseText(ImplicitUsings, options)];
        foreach (string file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories))
        {
            if (file.Contains("/obj/") || file.Contains("/bin/")) continue;
            trees.Add(CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file));
        }
        bool isExe = xml.Descendants().Any(element => element.Name.LocalName == "OutputType" && element.Value.Contains("Exe", StringComparison.OrdinalIgnoreCase))
            || xml.Attribute("Sdk")?.Value.Contains("Web") == true;
        compilation = CSharpCompilation.Create(Path.GetFileNameWithoutExtension(project), trees, references,
            new CSharpCompilationOptions(isExe ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
        known.Add(project, compilation);
        return compilation;
    }
}
