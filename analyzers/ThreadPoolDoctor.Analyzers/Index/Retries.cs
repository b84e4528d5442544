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
    /// Whether a node is only come to when an attempt has failed: in a catch, or behind a try that is left on success.
    /// </summary>
    public static bool IsBeforeAnother(SyntaxNode node) => node.Ancestors().TakeWhile(at => !Outline.IsBody(at))
        .Any(at => at is CatchClauseSyntax || at is StatementSyntax { Parent: BlockSyntax block } && block.Statements
            .TakeWhile(before => before != at).OfType<TryStatementSyntax>().Any(IsLeftOnSuccess));

    /// <summary>Whether a method, or a way of such, is named for it: ExecWithRetry, Backoff.</summary>
    public static bool IsNamed(string name) => s_names.Any(word => name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);

    private static bool IsLeftOnSuccess(TryStatementSyntax attempt) => attempt.Catches.Count > 0
        && attempt.Block.Statements.LastOrDefault() is ReturnStatementSyntax or BreakStatementSyntax;
}
