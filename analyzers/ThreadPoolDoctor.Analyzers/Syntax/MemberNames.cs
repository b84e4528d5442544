using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Names of symbols, as the catalogue and as messages write them.</summary>
internal static class MemberNames
{
    /// <summary>Full metadata name: Namespace.Outer+Inner`1.</summary>
    public static string OfType(ITypeSymbol type)
    {
        string name = type.MetadataName;
        INamedTypeSymbol? outer = type.ContainingType;
        while (outer is not null)
        {
            name = outer.MetadataName + "+" + name;
            outer = outer.ContainingType;
        }
        string space = OfNamespace(type.ContainingNamespace);
        return space.Length == 0 ? name : space + "." + name;
    }

    public static string OfNamespace(INamespaceSymbol? space) => space switch
    {
        null or { IsGlobalNamespace: true } => "",
        { ContainingNamespace: null or { IsGlobalNamespace: true } } => space.Name,
        _ => OfNamespace(space.ContainingNamespace) + "." + space.Name,
    };

    /// <summary>Whether it is .NET's own: System, or below it.</summary>
    public static bool IsOfSystem(INamespaceSymbol? space) => OfNamespace(space) is var name
        && (name == "System" || name.StartsWith("System.", System.StringComparison.Ordinal));

    /// <summary>The member as a person writes it: Type.Member, or the type's name for a constructor.</summary>
    public static string Shown(ISymbol member, INamedTypeSymbol? seenFrom = null)
    {
        if (member is IMethodSymbol { MethodKind: MethodKind.LocalFunction }) return member.Name;
        INamedTypeSymbol? type = member.ContainingType;
        ISymbol said = member is IMethodSymbol { AssociatedSymbol: { } property } ? property : member;
        string name = said switch
        {
            IMethodSymbol { MethodKind: MethodKind.Constructor } => "new " + type?.Name,
            IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator or MethodKind.Conversion } => "operator of " + type?.Name,
            IPropertySymbol { IsIndexer: true } => "this[]",
            _ => said.Name,
        };
        if (type is null || name.StartsWith("new ") || name.StartsWith("operator ")) return name;
        return SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, seenFrom?.OriginalDefinition) ? name
            : type.Name + "." + name;
    }

    public static IEnumerable<INamedTypeSymbol> SelfAndBases(this INamedTypeSymbol? type)
    {
        for (INamedTypeSymbol? at = type; at is not null; at = at.BaseType) yield return at;
    }
}
