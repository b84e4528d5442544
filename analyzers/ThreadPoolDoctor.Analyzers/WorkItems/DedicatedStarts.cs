using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Async work that is started on a thread of its own: it has that thread until it first awaits. A loop that consumes
/// without an await has it as long as it is needed.
/// </summary>
internal static class DedicatedStarts
{
    /// <summary>Whether all who run a body are seen, and give it a thread of its own.</summary>
    public static bool Has(Examination examination, Body body) => body.Node switch
    {
        AnonymousFunctionExpressionSyntax lambda => examination.Delegates.Of(lambda).Runner == Runner.Dedicated,
        MethodDeclarationSyntax or LocalFunctionStatementSyntax => examination.MethodOf(body) is { } method
            && (method.MethodKind == MethodKind.LocalFunction || method.DeclaredAccessibility == Accessibility.Private)
            && AreAllDedicated(examination, method),
        _ => false,
    };

    /// <summary>Whether a body comes to a node before it has awaited anything.</summary>
    public static bool IsBeforeAwaits(Body body, SyntaxNode node) => !body.OwnNodes()
        .Any(other => other is AwaitExpressionSyntax or ForEachStatementSyntax { AwaitKeyword.RawKind: not 0 }
            && (other.Span.End <= node.SpanStart || node.Ancestors().Any(loop => LoopShape.IsLoop(loop) && loop.Span.Contains(other.Span))));

    /// <summary>
    /// Whether a delegate, or the method that it calls, consumes or polls in a loop before it first awaits: the thread
    /// is what it was started for.
    /// </summary>
    public static bool KeepsThread(Body body) => body.OwnNodes().Any(loop => IsLasting(loop)
        && IsBeforeAwaits(body, loop) && !Names.Nodes(loop, inner => !Outline.IsBody(inner)).Any(inner => inner is AwaitExpressionSyntax));

    private static bool IsLasting(SyntaxNode node) => node switch
    {
        WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax => LoopShape.LooksEndless(node),
        CommonForEachStatementSyntax { Expression: InvocationExpressionSyntax all } =>
            Names.OfInvoked(all.Expression) == "GetConsumingEnumerable",
        _ => false,
    };

    /// <summary>What a delegate runs: its own body, or that of the only method that it calls.</summary>
    public static Body? BodyOf(Examination examination, ExpressionSyntax work)
    {
        ExpressionSyntax? only = work is AnonymousFunctionExpressionSyntax lambda ? OnlyCallOf(lambda) : work;
        if (only is null) return examination.BodyAround(((AnonymousFunctionExpressionSyntax)work).Body);
        return examination.ModelOf(only).GetSymbolInfo(only).Symbol is IMethodSymbol method
            ? examination.BodiesOf(method).FirstOrDefault() : null;
    }

    // () => WorkAsync(), async () => await WorkAsync()
    private static ExpressionSyntax? OnlyCallOf(AnonymousFunctionExpressionSyntax lambda)
    {
        ExpressionSyntax? made = lambda.ExpressionBody
            ?? (lambda.Block is { Statements: [ReturnStatementSyntax { Expression: { } returned }] } ? returned : null);
        return (made is AwaitExpressionSyntax awaited ? awaited.Expression : made) as InvocationExpressionSyntax;
    }

    private static bool AreAllDedicated(Examination examination, IMethodSymbol method)
    {
        InvocationExpressionSyntax[] calls = [.. examination.CallsTo(method.Name).Where(call => Is(call))];
        SimpleNameSyntax[] handed = [.. examination.Passed(method.Name).Where(name => Is(name))];
        return calls.Length + handed.Length > 0
            && handed.All(name => examination.Delegates.Of(name).Runner == Runner.Dedicated)
            && calls.All(call => examination.BodyAround(call) is { IsLambda: true } around
                && Has(examination, around) && IsBeforeAwaits(around, call));

        bool Is(SyntaxNode use) => SymbolEqualityComparer.Default.Equals(
            examination.ModelOf(use).GetSymbolInfo(use).Symbol?.OriginalDefinition, method.OriginalDefinition);
    }
}
