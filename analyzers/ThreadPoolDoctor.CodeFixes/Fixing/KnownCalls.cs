using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>Asks the catalogue whether an expression blocks whatever it is called on, and is of the ailment with that id.</summary>
internal static class KnownCalls
{
    private static readonly ILookup<string, BlockingCall> s_byMember =
        BlockingCalls.All.Where(row => row.When == Circumstance.Always && row.Twin is not null && row.Parameter is null).ToLookup(row => row.Member);

    public static bool Are(string id, ExpressionSyntax expression, SemanticModel model)
    {
        if (expression is not (InvocationExpressionSyntax or MemberAccessExpressionSyntax { Parent: not InvocationExpressionSyntax })) return false;
        string? name = Syntax.MemberName(expression)?.Identifier.ValueText;
        if (name is null || !s_byMember.Contains(name) && !s_byMember.Contains("get_" + name)) return false;
        ISymbol? symbol = model.GetSymbolInfo(expression).Symbol;
        if (symbol is null) return false;
        return s_byMember[symbol is IPropertySymbol ? "get_" + name : name].Any(row => row.Ailment == id && IsOf(symbol.ContainingType, row.Type));
    }

    private static bool IsOf(INamedTypeSymbol? type, string metadataName)
    {
        int arity = metadataName.IndexOf('`');
        string plain = (arity < 0 ? metadataName : metadataName.Substring(0, arity)).Replace('+', '.');
        for (; type is not null; type = type.BaseType)
        {
            if (string.Equals(Awaitables.FullName(type), plain, StringComparison.Ordinal)) return true;
        }
        return false;
    }
}
