using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers.Tests.Structure;

/// <summary>Which types of a folder speak of which; what is nested belongs to what it is nested in.</summary>
internal static class TypeUses
{
    public static IEnumerable<BaseTypeDeclarationSyntax> Outermost(SyntaxTree tree) => tree.GetRoot().DescendantNodes()
        .OfType<BaseTypeDeclarationSyntax>().Where(type => type.Parent is not BaseTypeDeclarationSyntax);

    public static (string From, string To)[] Of(CSharpCompilation compilation, string folder)
    {
        HashSet<(string, string)> uses = [];
        foreach (SyntaxTree tree in compilation.SyntaxTrees.Where(IsInFolder))
        {
            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (SimpleNameSyntax name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>())
            {
                if (name.Ancestors().OfType<BaseTypeDeclarationSyntax>().LastOrDefault() is not { } from) continue;
                ISymbol? symbol = model.GetSymbolInfo(name).Symbol;
                INamedTypeSymbol? to = symbol as INamedTypeSymbol ?? symbol?.ContainingType;
                while (to?.ContainingType is { } outer) to = outer;
                if (to is null or { IsTupleType: true } || !to.DeclaringSyntaxReferences.Any(part => IsInFolder(part.SyntaxTree))) continue;
                if (to.Name != from.Identifier.ValueText) uses.Add((from.Identifier.ValueText, to.Name));
            }
        }
        return [.. uses.OrderBy(use => use.Item1 + " " + use.Item2, StringComparer.Ordinal)];

        bool IsInFolder(SyntaxTree tree) => tree.FilePath.StartsWith(folder, StringComparison.Ordinal);
    }

    /// <summary>The largest set of types that all reach each other.</summary>
    public static string[] LargestCycle((string From, string To)[] all)
    {
        ILookup<string, string> uses = all.ToLookup(use => use.From, use => use.To);
        Dictionary<string, HashSet<string>> reached = uses.ToDictionary(use => use.Key, use => Reach(use.Key, uses));
        return reached.Keys.Select(type => reached.Keys
                .Where(other => reached[type].Contains(other) && reached[other].Contains(type)).Order(StringComparer.Ordinal).ToArray())
            .MaxBy(cycle => cycle.Length) ?? [];
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
