using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>[IntentionallyBlocking("reason")], whatever namespace the attribute lives in: somebody knows and means it.</summary>
internal static class Intent
{
    public const string Attribute = "IntentionallyBlockingAttribute";

    /// <summary>Of a call into a helper, whether the helper says so; else whether the body does.</summary>
    public static bool IsSaid(Candidate c) => IsIntended(c.Site.Target is not null
        ? c.Examination.Calls.MethodOf(c.Site)
        : c.Examination.MethodOf(c.Body) ?? c.Examination.MemberAround(c.Body));

    /// <summary>Whether the member, a function around it, its type or its assembly says so.</summary>
    public static bool IsIntended(ISymbol? symbol)
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
