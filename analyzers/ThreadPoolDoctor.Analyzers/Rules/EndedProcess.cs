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

    /// <summary>Whether the last thing that a function does is to end the process, on every way.</summary>
    public static bool IsEndOf(Examination examination, IMethodSymbol function) =>
        Catching.BodyOf(function, examination) is BlockSyntax
        {
            Statements: [.., ExpressionStatementSyntax { Expression: InvocationExpressionSyntax last }]
        } block
        && IsEnd(examination, last)
        && !Names.Nodes(block, inner => !Outline.IsBody(inner)).Any(node => node is ReturnStatementSyntax);

    private static bool IsEnd(Examination examination, InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression) is "Exit" or "FailFast"
        && Calls.Target(examination.ModelOf(call), call)?.ContainingType is
        {
            Name: "Environment",
            ContainingNamespace.Name: "System"
        };
}
