using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// The safety net of a change to the rules: sweeps folders of source with the rules as they are here and with those of
/// another build, and prints what only one of them says. A change that keeps behaviour prints no difference; one that
/// changes it by intent prints just that.
/// </summary>
internal static class Comparison
{
    /// <param name="before">The ThreadPoolDoctor.Analyzers.dll of the other build.</param>
    /// <param name="folders">Checkouts, each swept as <see cref="SourceTree"/> does.</param>
    /// <param name="without">Projects whose path contains one of these words are compiled for others, but not
    /// examined.</param>
    public static async Task<int> Run(string before, string[] folders, string[] without)
    {
        ImmutableArray<DiagnosticAnalyzer> old = SourceTree.RulesOf(Load(before));
        int differences = 0;
        foreach (string folder in folders.Select(Path.GetFullPath))
        {
            Tally tally = new();
            Dictionary<string, SourceProject> projects = [];
            SourceTreeLibraries libraries = new(null);
            foreach (string path in Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories).Order())
            {
                if (without.Any(word => Path.GetRelativePath(folder, path).Contains(word, StringComparison.OrdinalIgnoreCase))) continue;
                CSharpCompilation compilation = SourceProject.Open(path, libraries, projects).Compilation;
                // Options that make one examination make the other's too, so each set of rules gets a compilation of
                // its own.
                tally.Add(await Findings(compilation.Clone(), old, folder), await Findings(compilation.Clone(), SourceTree.Rules, folder));
            }
            Console.WriteLine($"# {Path.GetFileName(folder)}: {tally.Same} the same, {tally.Gone} gone, {tally.New} new, {tally.Reworded} with other words");
            differences += tally.Gone + tally.New;
        }
        return differences == 0 ? 0 : 1;
    }

    // A context of its own for each version: the rules are found by their assembly, what they refer to is this
    // process's.
    private static Assembly Load(string path) => new AssemblyLoadContext(path).LoadFromAssemblyPath(Path.GetFullPath(path));

    private static async Task<Dictionary<string, List<string>>> Findings(CSharpCompilation compilation, ImmutableArray<DiagnosticAnalyzer> rules, string folder)
    {
        AnalysisResult result = await SourceTree.Run(compilation, rules);
        return result.GetAllDiagnostics().GroupBy(diagnostic => Place(diagnostic, folder))
            .ToDictionary(group => group.Key, group => group.Select(Said).Order().ToList());
    }

    private static string Place(Diagnostic diagnostic, string folder)
    {
        FileLinePositionSpan span = diagnostic.Location.GetLineSpan();
        string file = span.Path is { Length: > 0 } path ? Path.GetRelativePath(folder, path) : "-";
        return $"{file}({span.StartLinePosition.Line + 1},{span.StartLinePosition.Character + 1}): {diagnostic.Id}";
    }

    private static string Said(Diagnostic diagnostic) => $"{diagnostic.Severity.ToString().ToLowerInvariant()}: {diagnostic.GetMessage()}";

    /// <summary>What both said, and what one said alone, which is printed as it is added.</summary>
    private sealed class Tally
    {
        public int Same { get; private set; }

        public int Gone { get; private set; }

        public int New { get; private set; }

        public int Reworded { get; private set; }

        public void Add(Dictionary<string, List<string>> before, Dictionary<string, List<string>> after)
        {
            foreach (string place in before.Keys.Union(after.Keys).Order())
            {
                List<string> was = before.GetValueOrDefault(place, []), now = after.GetValueOrDefault(place, []);
                if (was.SequenceEqual(now)) Same++;
                else if (was.Count == now.Count) Reworded++;
                else if (was.Count > now.Count) Gone++;
                else New++;
                if (was.SequenceEqual(now)) continue;
                foreach (string said in was.Except(now)) Console.WriteLine($"- {place} {said}");
                foreach (string said in now.Except(was)) Console.WriteLine($"+ {place} {said}");
            }
        }
    }
}
