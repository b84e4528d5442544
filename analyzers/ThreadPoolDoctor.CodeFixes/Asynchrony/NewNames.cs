using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Whether "Async" is appended to the name of a function that becomes async. The name is kept where it means something
/// to somebody else: the entry point, a method with attributes (tests, routes), a web action, and where it is taken.
/// </summary>
internal static class NewNames
{
    public static string? Of(IReadOnlyCollection<IMethodSymbol> group, Compilation compilation)
    {
        string name = group.First().Name;
        string old = name.Substring(name.LastIndexOf('.') + 1);
        string suffixed = old + "Async";
        if (old.EndsWith("Async", StringComparison.Ordinal)) return null;
        foreach (IMethodSymbol method in group)
        {
            if (SymbolEqualityComparer.Default.Equals(method, compilation.GetEntryPoint(default))) return null;
            if (method.GetAttributes().Length > 0 || ApiBoundary.IsCalledByFramework(method)) return null;
            for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.BaseType)
            {
                if (!type.GetMembers(suffixed).IsEmpty) return null;
            }
        }
        return suffixed;
    }

    public static string? OfLocal(LocalFunctionStatementSyntax local, SemanticModel model)
    {
        string old = local.Identifier.ValueText;
        if (old.EndsWith("Async", StringComparison.Ordinal)) return null;
        return model.LookupSymbols(local.SpanStart, name: old + "Async").IsEmpty ? old + "Async" : null;
    }
}
