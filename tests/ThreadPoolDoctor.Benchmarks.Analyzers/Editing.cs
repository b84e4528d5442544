using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// A large file among 500 others is edited, as an editor does it: how long until its diagnostics are there? Each round
/// measures an analyzer that does nothing, the rules on the whole file, and the rules on the edited method alone.
/// </summary>
internal static class Editing
{
    private const int OtherFiles = 500;

    public static async Task<int> Measure(int lines, int rounds)
    {
        string[] sources = [.. GeneratedCode.Files(250 * OtherFiles), GeneratedCode.Large(lines)];
        CSharpCompilation compilation = Speed.Compilation(sources);
        SyntaxTree file = compilation.SyntaxTrees[^1];
        await compilation.WithAnalyzers(SourceTree.Rules).GetAnalyzerDiagnosticsAsync();
        Dictionary<string, List<double>> times = [];
        for (int round = -2; round < rounds; round++)
        {
            foreach ((string name, DiagnosticAnalyzer[] rules, bool wholeFile) in (IEnumerable<(string, DiagnosticAnalyzer[], bool)>)
                [("nothing, whole file", [new Idle()], true), ("rules, whole file", [.. SourceTree.Rules], true), ("nothing, edited method", [new Idle()], false), ("rules, edited method", [.. SourceTree.Rules], false)])
            {
                GC.Collect();
                double time = await Edit(compilation, file, [.. rules], wholeFile);
                if (round >= 0) (times.TryGetValue(name, out List<double>? known) ? known : times[name] = []).Add(time);
            }
        }
        Console.WriteLine($"edited file of {file.GetText().Lines.Count} lines, {compilation.SyntaxTrees.Length - 1} others; elapsed time from the keystroke to the diagnostics");
        foreach ((string name, List<double> each) in times) Console.WriteLine($"{name,-24} {Speed.Median(each),6:0} ms ({each.Min():0} to {each.Max():0})");
        return 0;
    }

    private static async Task<double> Edit(CSharpCompilation compilation, SyntaxTree old, ImmutableArray<DiagnosticAnalyzer> rules, bool wholeFile)
    {
        // A character is typed in front of the last Sleep.
        SourceText text = old.GetText();
        int at = text.ToString().LastIndexOf("Thread.Sleep", StringComparison.Ordinal);
        Stopwatch watch = Stopwatch.StartNew();
        SyntaxTree edited = old.WithChangedText(text.WithChanges(new TextChange(new TextSpan(at, 0), ";")));
        CSharpCompilation fork = compilation.ReplaceSyntaxTree(old, edited);
        CompilationWithAnalyzers examined = fork.WithAnalyzers(rules);
        TextSpan? span = wholeFile ? null : new TextSpan(at, 20);
        ImmutableArray<Diagnostic> diagnostics = await examined.GetAnalyzerSemanticDiagnosticsAsync(fork.GetSemanticModel(edited), span, default);
        double time = watch.Elapsed.TotalMilliseconds;
        if (diagnostics.IsEmpty && rules.Length > 1) throw new InvalidOperationException("The edited file lost its diagnostics.");
        return time;
    }
}
