using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>[IntentionallyBlocking("reason")], whatever namespace the attribute lives in.</summary>
internal static class IntentMarks
{
    public const string Attribute = "IntentionallyBlockingAttribute";

    /// <summary>Whether the member, a function around it, its type or its assembly says so.</summary>
    public static bool IsOn(ISymbol? symbol)
    {
        for (ISymbol? at = symbol; at is not null; at = at.ContainingSymbol)
        {
            if (Has(at) || at is IMethodSymbol { AssociatedSymbol: { } property } && Has(property)) return true;
            if (at is INamespaceSymbol) return Has(at.ContainingAssembly);
        }
        return false;
    }

    private static bool Has(ISymbol? symbol)
    {
        if (symbol is null or INamespaceSymbol) return false;
        foreach (AttributeData attribute in symbol.GetAttributes())
        {
            if (attribute.AttributeClass?.Name == Attribute) return true;
        }
        return false;
    }
}
