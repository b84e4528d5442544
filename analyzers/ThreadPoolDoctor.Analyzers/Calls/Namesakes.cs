using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The members of a compilation by one name, and what overrides each of them, looked for once: where hundreds override
/// a method, each of those is asked for what overrides it, too.
/// </summary>
internal sealed class Namesakes
{
    private readonly Dictionary<IMethodSymbol, List<IMethodSymbol>> _overriding = new(SymbolEqualityComparer.Default);

    public Namesakes(IReadOnlyList<IMethodSymbol> all)
    {
        All = all;
        foreach (IMethodSymbol member in all)
        {
            for (IMethodSymbol? at = member.OverriddenMethod; at is not null; at = at.OverriddenMethod)
            {
                IMethodSymbol below = at.OriginalDefinition;
                if (!_overriding.TryGetValue(below, out List<IMethodSymbol>? known)) _overriding.Add(below, known = []);
                known.Add(member);
            }
        }
    }

    public IReadOnlyList<IMethodSymbol> All { get; }

    /// <summary>What overrides a method, by however many classes between.</summary>
    public IReadOnlyList<IMethodSymbol> Overriding(IMethodSymbol method) =>
        _overriding.TryGetValue(method, out List<IMethodSymbol>? known) ? known : [];
}
