using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Analyzers.Tests.Structure;

/// <summary>The pool is made of small types with owners.</summary>
public sealed class PoolTypesTests
{
    /// <summary>What everybody calls: its members are the contract, and each carries its documentation.</summary>
    private const string Facade = "WorkPool";

    private static readonly string s_folder = Path.Combine(RepositoryFiles.Root, "pool", "ThreadPoolDoctor.Pool");

    private static readonly CSharpParseOptions s_options = Compiled.ParseOptions
        .WithPreprocessorSymbols("NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER");

    private static readonly SyntaxTree[] s_trees =
    [
        .. Directory.EnumerateFiles(s_folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), s_options, file)),
    ];

    [Fact]
    public void No_cycle_of_types_is_larger_than_this()
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Pool", [.. s_trees, CSharpSyntaxTree.ParseText(Compiled.GlobalUsings, s_options)], Compiled.References, Compiled.Options.WithAllowUnsafe(true));
        (string From, string To)[] uses = TypeUses.Of(compilation, s_folder);
        uses.Length.ShouldBeGreaterThan(100);
        string[] largest = TypeUses.LargestCycle(uses);
        largest.Length.ShouldBeLessThanOrEqualTo(8, string.Join(", ", largest));
    }

    [Fact]
    public void No_type_but_the_facade_has_more_than_400_lines() => s_trees.SelectMany(TypeUses.Outermost)
        .GroupBy(type => type.Identifier.ValueText, type => type.GetText().Lines.Count - 1)
        .Where(parts => parts.Key != Facade && parts.Sum() > 400)
        .Select(parts => $"{parts.Key} {parts.Sum()}").ShouldBeEmpty();
}
