using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What has surely been evaluated once a place of its member is come to, and what a condition then came to.
/// </summary>
internal static class Foregone
{
    /// <summary>
    /// Whether something is evaluated on every way to a place; <paramref name="cameTo"/> where only one answer leads
    /// there.
    /// </summary>
    public static bool IsBefore(SyntaxNode place, SyntaxNode asked, out bool? cameTo)
    {
        cameTo = null;
        if (place.SyntaxTree != asked.SyntaxTree || asked.Span.End > place.Span.End
            || asked.Ancestors().FirstOrDefault(around => around.Span.Contains(place.Span)) is not { } common) return false;
        return common switch
        {
            IfStatementSyntax choice when IsIn(asked, choice.Condition) =>
                Tells(choice.Condition, IsIn(place, choice.Statement), asked, out cameTo),
            ConditionalExpressionSyntax choice when IsIn(asked, choice.Condition) =>
                Tells(choice.Condition, IsIn(place, choice.WhenTrue), asked, out cameTo),
            BinaryExpressionSyntax both when IsIn(asked, both.Left) => both.Kind() switch
            {
                SyntaxKind.LogicalAndExpression => Tells(both.Left, true, asked, out cameTo),
                SyntaxKind.LogicalOrExpression => Tells(both.Left, false, asked, out cameTo),
                _ => IsSure(asked, both),
            },
            WhileStatementSyntax loop when IsIn(asked, loop.Condition) => Tells(loop.Condition, true, asked, out cameTo),
            ForStatementSyntax loop when loop.Incrementors.Any(step => IsIn(asked, step)) => false,
            TryStatementSyntax tried when IsIn(asked, tried.Block) => false,
            BlockSyntax or SwitchSectionSyntax => IsPast(asked, common, out cameTo),
            _ => IsSure(asked, common),
        };
    }

    /// <summary>
    /// What something may have come to when its member returns, wherever it does, or does with this answer; null where
    /// it may not have been evaluated by then.
    /// </summary>
    public static IReadOnlyCollection<bool?>? AtReturn(SyntaxNode asked, bool? returned)
    {
        SyntaxNode? inner = asked.AncestorsAndSelf().FirstOrDefault(part => part.Parent is BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax
            or AccessorDeclarationSyntax or LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax);
        bool? cameTo;
        if (inner is ArrowExpressionClauseSyntax arrow) return Tells(arrow.Expression, returned, asked, out cameTo) ? [cameTo] : null;
        if (inner is not BlockSyntax block || inner.Parent is AnonymousFunctionExpressionSyntax) return null;
        HashSet<bool?> all = [];
        bool hasResult = false;
        foreach (SyntaxNode part in block.DescendantNodes(part => part is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)))
        {
            if (part is YieldStatementSyntax) return null;
            if (part is not ReturnStatementSyntax left) continue;
            hasResult |= left.Expression is not null;
            if (returned is { } answer
                && left.Expression.IsKind(answer ? SyntaxKind.FalseLiteralExpression : SyntaxKind.TrueLiteralExpression)) continue;
            bool isSure = left.Expression is { } result && IsIn(asked, result) ? Tells(result, returned, asked, out cameTo)
                : IsBefore(left, asked, out cameTo);
            if (!isSure) return null;
            all.Add(cameTo);
        }
        if (hasResult || block.Statements is [.., ThrowStatementSyntax or ReturnStatementSyntax]) return all;
        if (!IsPast(asked, block, out cameTo)) return null;
        all.Add(cameTo);
        return all;
    }

    // Behind the statement of a block in which something stands: if (!asked) throw ...;
    private static bool IsPast(SyntaxNode asked, SyntaxNode block, out bool? cameTo)
    {
        cameTo = null;
        if (asked.AncestorsAndSelf().First(part => part.Parent == block) is not IfStatementSyntax choice
            || !IsIn(asked, choice.Condition)) return IsSure(asked, block);
        bool? answer = Guards.Leaves(choice.Statement) ? false : choice.Else is { } other && Guards.Leaves(other.Statement) ? true : null;
        return Tells(choice.Condition, answer, asked, out cameTo);
    }

    // Whether a condition that came to an answer has evaluated a part of it.
    private static bool Tells(ExpressionSyntax condition, bool? answer, SyntaxNode asked, out bool? cameTo)
    {
        cameTo = condition == asked ? answer : null;
        return condition switch
        {
            _ when condition == asked => true,
            ParenthesizedExpressionSyntax inner => Tells(inner.Expression, answer, asked, out cameTo),
            PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not => Tells(not.Operand, !answer, asked, out cameTo),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both => TellsOf(both, true, answer, asked, out cameTo),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either => TellsOf(either, false, answer, asked, out cameTo),
            _ => IsSure(asked, condition),
        };
    }

    // Both sides of && were true if it is, both sides of || false if it is.
    private static bool TellsOf(BinaryExpressionSyntax two, bool ofBoth, bool? answer, SyntaxNode asked, out bool? cameTo)
    {
        cameTo = null;
        bool isLeft = IsIn(asked, two.Left);
        return (isLeft || answer == ofBoth) && Tells(isLeft ? two.Left : two.Right, answer == ofBoth ? ofBoth : null, asked, out cameTo);
    }

    private static bool IsSure(SyntaxNode asked, SyntaxNode within) => !Guards.Of(asked, within).Any()
        && !asked.Ancestors().TakeWhile(around => around != within).Any(around => LoopShape.IsLoop(around)
            || around is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax
            || around is TryStatementSyntax { Catches.Count: > 0 } tried && IsIn(asked, tried.Block));

    private static bool IsIn(SyntaxNode node, SyntaxNode outer) => outer.Span.Contains(node.Span);
}
