using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Places that the process ends right behind: <c>Thread.Sleep(3000); Environment.Exit(1);</c> leaves time to read what
/// was said, and nobody needs the thread any more.
/// </summary>
internal static class EndedProcess
{
    public static bool IsBehind(Examination examination, SyntaxNode node) =>
        node.FirstAncestorOrSelf<StatementSyntax>() is { Parent: BlockSyntax block } last
        && block.Statements.SkipWhile(statement => statement != last).OfType<ExpressionStatementSyntax>()
            .Any(statement => statement.Expression is InvocationExpressionSyntax call && IsEnd(examination, call));

    private static bool IsEnd(Examination examination, InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression) is "Exit" or "FailFast"
        && Calls.Target(examination.ModelOf(call), call)?.ContainingType is
        {
            Name: "Environment",
            ContainingNamespace.Name: "System"
        };
}
