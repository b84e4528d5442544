using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What a loop looks like: forever, until a flag says so, or over something that comes to its end.</summary>
internal static class LoopShape
{
    private static readonly string[] s_forEach = ["Select", "SelectMany", "ForEach"];

    /// <summary>The loop's condition; null for one that is always true.</summary>
    public static ExpressionSyntax? Condition(SyntaxNode loop)
    {
        ExpressionSyntax? condition = loop switch
        {
            WhileStatementSyntax { Condition: var said } => said,
            DoStatementSyntax { Condition: var said } => said,
            ForStatementSyntax { Condition: var said } => said,
            _ => null,
        };
        return condition.IsKind(SyntaxKind.TrueLiteralExpression) ? null : condition;
    }

    public static bool IsLoop(SyntaxNode node) => node is WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax
        or CommonForEachStatementSyntax;

    /// <summary>
    /// Whether a node is run for each of several things: in a loop, or in a lambda that is given to one of these.
    /// </summary>
    public static bool IsInLoop(SyntaxNode node)
    {
        foreach (SyntaxNode at in node.Ancestors())
        {
            if (IsLoop(at)) return true;
            if (at is LocalFunctionStatementSyntax or MemberDeclarationSyntax and not GlobalStatementSyntax) return false;
            if (at is AnonymousFunctionExpressionSyntax) return at.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
                && s_forEach.Contains(Names.OfInvoked(call.Expression));
        }
        return false;
    }

    /// <summary>
    /// Whether what is queued is queued again before it has ended: a loop that awaits it each time has one at a time.
    /// </summary>
    public static bool QueuesMany(SyntaxNode queued)
    {
        if (!IsAwaitedHere(queued)) return IsInLoop(queued);
        SyntaxNode inBody = queued;
        while (inBody.Parent is { } parent and not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax or MemberDeclarationSyntax)) inBody = parent;
        return IsInLoop(inBody);
    }

    // await Task.Run(work).ConfigureAwait(false); Task.Run(work).Wait(); var done = Task.Run(work); ... await done;
    private static bool IsAwaitedHere(SyntaxNode queued)
    {
        SyntaxNode at = queued;
        while (at.Parent is { } parent)
        {
            if (parent is AwaitExpressionSyntax) return true;
            if (parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: var member } access && access.Expression == at)
            {
                if (member is "Wait" or "Result" or "GetAwaiter") return true;
                if (member is not ("ConfigureAwait" or "Unwrap" or "WaitAsync")) return false;
            }
            else if (parent is not (ParenthesizedExpressionSyntax or InvocationExpressionSyntax { ArgumentList: not null }
                or PostfixUnaryExpressionSyntax) || parent is InvocationExpressionSyntax call && call.Expression != at)
            {
                break;
            }
            at = parent;
        }
        return at.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Identifier.ValueText: var name, Parent.Parent: LocalDeclarationStatementSyntax kept } }
            && kept.Parent is BlockSyntax block
            && block.Statements.SkipWhile(statement => statement != kept).Skip(1).Any(statement => AwaitedIn(statement)?.Expression
                .DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().FirstOrDefault()?.Identifier.ValueText == name);
    }

    private static AwaitExpressionSyntax? AwaitedIn(StatementSyntax statement) => statement switch
    {
        ExpressionStatementSyntax { Expression: AwaitExpressionSyntax awaited } => awaited,
        ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Right: AwaitExpressionSyntax awaited } } => awaited,
        LocalDeclarationStatementSyntax { Declaration.Variables: [{ Initializer.Value: AwaitExpressionSyntax awaited }] } => awaited,
        _ => null,
    };

    public static StatementSyntax? BodyOf(SyntaxNode loop) => loop switch
    {
        WhileStatementSyntax { Statement: var body } => body,
        DoStatementSyntax { Statement: var body } => body,
        ForStatementSyntax { Statement: var body } => body,
        _ => null,
    };

    public static bool LooksEndless(SyntaxNode loop)
    {
        if (loop is ForStatementSyntax { Condition: not null, Incrementors.Count: > 0 }) return false;
        return Condition(loop) is not { } condition || AsksForASignal(condition);
    }

    /// <summary>
    /// Whether what is assigned in a loop ends it: <c>while (!done) { ...; done = true; }</c>, <c>more = left > 0;</c>,
    /// where the flag is a local.
    /// </summary>
    public static bool IsEndedBy(SyntaxNode loop, AssignmentExpressionSyntax set) =>
        set is { RawKind: (int)SyntaxKind.SimpleAssignmentExpression, Left: IdentifierNameSyntax { Identifier.ValueText: var flag } }
        && Condition(loop) is { } condition && (IsLiteral(set.Right)
            ? IsFalseWith(condition, flag, set.Right.IsKind(SyntaxKind.TrueLiteralExpression))
            : !AsksForASignal(set.Right) && (IsFalseWith(condition, flag, true) || IsFalseWith(condition, flag, false)))
        && loop.Ancestors().FirstOrDefault(at => at is MemberDeclarationSyntax or AnonymousFunctionExpressionSyntax
            or LocalFunctionStatementSyntax) is { } body
        && body.DescendantNodes().OfType<VariableDeclaratorSyntax>().Any(local => local.Identifier.ValueText == flag);

    private static bool IsLiteral(ExpressionSyntax value) =>
        value.RawKind is (int)SyntaxKind.TrueLiteralExpression or (int)SyntaxKind.FalseLiteralExpression;

    private static bool IsFalseWith(ExpressionSyntax condition, string flag, bool value) => condition switch
    {
        ParenthesizedExpressionSyntax inner => IsFalseWith(inner.Expression, flag, value),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: IdentifierNameSyntax name } =>
            value && name.Identifier.ValueText == flag,
        IdentifierNameSyntax name => !value && name.Identifier.ValueText == flag,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression } asked
            when asked.Right.IsKind(SyntaxKind.TrueLiteralExpression) => IsFalseWith(asked.Left, flag, value),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both =>
            IsFalseWith(both.Left, flag, value) || IsFalseWith(both.Right, flag, value),
        _ => false,
    };

    /// <summary>
    /// A flag, a volatile read of one, or a cancellation token: nothing that work done in the loop brings to an end.
    /// </summary>
    public static bool AsksForASignal(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => AsksForASignal(inner.Expression),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not => AsksForASignal(not.Operand),
        IdentifierNameSyntax => true,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCancellationRequested" } => true,
        MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax or IdentifierNameSyntax or MemberAccessExpressionSyntax } => true,
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "Volatile" } } } => true,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression or (int)SyntaxKind.NotEqualsExpression } compared =>
            IsConstant(compared.Right) && AsksForASignal(compared.Left),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression } both =>
            AsksForASignal(both.Left) && AsksForASignal(both.Right),
        LiteralExpressionSyntax { RawKind: (int)SyntaxKind.TrueLiteralExpression } => true,
        IsPatternExpressionSyntax pattern => AsksForASignal(pattern.Expression),
        _ => false,
    };

    private static bool IsConstant(ExpressionSyntax expression) => expression is LiteralExpressionSyntax
        || expression is PrefixUnaryExpressionSyntax { Operand: LiteralExpressionSyntax };
}
