using System.Collections.Immutable;
using System.Diagnostics;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>What the rules cost on generated code, beside what compiling that code costs. Both sides take turns; medians are printed.</summary>
internal static class Speed
{
    private const int Rounds = 5;

    public static async Task<int> Measure()
    {
        Console.WriteLine("Processor time, with the cost of an analyzer that does nothing taken away.");
        Console.WriteLine("  lines   compile      rules   share");
        foreach (int files in (int[])[10, 50, 100, 250, 500]) await Report(files);
        return 0;
    }

    private static async Task Report(int files)
    {
        string[] sources = [.. Enumerable.Range(0, files).Select(Generate)];
        int lines = sources.Sum(source => source.Count(c => c == '\n'));
        List<double> compile = [];
        List<double> examine = [];
        for (int round = 0; round < Rounds + 1; round++)
        {
            // New trees each round, so that nothing cached by tree helps.
            CSharpCompilation compilation = Compilation(sources);
            TimeSpan start = ProcessorTime();
            compilation.Emit(Stream.Null);
            double compiled = (ProcessorTime() - start).TotalMilliseconds;
            double idle = await Examine(Compilation(sources), [new Idle()]);
            double rules = await Examine(Compilation(sources), SourceTree.Rules);
            if (round == 0) continue;
            compile.Add(compiled);
            examine.Add(rules - idle);
        }
        Console.WriteLine($"{lines,7} {Median(compile),6:0} ms {Median(examine),7:0} ms {Median(examine) / Median(compile),7:P0}");
    }

    /// <summary>A file of 5,000 lines among 500 others is edited: how long until its diagnostics are there?</summary>
    public static async Task<int> MeasureEdit()
    {
        string[] sources = [.. Enumerable.Range(0, 500).Select(Generate)];
        StringBuilder big = new();
        for (int i = 0; i < 25; i++) big.Append(Generate(1000 + i));
        CSharpCompilation compilation = Compilation([.. sources, big.ToString()]);
        await compilation.WithAnalyzers(SourceTree.Rules).GetAnalyzerDiagnosticsAsync();
        List<double> times = [];
        for (int round = 0; round < 10; round++)
        {
            SyntaxTree old = compilation.SyntaxTrees[^1];
            SourceText text = old.GetText();
            SyntaxTree edited = old.WithChangedText(text.WithChanges(new TextChange(new TextSpan(text.Lines[30].Start, 0), "\n")));
            Stopwatch watch = Stopwatch.StartNew();
            compilation = compilation.ReplaceSyntaxTree(old, edited);
            CompilationWithAnalyzers examined = compilation.WithAnalyzers(SourceTree.Rules);
            ImmutableArray<Diagnostic> diagnostics = await examined.GetAnalyzerSemanticDiagnosticsAsync(compilation.GetSemanticModel(edited), filterSpan: null, default);
            times.Add(watch.Elapsed.TotalMilliseconds);
            if (diagnostics.IsEmpty) throw new InvalidOperationException("The edited file lost its diagnostics.");
        }
        Console.WriteLine($"edited file of {compilation.SyntaxTrees[^1].GetText().Lines.Count} lines: {Median(times):0} ms to its diagnostics (worst {times.Max():0} ms)");
        return 0;
    }

    private static CSharpCompilation Compilation(string[] sources) => CSharpCompilation.Create(
        "Generated",
        sources.Select((source, index) => CSharpSyntaxTree.ParseText(source, path: $"/src/File{index}.cs")),
        SourceTree.Framework,
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

    private static async Task<double> Examine(CSharpCompilation compilation, ImmutableArray<DiagnosticAnalyzer> rules)
    {
        TimeSpan start = ProcessorTime();
        await compilation.WithAnalyzers(rules).GetAnalyzerDiagnosticsAsync();
        return (ProcessorTime() - start).TotalMilliseconds;
    }

    private static TimeSpan ProcessorTime() => Process.GetCurrentProcess().TotalProcessorTime;

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

    // Some 200 lines of what programs are made of: mostly neither async nor blocking, some of both.
    private static string Generate(int number)
    {
        StringBuilder text = new($$"""
            using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text; using System.Threading; using System.Threading.Tasks;
            namespace Generated.Part{{number}};
            public interface IStore{{number}} { string Get(int id); Task<string> GetAsync(int id, CancellationToken token); int Count { get; } }
            public sealed record Item{{number}}(int Id, string Name, decimal Price);

            """);
        for (int i = 0; i < 6; i++)
        {
            text.Append($$"""
                public class Service{{number}}_{{i}}
                {
                    private readonly Dictionary<int, Item{{number}}> _items = new();
                    private readonly IStore{{number}} _store;
                    public Service{{number}}_{{i}}(IStore{{number}} store) { _store = store; }
                    public int Count => _items.Count;
                    public Item{{number}}? Find(int id) { if (_items.TryGetValue(id, out var item)) return item; return null; }
                    public decimal Sum(IEnumerable<int> ids)
                    {
                        decimal sum = 0;
                        foreach (int id in ids)
                        {
                            var item = Find(id);
                            if (item is null) continue;
                            sum += item.Price * (id % 2 == 0 ? 1.1m : 0.9m);
                        }
                        return sum;
                    }
                    public string Describe()
                    {
                        var text = new StringBuilder();
                        foreach (var group in _items.Values.GroupBy(item => item.Name).OrderBy(group => group.Key))
                        {
                            text.Append(group.Key).Append(": ").Append(group.Count()).AppendLine();
                        }
                        return text.ToString();
                    }
                    public async Task<int> LoadAsync(int[] ids, CancellationToken token)
                    {
                        int loaded = 0;
                        foreach (int id in ids)
                        {
                            string name = await _store.GetAsync(id, token);
                            _items[id] = new Item{{number}}(id, name, id * 1.5m);
                            loaded++;
                        }
                        {{(number % 10 == 0 ? "Thread.Sleep(5);" : "await Task.Delay(5, token);")}}
                        return loaded + Count;
                    }
                    public void Save(string path) { foreach (var item in _items.Values) { Console.WriteLine(item.Name + path); } }
                }

                """);
        }
        return text.ToString();
    }

#pragma warning disable RS1001, RS1036, RS1041 // A yardstick, not an analyzer that anybody loads.
    private sealed class Idle : DiagnosticAnalyzer
    {
        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
            [new("IDLE", "Idle", "Idle", "Idle", DiagnosticSeverity.Warning, isEnabledByDefault: true)];

        public override void Initialize(AnalysisContext context)
        {
            context.EnableConcurrentExecution();
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.RegisterSemanticModelAction(_ => { });
        }
    }
#pragma warning restore RS1001, RS1036, RS1041
}
