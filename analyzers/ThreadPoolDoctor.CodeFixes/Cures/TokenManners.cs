using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// Where a token that is in scope must not be passed on, as what stands there has to be done once the token is
/// cancelled, too: cleaning up, what is only done because of the cancellation, what is given back in any case, and what
/// comes after a loop that the token ends or after somebody was told to end.
/// </summary>
internal static class TokenManners
{
    private const string Asked = "IsCancellationRequested";

    public static bool MustRunAnyway(SyntaxNode node, SyntaxNode function)
    {
        SyntaxNode below = node;
        for (SyntaxNode? at = node.Parent; at is not null && below != function; below = at, at = at.Parent)
        {
            bool anyway = at switch
            {
                CatchClauseSyntax or FinallyClauseSyntax => true,
                TryStatementSyntax { Finally: { } after } @try => below == @try.Block && Releases(after, node),
                IfStatementSyntax branch => below == branch.Statement && Asks(branch.Condition, cancelled: true),
                // A cancelled await in the loop would skip what follows it.
                WhileStatementSyntax loop => Asks(loop.Condition, cancelled: false) && HasMore(loop),
                DoStatementSyntax loop => Asks(loop.Condition, cancelled: false) && HasMore(loop),
                BlockSyntax block => block.Statements.TakeWhile(statement => statement != below)
                    .Any(statement => EndsByToken(statement) || TellsToEnd(statement) || IsGivenNone(statement)),
                _ => false,
            };
            if (anyway) return true;
        }
        return false;
    }

    // try { gate.Wait(); } finally { gate.Release(); }: cancelled, the wait would give back what it has not got.
    private static bool Releases(FinallyClauseSyntax after, SyntaxNode wait) =>
        wait is InvocationExpressionSyntax call && Syntax.MemberName(call)?.Identifier.ValueText == "Wait"
        && after.DescendantNodes().OfType<InvocationExpressionSyntax>().Any(release =>
            Syntax.MemberName(release)?.Identifier.ValueText == "Release"
            && Syntax.Receiver(release)?.ToString() == Syntax.Receiver(call)?.ToString());

    private static bool HasMore(StatementSyntax loop) =>
        loop.Parent is BlockSyntax block && block.Statements.Last() != loop;

    private static bool EndsByToken(StatementSyntax statement) =>
        statement is WhileStatementSyntax loop && Asks(loop.Condition, cancelled: false)
            || statement is DoStatementSyntax other && Asks(other.Condition, cancelled: false);

    // await wire.WriteAsync(bytes, CancellationToken.None): whoever begins so must not be stopped half way.
    private static bool IsGivenNone(StatementSyntax statement) =>
        statement is ExpressionStatementSyntax or LocalDeclarationStatementSyntax
        && statement.DescendantNodes().OfType<ArgumentSyntax>()
            .Any(given => given.Expression.ToString()
                .EndsWith("CancellationToken.None", System.StringComparison.Ordinal));

    private static bool TellsToEnd(StatementSyntax statement) =>
        statement is ExpressionStatementSyntax { Expression: var told }
        && (told is AwaitExpressionSyntax awaited ? awaited.Expression : told) is InvocationExpressionSyntax call
        && Syntax.MemberName(call)?.Identifier.ValueText is { } name && EndingCalls.Hold(name);

    private static bool Asks(ExpressionSyntax condition, bool cancelled) =>
        condition.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>()
        .Any(name => name.Identifier.ValueText == Asked && IsNegated(name) != cancelled);

    private static bool IsNegated(IdentifierNameSyntax name) =>
        (name.Parent is MemberAccessExpressionSyntax member ? member.Parent
            : name.Parent) is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression };
}
