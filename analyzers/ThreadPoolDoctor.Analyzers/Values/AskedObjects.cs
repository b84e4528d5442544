using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Which object the end of a way asks, as those on the way name it: a variable, and what is asked of it on the way there.</summary>
internal static class AskedObjects
{
    /// <summary>Whether the ends of two ways ask one object, as far as it is named alike where their steps of this number stand.</summary>
    public static bool AreSame(Examination examination, IReadOnlyList<CallSite> one, IReadOnlyList<CallSite> other, int step) =>
        At(examination, one, step) is { } first && At(examination, other, step) is { } second
        && SymbolEqualityComparer.Default.Equals(first.Root, second.Root) && first.Members == second.Members;

    /// <summary>Whether the ends of two ways surely ask different objects: the same of two parameters of one type.</summary>
    public static bool AreOthers(Examination examination, IReadOnlyList<CallSite> one, IReadOnlyList<CallSite> other) =>
        At(examination, one, 0) is (IParameterSymbol first, var ofFirst)
        && At(examination, other, 0) is (IParameterSymbol second, var ofSecond)
        && ofFirst == ofSecond && SymbolEqualityComparer.Default.Equals(first.Type, second.Type)
        && !SymbolEqualityComparer.Default.Equals(first, second);

    private static (ISymbol? Root, string Members)? At(Examination examination, IReadOnlyList<CallSite> way, int step)
    {
        ExpressionSyntax? named = Receiver.Of(way[way.Count - 1].Node);
        string members = "";
        for (int at = way.Count - 1; named is not null; at--)
        {
            if (Parse(examination, named) is not { } parsed) return null;
            if (at == step) return (parsed.Root, parsed.Members + members);
            CallSite call = way[at - 1];
            if (parsed.Root is IParameterSymbol parameter)
            {
                named = new Callers(call, null).Giving(examination, parameter)?.ArgumentFor(parameter);
                members = parsed.Members + members;
            }
            else if (parsed.Root is not (IFieldSymbol or IPropertySymbol) || call.Target.MethodKind == MethodKind.Constructor) return null;
            else if (!parsed.Root.IsStatic && Receiver.Of(call.Node) is { } receiver and not (ThisExpressionSyntax or BaseExpressionSyntax))
            {
                named = receiver;
                members = "." + parsed.Root.Name + parsed.Members + members;
            }
        }
        return null;
    }

    // Null for what may have been given another object on the way.
    private static (ISymbol? Root, string Members)? Parse(Examination examination, ExpressionSyntax named)
    {
        string members = "";
        while (true)
        {
            switch (named)
            {
                case ParenthesizedExpressionSyntax inner: named = inner.Expression; continue;
                case PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } sure: named = sure.Operand; continue;
                case IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax or BaseExpressionSyntax }:
                    ISymbol? root = examination.ModelOf(named).GetSymbolInfo(named).Symbol;
                    // var request = context.Request; and not what stands behind it, for unfinished code may make variables of each other.
                    if (root is ILocalSymbol && Origins.Of(examination, named).ToArray() is [{ } only] && only.Span.End < named.SpanStart
                        && Parse(examination, only) is { Root: not null } given) return (given.Root, given.Members + members);
                    return root is not null && IsWritten(examination, named, root.Name) ? null : (root, root is null ? named + members : members);
                case MemberAccessExpressionSyntax or MemberBindingExpressionSyntax when Receiver.Of(named) is { } before:
                    members = "." + Names.OfInvoked(named) + members;
                    named = before;
                    continue;
                // What a method or an indexer gives is taken for the same where it is asked in the same words.
                default: return (null, named + members);
            }
        }
    }

    private static bool IsWritten(Examination examination, SyntaxNode node, string name) =>
        examination.UsesAround(node) is { } uses && (uses.IsWritten(name) || uses.AssignedTo(name).Any());
}
