using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// A method that does nothing but call another with what it was given: <c>Load(name) =>
/// LoadAsync(name).GetAwaiter().GetResult()</c>, <c>LoadAsync(name) => Task.Run(() => Load(name))</c>.
/// </summary>
internal static class PassingOn
{
    // Waiting itself, and what makes of an AggregateException the exception in it.
    private static readonly string[] s_waiting = ["System.Threading.Tasks", "System.Runtime.CompilerServices", "System.Runtime.ExceptionServices"];

    public static bool Is(PlainBody body, IMethodSymbol method, IMethodSymbol other)
    {
        InvocationExpressionSyntax? call = body.Calls.FirstOrDefault(each =>
            SymbolEqualityComparer.Default.Equals((each.Target.ReducedFrom ?? each.Target).OriginalDefinition, other)).Call;
        return call is not null && IsGivenTheSame(call, body, method)
            && body.Calls.All(each => each.Call == call || each.Call.Span.Contains(call.Span)
                || s_waiting.Any(space => Awaitables.IsIn(each.Target, space)))
            && !body.Node.DescendantNodes().Any(IsMore);
    }

    private static bool IsGivenTheSame(InvocationExpressionSyntax call, PlainBody body, IMethodSymbol method) =>
        call.ArgumentList.Arguments.Where(each => !body.IsToken(each.Expression)).Select(each => each.Expression.ToString())
            .SequenceEqual(method.Parameters.Where(each => each.Type.Name != "CancellationToken").Select(each => each.Name), StringComparer.Ordinal);

    private static bool IsMore(SyntaxNode node) => node is AssignmentExpressionSyntax or IfStatementSyntax or SwitchStatementSyntax
        or SwitchExpressionSyntax or ConditionalExpressionSyntax or CommonForEachStatementSyntax or ForStatementSyntax
        or WhileStatementSyntax or DoStatementSyntax or LockStatementSyntax or UsingStatementSyntax
        || node.Kind() is SyntaxKind.PostIncrementExpression or SyntaxKind.PreIncrementExpression
            or SyntaxKind.PostDecrementExpression or SyntaxKind.PreDecrementExpression;
}
