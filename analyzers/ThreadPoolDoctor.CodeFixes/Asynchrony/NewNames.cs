using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FindSymbols;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Whether "Async" is appended to the name of a function that becomes async. The name is kept where it means something
/// to somebody else: the entry point, a method with attributes (tests, routes), a web action, and where it is taken.
/// </summary>
internal static class NewNames
{
    public static async Task<string?> OfAsync(IReadOnlyCollection<IMethodSymbol> group, Solution solution,
        Compilation compilation, CancellationToken cancellation)
    {
        if (Suffixed(group.First().Name) is not { } suffixed) return null;
        foreach (IMethodSymbol method in group)
        {
            if (SymbolEqualityComparer.Default.Equals(method, compilation.GetEntryPoint(cancellation))) return null;
            if (method.GetAttributes().Length > 0 || FrameworkCalls.KeepsName(method)) return null;
            for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
            {
                if (!type.GetMembers(suffixed).IsEmpty) return null;
            }
            if (IsSaidInside(method.ContainingType, suffixed, cancellation)) return null;
            if (await IsTakenBelowAsync(method, suffixed, solution, cancellation).ConfigureAwait(false)) return null;
        }
        return IsExtension(suffixed, compilation, cancellation) ? null : suffixed;
    }

    public static string? OfLocal(LocalFunctionStatementSyntax local, SemanticModel model) =>
        Suffixed(local.Identifier.ValueText) is { } suffixed
            && model.LookupSymbols(local.SpanStart, name: suffixed).IsEmpty ? suffixed : null;

    // LoadSync becomes LoadAsync. The name of an explicit implementation holds its interface, too.
    private static string? Suffixed(string name)
    {
        const string Async = "Async", Sync = "Sync";
        string old = name.Substring(name.LastIndexOf('.') + 1);
        if (old.EndsWith(Async, StringComparison.Ordinal)) return null;
        return (old.Length > Sync.Length && old.EndsWith(Sync, StringComparison.Ordinal)
            ? old.Substring(0, old.Length - Sync.Length) : old) + Async;
    }

    // What the name stands for there, by "using static" or of an outer type, would be hidden by the new method.
    private static bool IsSaidInside(INamedTypeSymbol type, string name, CancellationToken cancellation) =>
        type.DeclaringSyntaxReferences.SelectMany(reference => reference.GetSyntax(cancellation).DescendantNodes())
            .OfType<SimpleNameSyntax>().Any(said => said.Identifier.ValueText == name
                && !(said.Parent is MemberAccessExpressionSyntax access && access.Name == said));

    // A derived type's own method would hide the new one.
    private static async Task<bool> IsTakenBelowAsync(IMethodSymbol method, string name, Solution solution,
        CancellationToken cancellation)
    {
        if (method.DeclaredAccessibility == Accessibility.Private
            || method.ContainingType is not { TypeKind: TypeKind.Class, IsSealed: false, IsStatic: false } type) return false;
        foreach (INamedTypeSymbol derived in await SymbolFinder.FindDerivedClassesAsync(type, solution,
            cancellationToken: cancellation).ConfigureAwait(false))
        {
            if (!derived.GetMembers(name).IsEmpty) return true;
        }
        return false;
    }

    // A method of the type's own would be called in the place of the extension.
    private static bool IsExtension(string name, Compilation compilation, CancellationToken cancellation) =>
        compilation.GetSymbolsWithName(name, SymbolFilter.Member, cancellation)
            .Any(member => member is IMethodSymbol { IsExtensionMethod: true });
}
