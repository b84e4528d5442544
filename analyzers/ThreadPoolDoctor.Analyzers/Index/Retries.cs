using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Code that tries something until it succeeds, or says that it has not.</summary>
internal static class Retries
{
    private static readonly string[] s_names = ["Retry", "Retries", "Backoff"];

    /// <summary>Whether a node is only come to when something has failed.</summary>
    public static bool IsInCatch(SyntaxNode node) =>
        node.Ancestors().TakeWhile(at => !Outline.IsBody(at)).Any(at => at is CatchClauseSyntax);

    /// <summary>
    /// Whether a node is only come to when an attempt has failed: in a catch, behind a try that is left on success, or
    /// in the later rounds of a loop that such a try leaves.
    /// </summary>
    public static bool IsBeforeAnother(Examination examination, SyntaxNode node) => node.Ancestors()
        .TakeWhile(at => !Outline.IsBody(at)).Any(at => at is CatchClauseSyntax
            || at is StatementSyntax { Parent: BlockSyntax block } && (block.Statements.TakeWhile(before => before != at)
                .OfType<TryStatementSyntax>().Any(IsLeftOnSuccess)
                || at is IfStatementSyntax later && IsInLaterRounds(examination, later, block)));

    /// <summary>Whether a method, or a way of such, is named for it: ExecWithRetry, Backoff.</summary>
    public static bool IsNamed(string name) => s_names.Any(word => name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);

    // for (int i = 0; i < 5; i++) { if (i > 0) Thread.Sleep(500); try { Send(); return; } catch (IOException) { } }
    private static bool IsInLaterRounds(Examination examination, IfStatementSyntax later, BlockSyntax round) =>
        round.Parent is { } loop && LoopShape.IsLoop(loop)
        && round.Statements.OfType<TryStatementSyntax>().Any(attempt => IsLeftOnSuccess(attempt)
            || attempt.Block.Statements.LastOrDefault() is ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax done }
                && attempt.Catches.Count > 0 && LoopShape.IsEndedBy(loop, done))
        && examination.UsesAround(loop) is { } uses
        && later.Condition.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>()
            .Any(asked => uses.WritersIn(loop, asked.Identifier.ValueText).Any());

    private static bool IsLeftOnSuccess(TryStatementSyntax attempt) => attempt.Catches.Count > 0
        && attempt.Block.Statements.LastOrDefault() is ReturnStatementSyntax or BreakStatementSyntax;
}
