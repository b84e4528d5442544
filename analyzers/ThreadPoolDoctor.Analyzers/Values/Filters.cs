using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a query let through, each for a condition: <c>foreach (var wire in wires.Where(each => each.Available >
/// 0))</c>.
/// </summary>
internal static class Filters
{
    private static readonly HashSet<string> s_handingOn =
    [
        "Where", "OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "Skip", "Take", "Reverse", "ToList", "ToArray",
    ];

    /// <summary>Whether a method gives back what it is called on, or some of it, in whatever order.</summary>
    public static bool HandOn(string method) => s_handingOn.Contains(method);

    /// <summary>
    /// The conditions that held of what a variable stands for, and what it is called in each of them.
    /// </summary>
    public static IEnumerable<(string Name, ExpressionSyntax Condition)> Of(
        Examination examination, IdentifierNameSyntax variable)
    {
        string name = variable.Identifier.ValueText;
        for (SyntaxNode? node = variable; node is not (null or MemberDeclarationSyntax); node = node.Parent)
        {
            switch (node)
            {
                case ForEachStatementSyntax loop when loop.Identifier.ValueText == name:
                    return InQuery(examination, loop.Expression);
                case QueryExpressionSyntax query when query.FromClause.Identifier.ValueText == name:
                    return query.Body.Clauses.OfType<WhereClauseSyntax>()
                        .Where(each => each.Span.End < variable.SpanStart).Select(each => (name, each.Condition))
                        .Concat(InQuery(examination, query.FromClause.Expression));
                // Select(wire => ...), ForEach(wire => ...)
                case AnonymousFunctionExpressionSyntax { Parent.Parent.Parent: InvocationExpressionSyntax call } lambda
                    when EndedQueries.FirstParameter(lambda)?.Identifier.ValueText == name:
                    return Receiver.Of(call) is { } source ? InQuery(examination, source) : [];
            }
        }
        return [];
    }

    private static IEnumerable<(string Name, ExpressionSyntax Condition)> InQuery(
        Examination examination, ExpressionSyntax source)
    {
        if (source is IdentifierNameSyntax && Origins.Of(examination, source).ToArray() is [var made]) source = made;
        for (; source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call;
            source = access.Expression)
        {
            if (!HandOn(access.Name.Identifier.ValueText)) yield break;
            if (access.Name.Identifier.ValueText == "Where" && call.ArgumentList.Arguments is [{ Expression: var asked }]
                && asked is LambdaExpressionSyntax { ExpressionBody: { } fits } lambda
                && EndedQueries.FirstParameter(lambda) is { } each) yield return (each.Identifier.ValueText, fits);
        }
    }
}
