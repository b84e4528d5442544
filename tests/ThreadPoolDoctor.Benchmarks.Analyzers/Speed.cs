using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// What the rules cost on generated code, beside what compiling that code costs. All sides take turns; each line tells
/// the median and, in brackets, the least and the most of the rounds.
/// </summary>
internal static class Speed
{
    /// <summary>The curve: the same mixture of code in growing amounts.</summary>
    public static async Task<int> Measure(IReadOnlyList<int> sizes, int rounds)
    {
        PrintHead();
        foreach (int size in sizes) await Report(GeneratedCode.Files(size), rounds);
        return 0;
    }

    /// <summary>All of it in one file.</summary>
    public static async Task<int> MeasureLarge(int lines, int rounds)
    {
        PrintHead();
        await Report([GeneratedCode.Large(lines)], rounds);
        return 0;
    }

    public static CSharpCompilation Compilation(IEnumerable<string> sources) => CSharpCompilation.Create(
        "Generated",
        sources.Select((source, index) => CSharpSyntaxTree.ParseText(source, path: $"/src/File{index}.cs")),
        SourceTree.Framework,
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

    public static double Median(IReadOnlyCollection<double> values) => values.Order().ElementAt(values.Count / 2);

    private static void PrintHead()
    {
        Console.WriteLine("Processor time; what an analyzer that does nothing costs is taken away from the rules' share.");
        Console.WriteLine("  lines    compile     idle     rules    share             us a line");
    }

    private static async Task Report(string[] sources, int rounds)
    {
        int lines = sources.Sum(source => source.Count(c => c == '\n'));
        List<double> compile = [];
        List<double> idle = [];
        List<double> rules = [];
        List<double> share = [];
        for (int round = -1; round < rounds; round++)
        {
            // New trees each round, so that nothing cached by tree helps.
            double compiled = await Cost(sources, compilation => Task.FromResult(compilation.Emit(Stream.Null)));
            double nothing = await Cost(sources, compilation => Examine(compilation, [new Idle()]));
            double examined = await Cost(sources, compilation => Examine(compilation, SourceTree.Rules));
            if (round < 0) continue;
            compile.Add(compiled);
            idle.Add(nothing - compiled);
            rules.Add(examined - nothing);
            share.Add((examined - nothing) / compiled);
        }
        Console.WriteLine($"{lines,7} {Median(compile),7:0} ms {Median(idle),5:0} ms {Median(rules),6:0} ms {Median(share),7:P1} ({share.Min():P1} to {share.Max():P1}) {Median(rules) * 1000 / lines,6:0.0}");
    }

    private static Task Examine(CSharpCompilation compilation, ImmutableArray<DiagnosticAnalyzer> rules) =>
        compilation.WithAnalyzers(rules).GetAnalyzerDiagnosticsAsync();

    private static async Task<double> Cost(string[] sources, Func<CSharpCompilation, Task> work)
    {
        CSharpCompilation compilation = Compilation(sources);
        GC.Collect();
        TimeSpan start = ProcessorTime();
        await work(compilation);
        return (ProcessorTime() - start).TotalMilliseconds;
    }

    private static TimeSpan ProcessorTime() => Process.GetCurrentProcess().TotalProcessorTime;
}
