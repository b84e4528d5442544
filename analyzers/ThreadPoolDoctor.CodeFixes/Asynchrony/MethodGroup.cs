using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FindSymbols;
using ThreadPoolDoctor.Analyzers;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// The methods that must keep one signature: a method, what it overrides, what overrides it, the interface members it
/// implements and their other implementations. Changing one means changing all.
/// </summary>
internal static class MethodGroup
{
    public static async Task<(HashSet<IMethodSymbol> Methods, string? Stop)> OfAsync(IMethodSymbol method,
        Solution solution, CancellationToken cancellation)
    {
        HashSet<IMethodSymbol> group = new(SymbolEqualityComparer.Default);
        Queue<IMethodSymbol> open = new([method.OriginalDefinition]);
        while (open.Count > 0)
        {
            IMethodSymbol next = open.Dequeue();
            if (!group.Add(next)) continue;
            if (next.DeclaringSyntaxReferences.IsEmpty)
            {
                return (group, $"it overrides or implements {next.ToDisplayString(SymbolDisplayFormat.CSharpShortErrorMessageFormat)}, which is not in this solution");
            }
            foreach (IMethodSymbol related in await RelatedAsync(next, solution, cancellation).ConfigureAwait(false))
            {
                open.Enqueue(related.OriginalDefinition);
            }
        }
        return (group, null);
    }

    private static async Task<IEnumerable<IMethodSymbol>> RelatedAsync(IMethodSymbol method, Solution solution,
        CancellationToken cancellation)
    {
        List<ISymbol> related = [];
        if (method.OverriddenMethod is { } overridden) related.Add(overridden);
        related.AddRange(method.ExplicitInterfaceImplementations);
        if (method.ContainingType.TypeKind == TypeKind.Interface)
        {
            related.AddRange(await SymbolFinder.FindImplementationsAsync(method, solution, null, cancellation)
                .ConfigureAwait(false));
        }
        else
        {
            related.AddRange(Contracts.ImplementedBy(method));
            if (MayBeImplemented(method))
            {
                related.AddRange(await SymbolFinder.FindImplementedInterfaceMembersAsync(method, solution, null,
                    cancellation).ConfigureAwait(false));
            }
        }
        if (method.IsVirtual || method.IsAbstract || method.IsOverride)
        {
            related.AddRange(await SymbolFinder.FindOverridesAsync(method, solution, null, cancellation)
                .ConfigureAwait(false));
        }
        return related.OfType<IMethodSymbol>();
    }

    private static bool MayBeImplemented(IMethodSymbol method) =>
        !method.IsStatic && method.DeclaredAccessibility == Accessibility.Public && !method.ContainingType.IsSealed;
}
