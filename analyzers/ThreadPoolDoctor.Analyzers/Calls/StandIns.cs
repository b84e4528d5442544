using System;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Classes that stand in for an implementation where that is not wanted: they do nothing at all, or keep in memory what
/// the others keep elsewhere. That these do not wait says nothing about a call that may run the others.
/// </summary>
internal static class StandIns
{
    private static readonly string[] s_words = ["Null", "NoOp", "Noop", "Fake", "Dummy", "Mock", "InMemory", "Memory"];

    /// <param name="method">What implements the member.</param>
    /// <param name="member">The member of an interface or a base class.</param>
    public static bool Hold(IMethodSymbol method, IMethodSymbol member) =>
        !SymbolEqualityComparer.Default.Equals(method, member)
        && (IsNamedSo(method.ContainingType.Name) || IsIdle(method) && DoesNothing(method.ContainingType, member.ContainingType));

    // NullStore, InMemoryStore, StoreInMemory; what is NullableStore is none, and a mapped file is a file.
    private static bool IsNamedSo(string name) => !name.Contains("MemoryMapped")
        && s_words.Any(word => name.StartsWith(word, StringComparison.Ordinal)
            && (name.Length == word.Length || !char.IsLower(name[word.Length])) || word == "InMemory" && name.Contains(word));

    // In none of several members: a single one that is empty is as often one of several kinds. To say what it is called, or
    // to make what it is made of, is nothing that it leaves undone.
    private static bool DoesNothing(INamedTypeSymbol type, INamedTypeSymbol contract)
    {
        int undone = 0;
        foreach (IMethodSymbol member in contract.GetMembers().OfType<IMethodSymbol>().Where(each => each.IsAbstract && !each.IsStatic))
        {
            if (Implementing(type, member) is not { } own || !IsIdle(own)) return false;
            if (!own.DeclaringSyntaxReferences.Any(source => Idle.SaysWhatItIs(source.GetSyntax()))) undone++;
        }
        return undone > 1;
    }

    private static bool IsIdle(IMethodSymbol method) => method.DeclaringSyntaxReferences is [_, ..] sources
        && sources.All(source => Idle.IsAll(source.GetSyntax()));

    private static IMethodSymbol? Implementing(INamedTypeSymbol type, IMethodSymbol member) =>
        member.ContainingType.TypeKind != TypeKind.Interface
            ? type.SelfAndBases().SelectMany(at => at.GetMembers(member.Name)).OfType<IMethodSymbol>()
                .FirstOrDefault(each => Contracts.MayRun(member, each))
            : type.AllInterfaces.Where(face => SymbolEqualityComparer.Default.Equals(face.OriginalDefinition, member.ContainingType.OriginalDefinition))
                .SelectMany(face => face.GetMembers(member.Name))
                .Where(each => SymbolEqualityComparer.Default.Equals(each.OriginalDefinition, member.OriginalDefinition))
                .Select(type.FindImplementationForInterfaceMember).OfType<IMethodSymbol>().FirstOrDefault();
}
