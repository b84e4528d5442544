using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Which object the end of a way asks, as those on the way name it: a variable, and what is asked of it on the way
/// there.
/// </summary>
internal static class AskedObjects
{
    /// <summary>
    /// Whether the ends of two ways ask one object, as far as it is named alike where their steps of this number stand.
    /// </summary>
    public static bool AreSame(Examination examination, IReadOnlyList<CallSite> one, IReadOnlyList<CallSite> other, int step) =>
        At(examination, one, step) is { } first && At(examination, other, step) is { } second
        && SymbolEqualityComparer.Default.Equals(first.Root, second.Root) && first.Members == second.Members;

    /// <summary>
    /// Whether the ends of two ways surely ask different objects: the same of two parameters of one type.
    /// </summary>
    /// <param name="examination">Of the compilation.</param>
    /// <param name="asked">What asks the one, the end of its way; it may be of a library that is missing.</param>
    /// <param name="calls">The calls by which that is come to.</param>
    /// <param name="other">The other way.</param>
    public static bool AreOthers(Examination examination, SyntaxNode asked, IReadOnlyList<CallSite> calls,
        IReadOnlyList<CallSite> other) =>
        At(examination, asked, calls, 0) is (IParameterSymbol first, var ofFirst)
        && At(examination, other, 0) is (IParameterSymbol second, var ofSecond)
        && ofFirst == ofSecond && SymbolEqualityComparer.Default.Equals(first.Type, second.Type)
        && !SymbolEqualityComparer.Default.Equals(first, second);

    private static (ISymbol? Root, string Members)? At(
        Examination examination, IReadOnlyList<CallSite> way, int step) =>
        At(examination, way[way.Count - 1].Node, [.. way.Take(way.Count - 1)], step);

    private static (ISymbol? Root, string Members)? At(
        Examination examination, SyntaxNode asked, IReadOnlyList<CallSite> calls, int step)
    {
        ExpressionSyntax? named = Receiver.Of(asked);
        string members = "";
        for (int at = calls.Count; named is not null; at--)
        {
            if (Parse(examination, named) is not { } parsed) return null;
            if (at == step) return (parsed.Root, parsed.Members + members);
            CallSite call = calls[at - 1];
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
                    // var request = context.Request; and not what stands behind it, for unfinished code may make
                    // variables of each other.
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
