using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Collections to which nothing is added any more when somebody takes from them: <c>CompleteAdding</c> was called
/// before, in the same body or by who called the helper. What is left is there, and nobody waits for more.
/// </summary>
internal static class FinishedCollections
{
    private const string Finishing = "CompleteAdding";

    public static bool IsTakenFrom(Candidate c)
    {
        if (c.Row is not { Type: "System.Collections.Concurrent.BlockingCollection`1" } || c.Site.Target.Name.Contains("Add")
            || Receiver.Of(c.Node) is not { } at || !MayBeFinished(c)) return false;
        if (c.Model.GetSymbolInfo(at).Symbol is not { Kind: SymbolKind.Field or SymbolKind.Local } collection) return false;
        SyntaxNode node = c.Node;
        // Whether another one is put in its place is asked last, of those that somebody finishes: it takes a walk
        // through each body.
        List<SyntaxNode> passed = [];
        for (Callers? by = c.Callers; !IsFinishedBefore(c.Examination, collection, node); by = by.Before)
        {
            // A field of another object is not the one that the caller finished.
            if (by is null || by.IsAnybody || Receiver.Of(by.Site.Node) is not (null or ThisExpressionSyntax)) return false;
            passed.Add(node);
            node = by.Site.Node;
        }
        return !passed.Any(each => IsGivenBefore(c.Examination, collection, each, start: 0));
    }

    private static bool MayBeFinished(Candidate c)
    {
        Body? body = c.Examination.BodyAround(c.Node);
        for (Callers? by = c.Callers; body?.MentionsCall(Finishing) != true; by = by.Before)
        {
            if (by is null) return false;
            body = c.Examination.BodyAround(by.Site.Node);
        }
        return true;
    }

    // Statements before it in the blocks around it, which are all come to: collection.CompleteAdding(), or the same in
    // a finally.
    private static bool IsFinishedBefore(Examination examination, ISymbol collection, SyntaxNode node)
    {
        if (examination.BodyAround(node)?.MentionsCall(Finishing) != true) return false;
        for (SyntaxNode at = node; at.Parent is { } parent && at is not (MemberDeclarationSyntax or AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax); at = parent)
        {
            if (parent is not BlockSyntax block) continue;
            StatementSyntax? finishing = block.Statements.TakeWhile(statement => statement != at).SelectMany(Surely)
                .LastOrDefault(statement => Finishes(examination, collection, statement));
            if (finishing is not null) return !IsGivenBefore(examination, collection, node, finishing.Span.End);
        }
        return false;
    }

    private static StatementSyntax[] Surely(StatementSyntax statement) =>
        statement is TryStatementSyntax { Finally.Block.Statements: var always } ? [.. always] : [statement];

    private static bool Finishes(Examination examination, ISymbol collection, StatementSyntax statement) =>
        statement is ExpressionStatementSyntax { Expression: var said }
        && ((said as ConditionalAccessExpressionSyntax)?.WhenNotNull ?? said) is InvocationExpressionSyntax call
        && Names.OfInvoked(call.Expression) == Finishing && Receiver.Of(call) is { } finished
        && SymbolEqualityComparer.Default.Equals(examination.ModelOf(finished).GetSymbolInfo(finished).Symbol, collection);

    // Another collection is put in its place in between.
    private static bool IsGivenBefore(Examination examination, ISymbol collection, SyntaxNode node, int start) =>
        examination.BodyAround(node)?.OwnNodes().OfType<AssignmentExpressionSyntax>()
            .Any(given => given.SpanStart >= start && given.Span.End <= node.SpanStart
                && Names.OfInvoked(given.Left) == collection.Name) == true;
}
