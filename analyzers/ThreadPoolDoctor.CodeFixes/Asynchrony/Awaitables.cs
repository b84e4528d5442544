using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>What can be awaited, and what comes out of it.</summary>
internal static class Awaitables
{
    /// <summary>Task, ValueTask and their generic forms: the types an async function may return.</summary>
    public static bool IsTaskLike(ITypeSymbol? type) =>
        type is INamedTypeSymbol { Arity: <= 1, Name: "Task" or "ValueTask" } named
            && IsIn(named, "System.Threading.Tasks");

    public static bool IsGenericTaskLike(ITypeSymbol? type) => IsTaskLike(type) && ((INamedTypeSymbol)type!).Arity == 1;

    /// <summary>
    /// The type of <c>await x</c>: void's symbol is null, as is the answer for what cannot be awaited.
    /// </summary>
    public static bool TryGetResult(ITypeSymbol? type, out ITypeSymbol? result)
    {
        result = null;
        if (IsTaskLike(type))
        {
            result = ((INamedTypeSymbol)type!).TypeArguments.FirstOrDefault();
            return true;
        }
        if (type is not INamedTypeSymbol { Arity: <= 1, Name: "ConfiguredTaskAwaitable" or "ConfiguredValueTaskAwaitable" } configured)
        {
            return false;
        }
        result = configured.TypeArguments.FirstOrDefault();
        return IsIn(configured, "System.Runtime.CompilerServices");
    }

    public static bool IsIn(ISymbol symbol, string @namespace) =>
        symbol.ContainingNamespace?.ToDisplayString() == @namespace;

    /// <summary>Is this member declared by the type with that full name, its generic forms included?</summary>
    public static bool IsMemberOf(ISymbol? member, string fullTypeName) =>
        member?.ContainingType is { } type && FullName(type) == fullTypeName;

    /// <summary>Namespace and name, without type arguments: how the tables in this assembly speak of types.</summary>
    public static string FullName(INamedTypeSymbol type) =>
        type.ContainingType is { } outer ? FullName(outer) + "." + type.Name
        : type.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() + "." + type.Name
        : type.Name;
}
