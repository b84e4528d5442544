using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Places where somebody has switched off a rule of another analyzer that says the same: by a pragma at the call, or by
/// [SuppressMessage] on its member or type. A whole project says nothing of a place.
/// </summary>
internal static class SwitchedOff
{
    public static bool Is(Examination examination, Finding finding) =>
        finding.Path.Any(step => Is(examination, finding.Ailment, step.Node));

    public static bool Is(Examination examination, string ailment, SyntaxNode node) =>
        PeerRules.Of(ailment) is { Count: > 0 } ids && (ids.Any(id => Pragmas.Disable(node, id))
            || examination.BodyAround(node) is { } body && IsSuppressed(examination.MemberAround(body), ids.Contains));

    private static bool IsSuppressed(ISymbol? symbol, Func<string, bool> isOne)
    {
        for (ISymbol? at = symbol; at is not null and not INamespaceSymbol; at = at.ContainingSymbol)
        {
            if (Of(at).Concat(Of((at as IMethodSymbol)?.AssociatedSymbol)).Any(attribute =>
                attribute.AttributeClass?.Name == "SuppressMessageAttribute"
                && attribute.ConstructorArguments is [_, { Value: string rule }, ..]
                && isOne(rule.Split(':')[0]))) return true;
        }
        return false;
    }

    private static IEnumerable<AttributeData> Of(ISymbol? symbol) => symbol?.GetAttributes() ?? [];
}
