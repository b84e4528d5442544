using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What a method is called by besides its own name: members of interfaces and bases; and who may name it.</summary>
internal static class Contracts
{
    /// <summary>The members of interfaces that a method implements, as its type has them.</summary>
    public static IEnumerable<IMethodSymbol> ImplementedBy(IMethodSymbol method) =>
        method.ContainingType.AllInterfaces.SelectMany(face => ImplementedOf(face, method));

    /// <summary>Whether a call of one method may run another: the same, an override, or what implements it.</summary>
    public static bool MayRun(IMethodSymbol called, IMethodSymbol method) =>
        IsSame(called, method) || Implements(method.OriginalDefinition, called.OriginalDefinition);

    /// <summary>Whether a method overrides another, or implements it.</summary>
    public static bool Implements(IMethodSymbol candidate, IMethodSymbol member)
    {
        if (IsSame(candidate, member)) return false;
        for (IMethodSymbol? at = candidate.OverriddenMethod; at is not null; at = at.OverriddenMethod)
        {
            if (IsSame(at, member)) return true;
        }
        return member.ContainingType.TypeKind == TypeKind.Interface
            && candidate.ContainingType.AllInterfaces
                .Where(face => SymbolEqualityComparer.Default.Equals(face.OriginalDefinition, member.ContainingType))
                .SelectMany(face => ImplementedOf(face, candidate)).Any(each => IsSame(each, member));
    }

    /// <summary>What it is called by: Save, also where it is <c>IStore.Save</c>, explicitly implemented.</summary>
    public static string NameOf(IMethodSymbol method) => method.Name.Substring(method.Name.LastIndexOf('.') + 1);

    /// <summary>Whether code of another project can name it; what derives from a class names what is protected.</summary>
    public static bool CanBeNamedOutside(ISymbol symbol)
    {
        for (ISymbol? at = symbol; at is not null and not INamespaceSymbol; at = at.ContainingSymbol)
        {
            if (at.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected
                or Accessibility.ProtectedOrInternal)) return false;
        }
        return true;
    }

    private static IEnumerable<IMethodSymbol> ImplementedOf(INamedTypeSymbol face, IMethodSymbol method) =>
        face.GetMembers(NameOf(method)).OfType<IMethodSymbol>()
            .Where(member => IsSame(method.ContainingType.FindImplementationForInterfaceMember(member), method));

    private static bool IsSame(ISymbol? one, IMethodSymbol other) =>
        SymbolEqualityComparer.Default.Equals(one?.OriginalDefinition, other.OriginalDefinition);
}
