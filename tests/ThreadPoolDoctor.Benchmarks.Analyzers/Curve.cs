using System.Collections.Immutable;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// How the rules' cost grows with the size of what they examine, by two measures that do not drown in a machine's
/// noise: the time that the driver counts for the rules when it runs them one after the other, least of the rounds; and
/// what they allocate above an analyzer that does nothing, which is nearly the same each time. The exponent is the
/// slope of the line through all sizes, both axes logarithmic: 1 is linear growth.
/// </summary>
internal static class Curve
{
    public static async Task<int> Measure(int rounds)
    {
        await Report("many files", [12_500, 25_000, 50_000, 100_000, 200_000], GeneratedCode.Files, rounds);
        await Report("one file", [5_000, 10_000, 20_000, 40_000], lines => [GeneratedCode.Large(lines)], rounds);
        await Report("entangled", [1_250, 2_500, 5_000, 10_000, 20_000], lines => [GeneratedCode.Entangled(lines)], rounds);
        return 0;
    }

    private static async Task Report(string name, int[] sizes, Func<int, string[]> code, int rounds)
    {
        // The first compilations of a process pay for the compiler being made ready.
        for (int warm = 0; warm < 5; warm++) await Examine(code(sizes[1]), SourceTree.Rules);
        List<(double Lines, double Time, double Bytes)> points = [];
        Console.WriteLine($"{name,-12} {"time",10} {"us a line",10} {"allocated",12} {"bytes a line",13}");
        foreach (int size in sizes)
        {
            string[] sources = code(size);
            double lines = sources.Sum(source => source.Count(c => c == '\n'));
            List<(double Time, double Bytes)> costs = [];
            for (int round = 0; round < rounds; round++) costs.Add(await Examine(sources, SourceTree.Rules));
            (double Time, double Bytes) idle = await Examine(sources, [new Idle()]);
            (double time, double bytes) = (costs.Min(cost => cost.Time), costs.Min(cost => cost.Bytes) - idle.Bytes);
            points.Add((lines, time, bytes));
            Console.WriteLine($"{lines,12} {time,7:0.0} ms {time * 1000 / lines,10:0.00} {bytes / (1 << 20),9:0.0} MiB {bytes / lines,13:0}");
        }
        Console.WriteLine($"  grows with the power {Slope(points.Select(point => (point.Lines, point.Time))):0.00} of the lines in time, {Slope(points.Select(point => (point.Lines, point.Bytes))):0.00} in what is allocated");
    }

    private static async Task<(double Time, double Bytes)> Examine(string[] sources, ImmutableArray<DiagnosticAnalyzer> rules)
    {
        CSharpCompilation compilation = Speed.Compilation(sources);
        // Declared types are everybody's: the compiler would make them anyway.
        compilation.GetDeclarationDiagnostics();
        CompilationWithAnalyzers examined = compilation.WithAnalyzers(rules, new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: false, logAnalyzerExecutionTime: true));
        GC.Collect();
        long before = GC.GetTotalAllocatedBytes(precise: true);
        AnalysisResult result = await examined.GetAnalysisResultAsync(default);
        double bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        return (result.AnalyzerTelemetryInfo.Values.Sum(info => info.ExecutionTime.TotalMilliseconds), bytes);
    }

    // Least squares.
    private static double Slope(IEnumerable<(double X, double Y)> points)
    {
        (double X, double Y)[] logs = [.. points.Select(point => (Math.Log(point.X), Math.Log(point.Y)))];
        double x = logs.Average(point => point.X), y = logs.Average(point => point.Y);
        return logs.Sum(point => (point.X - x) * (point.Y - y)) / logs.Sum(point => (point.X - x) * (point.X - x));
    }
}
