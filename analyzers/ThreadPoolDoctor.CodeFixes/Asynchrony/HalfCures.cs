using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Awaits that would change nothing, as what waits is beside them: <c>while (!reader.EndOfStream) reader.ReadLine()</c>
/// waits in EndOfStream.
/// </summary>
internal static class HalfCures
{
    private static readonly string[] s_looksAhead = ["EndOfStream", "Peek", "PeekChar"];

    public static string? Stop(SyntaxNode node, SyntaxNode function)
    {
        if (node is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var reader } }) return null;
        string name = reader.ToString();
        return node.Ancestors().TakeWhile(at => at != function).Select(at => at switch
        {
            WhileStatementSyntax { Condition: var asked } => asked,
            DoStatementSyntax { Condition: var asked } => asked,
            ForStatementSyntax { Condition: { } asked } => asked,
            _ => null,
        }).Any(asked => asked?.DescendantNodesAndSelf().OfType<MemberAccessExpressionSyntax>()
            .Any(access => s_looksAhead.Contains(access.Name.Identifier.ValueText)
                && access.Expression.ToString() == name) == true)
            ? "the loop asks the reader whether it is at its end, and waits there: read until null instead" : null;
    }
}
