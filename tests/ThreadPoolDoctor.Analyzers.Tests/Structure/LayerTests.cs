using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Analyzers.Tests.Structure;

/// <summary>
/// The analyzer's folders are its layers: what is above speaks of what is below, not the other way round.
/// </summary>
public sealed class LayerTests
{
    /// <summary>From the top down; a folder within one of these belongs to it.</summary>
    private static readonly string[] s_layers = ["Rules", "Exemptions", "Values", "Projects", "Calls", "WorkItems", "Index", "Syntax", "Settings"];

    /// <summary>What everything is asked through, and so knows everything.</summary>
    private static readonly string[] s_context = ["Examination"];

    private static readonly string s_folder = Path.Combine(RepositoryFiles.Root, "analyzers", "ThreadPoolDoctor.Analyzers");

    private static readonly Lazy<(string From, string To)[]> s_uses = new(Uses);

    [Fact]
    public void Every_file_lies_in_a_layer() => SourceFiles().Select(LayerOf).Distinct().Except(s_layers).Except([""]).ShouldBeEmpty();

    /// <summary>What has to ask upwards is handed an interface or a delegate, or moves.</summary>
    [Fact]
    public void Nobody_speaks_of_what_is_above()
    {
        Dictionary<string, string> layers = SourceFiles().SelectMany(file => Types(file).Select(type => (type, Layer: LayerOf(file))))
            .DistinctBy(each => each.type).ToDictionary(each => each.type, each => each.Layer);
        s_uses.Value.Where(use => Depth(layers[use.From]) > Depth(layers[use.To]))
            .Select(use => $"{layers[use.From]}/{use.From} -> {layers[use.To]}/{use.To}").ShouldBeEmpty();
    }

    [Fact]
    public void No_cycle_of_types_is_larger_than_this()
    {
        string[] largest = Cycles().MaxBy(cycle => cycle.Length) ?? [];
        largest.Length.ShouldBeLessThanOrEqualTo(6, string.Join(", ", largest.Order()));
    }

    [Fact]
    public void Of_twenty_lines_one_is_longer_than_120_characters_at_most()
    {
        string analyzers = Path.Combine(RepositoryFiles.Root, "analyzers");
        string[] lines = [.. Directory.EnumerateFiles(analyzers, "*.cs", SearchOption.AllDirectories).SelectMany(File.ReadLines)];
        lines.Count(line => line.Length > 120).ShouldBeLessThanOrEqualTo(lines.Length / 20);
    }

    private static int Depth(string layer) => Array.IndexOf(s_layers, layer);

    private static string LayerOf(string file) => Path.GetRelativePath(s_folder, file).Split(Path.DirectorySeparatorChar) is [var folder, _, ..] ? folder : "";

    private static string[] SourceFiles() =>
        [.. Directory.EnumerateFiles(s_folder, "*.cs", SearchOption.AllDirectories).Where(file => !file.Contains("Polyfills")).Order(StringComparer.Ordinal)];

    private static IEnumerable<string> Types(string file) => CSharpSyntaxTree.ParseText(File.ReadAllText(file)).GetRoot().DescendantNodes()
        .OfType<BaseTypeDeclarationSyntax>().Where(type => type.Parent is not BaseTypeDeclarationSyntax).Select(type => type.Identifier.ValueText);

    /// <summary>Which type of the analyzer speaks of which, the context left out; what is nested belongs to what it is nested in.</summary>
    private static (string From, string To)[] Uses()
    {
        string catalogue = Path.Combine(RepositoryFiles.Root, "analyzers", "Catalog");
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Analyzers",
            [.. SourceFiles().Concat(Directory.EnumerateFiles(catalogue, "*.cs")).Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), Compiled.ParseOptions, file))],
            [.. Compiled.References, .. new[] { typeof(Compilation), typeof(CSharpCompilation) }.Select(type => MetadataReference.CreateFromFile(type.Assembly.Location))],
            Compiled.Options);
        HashSet<(string, string)> uses = [];
        foreach (SyntaxTree tree in compilation.SyntaxTrees.Where(tree => tree.FilePath.StartsWith(s_folder, StringComparison.Ordinal)))
        {
            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (SimpleNameSyntax name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>())
            {
                if (name.Ancestors().OfType<BaseTypeDeclarationSyntax>().LastOrDefault() is not { } from) continue;
                ISymbol? symbol = model.GetSymbolInfo(name).Symbol;
                INamedTypeSymbol? to = symbol as INamedTypeSymbol ?? symbol?.ContainingType;
                while (to?.ContainingType is { } outer) to = outer;
                if (to is null or { IsTupleType: true } || !to.DeclaringSyntaxReferences.Any(part => part.SyntaxTree.FilePath.StartsWith(s_folder, StringComparison.Ordinal))) continue;
                if (to.Name != from.Identifier.ValueText && !s_context.Contains(to.Name) && !s_context.Contains(from.Identifier.ValueText)) uses.Add((from.Identifier.ValueText, to.Name));
            }
        }
        return [.. uses.OrderBy(use => use.Item1 + " " + use.Item2, StringComparer.Ordinal)];
    }

    // Types that reach each other.
    private static IEnumerable<string[]> Cycles()
    {
        ILookup<string, string> uses = s_uses.Value.ToLookup(use => use.From, use => use.To);
        Dictionary<string, HashSet<string>> reached = uses.ToDictionary(use => use.Key, use => Reach(use.Key, uses));
        return reached.Keys.GroupBy(type => string.Join(",", reached.Keys
            .Where(other => reached[type].Contains(other) && reached[other].Contains(type)).Order(StringComparer.Ordinal)))
            .Where(cycle => cycle.Key.Length > 0).Select(cycle => cycle.ToArray());
    }

    private static HashSet<string> Reach(string from, ILookup<string, string> uses)
    {
        HashSet<string> reached = [];
        Stack<string> pending = new(uses[from]);
        while (pending.TryPop(out string? next))
        {
            if (!reached.Add(next)) continue;
            foreach (string more in uses[next]) pending.Push(more);
        }
        return reached;
    }
}
