using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Under which conditions a node is come to, within its member.</summary>
internal static class Guards
{
    /// <summary>
    /// Whether what a constructor keeps of what it is given decides if a node is come to:
    /// <c>_options = options; if (_options is not null) ...</c>
    /// </summary>
    public static bool DependOnKept(SyntaxNode node)
    {
        if (node.FirstAncestorOrSelf<ConstructorDeclarationSyntax>() is not { } constructor) return false;
        HashSet<string> asked = [.. NamesIn(Of(node).OfType<ExpressionSyntax>().Concat(Returns(node)))];
        if (asked.Count == 0) return false;
        HashSet<string> given = [.. constructor.ParameterList.Parameters.Select(each => each.Identifier.ValueText)];
        return constructor.DescendantNodes().OfType<AssignmentExpressionSyntax>()
            .Any(kept => Names.OfInvoked(kept.Left) is { } name && asked.Contains(name)
                && NamesIn([kept.Right]).Any(given.Contains));
    }

    private static IEnumerable<string> NamesIn(IEnumerable<ExpressionSyntax> expressions) =>
        expressions.SelectMany(each => each.DescendantNodesAndSelf()).OfType<IdentifierNameSyntax>()
            .Select(name => name.Identifier.ValueText);

    /// <summary>Whether something is decided above this node, within its member.</summary>
    public static bool IsConditional(SyntaxNode node) => Of(node).Any();

    /// <summary>
    /// The innermost choice between branches that decides whether a node is come to, with the other branches; null
    /// where another condition does.
    /// </summary>
    public static (SyntaxNode Choice, IEnumerable<SyntaxNode> Others)? ChoiceOf(SyntaxNode node)
    {
        for (; node.Parent is { } parent && !IsMember(node); node = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax choice when choice.Statement == node: return choice.Else is { } other ? (choice, [other.Statement]) : null;
                case ElseClauseSyntax { Parent: IfStatementSyntax choice }: return (choice, [choice.Statement]);
                case ConditionalExpressionSyntax choice when choice.Condition != node:
                    return (choice, [choice.WhenTrue == node ? choice.WhenFalse : choice.WhenTrue]);
                case SwitchSectionSyntax { Parent: SwitchStatementSyntax choice } section: return (choice, choice.Sections.Where(each => each != section));
                case SwitchExpressionArmSyntax { Parent: SwitchExpressionSyntax choice } arm: return (choice, choice.Arms.Where(each => each != arm));
                case CatchClauseSyntax
                    or BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression or (int)SyntaxKind.CoalesceExpression }
                    or AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceAssignmentExpression }:
                    return null;
            }
        }
        return null;
    }

    /// <summary>
    /// The node, or what stands around it that only asks if an object is there: <c>if (x != null) x.Read()</c> is
    /// <c>x?.Read()</c>.
    /// </summary>
    public static SyntaxNode PastNullChecks(SyntaxNode node, string asked)
    {
        SyntaxNode past = node;
        for (SyntaxNode at = node; at.Parent is { } parent && !IsMember(at); at = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax choice when choice.Statement == at && IsThere(choice.Condition, asked):
                case ConditionalExpressionSyntax one when one.WhenTrue == at && IsThere(one.Condition, asked):
                case ConditionalExpressionSyntax other when other.WhenFalse == at && IsNull(other.Condition, asked):
                    past = parent;
                    break;
                case IfStatementSyntax or ElseClauseSyntax or ConditionalExpressionSyntax or StatementSyntax and not (BlockSyntax or ExpressionStatementSyntax
                    or LocalDeclarationStatementSyntax or ReturnStatementSyntax or UsingStatementSyntax):
                    return past;
            }
        }
        return past;
    }

    private static bool IsThere(ExpressionSyntax condition, string asked) => condition switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression, Right.RawKind: (int)SyntaxKind.NullLiteralExpression } compared => compared.Left.ToString() == asked,
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression } } } matched => matched.Expression.ToString() == asked,
        _ => false,
    };

    private static bool IsNull(ExpressionSyntax condition, string asked) => condition switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Right.RawKind: (int)SyntaxKind.NullLiteralExpression } compared => compared.Left.ToString() == asked,
        IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression } } matched => matched.Expression.ToString() == asked,
        _ => false,
    };

    private static bool IsMember(SyntaxNode node) => node is MemberDeclarationSyntax or AccessorDeclarationSyntax or LocalFunctionStatementSyntax;

    /// <summary>Whether the way to this node may have been left before, in its member.</summary>
    public static bool IsAfterReturn(SyntaxNode node) => Returns(node).Any();

    /// <summary>
    /// The same where a call was asked: <c>if (TryTake(out entry)) return;</c>, and only then a wait.
    /// </summary>
    public static bool IsAfterTry(SyntaxNode node) =>
        Returns(node).Any(asked => asked.DescendantNodesAndSelf().Any(part => part is InvocationExpressionSyntax));

    /// <summary>The conditions under which somebody returns before, or goes on with the next round of a loop.</summary>
    public static IEnumerable<ExpressionSyntax> Returns(SyntaxNode node)
    {
        for (; node.Parent is { } parent && !IsMember(node); node = parent)
        {
            if (parent is not BlockSyntax block) continue;
            foreach (StatementSyntax before in block.Statements.TakeWhile(statement => statement != node))
            {
                if (before is IfStatementSyntax { Condition: var asked, Statement: ReturnStatementSyntax or ContinueStatementSyntax or BlockSyntax { Statements: [.., ReturnStatementSyntax or ContinueStatementSyntax] } }) yield return asked;
            }
        }
    }

    /// <summary>
    /// The statements that are surely done before a node is come to, of its block and those around it.
    /// </summary>
    public static IEnumerable<StatementSyntax> Before(SyntaxNode node, SyntaxNode within)
    {
        for (; node.Parent is { } parent && node != within; node = parent)
        {
            if (parent is not BlockSyntax block) continue;
            foreach (StatementSyntax before in block.Statements.TakeWhile(statement => statement != node)) yield return before;
        }
    }

    /// <summary>Whether nobody comes out behind a statement: it returns, throws, or goes on elsewhere.</summary>
    public static bool Leaves(StatementSyntax statement) => statement is ReturnStatementSyntax or ThrowStatementSyntax or ContinueStatementSyntax or BreakStatementSyntax
        || statement is BlockSyntax { Statements: [.., var last] } && Leaves(last);

    /// <summary>The parts of a condition each of which must hold.</summary>
    public static IEnumerable<ExpressionSyntax> Parts(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => Parts(inner.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both => Parts(both.Left)
            .Concat(Parts(both.Right)),
        _ => [condition],
    };

    // Those that speak for what stands under them: not what is negated, nor either of two.
    public static IEnumerable<ExpressionSyntax> Flags(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => Flags(inner.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both => Flags(both.Left)
            .Concat(Flags(both.Right)),
        TupleExpressionSyntax asked => asked.Arguments.SelectMany(part => Flags(part.Expression)),
        IdentifierNameSyntax or MemberAccessExpressionSyntax => [condition],
        _ => [],
    };

    /// <summary>
    /// What this node stands under within its member, the innermost first: the condition that must hold for it, or null
    /// where one must not hold, or something must have gone wrong.
    /// </summary>
    public static IEnumerable<ExpressionSyntax?> Of(SyntaxNode node, SyntaxNode? within = null)
    {
        for (; node.Parent is { } parent && node != within && !IsMember(node); node = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax choice when choice.Statement == node: yield return choice.Condition; break;
                case ConditionalExpressionSyntax choice when choice.WhenTrue == node: yield return choice.Condition; break;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when both.Right == node: yield return both.Left; break;
                case SwitchSectionSyntax { Parent: SwitchStatementSyntax choice }: yield return choice.Expression; break;
                case SwitchExpressionArmSyntax { Parent: SwitchExpressionSyntax choice }: yield return choice.GoverningExpression; break;
                case ElseClauseSyntax or CatchClauseSyntax
                    or AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceAssignmentExpression }:
                    yield return null; break;
                case ConditionalExpressionSyntax choice when choice.WhenFalse == node: yield return null; break;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression or (int)SyntaxKind.CoalesceExpression } either when either.Right == node: yield return null; break;
            }
        }
    }
}
