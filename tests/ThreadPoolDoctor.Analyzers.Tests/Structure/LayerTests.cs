using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
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
        string[] largest = TypeUses.LargestCycle(s_uses.Value);
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

    private static IEnumerable<string> Types(string file) =>
        TypeUses.Outermost(CSharpSyntaxTree.ParseText(File.ReadAllText(file))).Select(type => type.Identifier.ValueText);

    /// <summary>Which type of the analyzer speaks of which, the context left out.</summary>
    private static (string From, string To)[] Uses()
    {
        string catalogue = Path.Combine(RepositoryFiles.Root, "analyzers", "Catalog");
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Analyzers",
            [.. SourceFiles().Concat(Directory.EnumerateFiles(catalogue, "*.cs")).Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), Compiled.ParseOptions, file))],
            [.. Compiled.References, .. new[] { typeof(Compilation), typeof(CSharpCompilation) }.Select(type => MetadataReference.CreateFromFile(type.Assembly.Location))],
            Compiled.Options);
        return [.. TypeUses.Of(compilation, s_folder).Where(use => !s_context.Contains(use.To) && !s_context.Contains(use.From))];
    }
}
