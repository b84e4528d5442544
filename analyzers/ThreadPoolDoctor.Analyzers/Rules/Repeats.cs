using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What only waits when it is first asked: a getter that waits, the form of a request. A body that asks again is told once, for
/// the cure of the first question cures them all.
/// </summary>
internal sealed class Repeats
{
    private readonly Examination _examination;
    private readonly HashSet<string> _getters = [];
    private readonly List<SyntaxNode> _readOnce = [];

    public Repeats(Examination examination) => _examination = examination;

    /// <summary>Whether an earlier finding of the same body says it all; the findings are handed over in the order of the code.</summary>
    public bool Has(Finding finding)
    {
        if (Getters.FirstOn(finding.Path, _examination) is { } getter
            && !_getters.Add(getter)) return true;
        if ((finding.Row.When & Circumstance.ReadOnce) == 0) return false;
        SyntaxNode asked = finding.Path[0].Node;
        if (_readOnce.Any(before => TextOf(before) == TextOf(asked) && IsOnEveryWayTo(asked, before))) return true;
        _readOnce.Add(asked);
        return false;
    }

    // Which part of the form a helper is asked for is of no matter.
    private static string TextOf(SyntaxNode node) =>
        (node is InvocationExpressionSyntax call ? call.Expression : node).ToString();

    private static bool IsOnEveryWayTo(SyntaxNode later, SyntaxNode before)
    {
        SyntaxNode common = before.Ancestors().First(around => around.Span.Contains(later.Span));
        if (common is IfStatementSyntax branch
            && IsAskedWhereTrue(before, branch)) return branch.Statement.Span.Contains(later.Span);
        return !Guards.Of(before, common).Any()
            && !before.Ancestors().TakeWhile(around => around != common).Any(LoopShape.IsLoop);
    }

    // if (request.HasFormContentType && request.Form.Files.Count > 0) { ... }: what stands in there comes after both.
    private static bool IsAskedWhereTrue(SyntaxNode asked, IfStatementSyntax branch) =>
        branch.Condition.Span.Contains(asked.Span)
        && asked.Ancestors().TakeWhile(around => around != branch).All(around =>
            around is MemberAccessExpressionSyntax or ParenthesizedExpressionSyntax or BinaryExpressionSyntax
            && !around.IsKind(SyntaxKind.LogicalOrExpression) && !around.IsKind(SyntaxKind.CoalesceExpression));
}
