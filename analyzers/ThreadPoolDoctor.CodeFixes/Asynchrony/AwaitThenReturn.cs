using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// What becomes of <c>return t;</c> of a plain task: <c>await t; return;</c>, which are two statements where there was
/// one. An edit gives one node for one, so they come as a block first; among other statements the block's braces go
/// again.
/// </summary>
internal static class AwaitThenReturn
{
    private static readonly SyntaxAnnotation s_mark = new("ThreadPoolDoctor.AwaitThenReturn");

    /// <summary><c>{ await t; return; }</c></summary>
    public static StatementSyntax Of(AwaitExpressionSyntax awaited)
    {
        StatementSyntax wait = ExpressionStatement(awaited).WithTrailingTrivia(Space);
        return Block(
            Token(SyntaxKind.OpenBraceToken).WithTrailingTrivia(Space), List([wait, ReturnStatement()]),
            Token(SyntaxKind.CloseBraceToken).WithLeadingTrivia(Space)).WithAdditionalAnnotations(s_mark);
    }

    /// <summary>Takes the braces away from what stands among other statements.</summary>
    public static BlockSyntax Spliced(BlockSyntax body)
    {
        while (body.GetAnnotatedNodes(s_mark).OfType<BlockSyntax>()
            .FirstOrDefault(both => both.Parent is BlockSyntax) is { } both)
        {
            body = body.ReplaceNode(both, Apart(both));
        }
        return body;
    }

    private static IEnumerable<StatementSyntax> Apart(BlockSyntax both)
    {
        SyntaxToken before = both.GetFirstToken().GetPreviousToken();
        bool hasOwnLine = before.TrailingTrivia.Concat(both.GetLeadingTrivia())
            .Any(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia));
        SyntaxTriviaList between = hasOwnLine ? TriviaList(Usings.NewLine(both.Parent!)) : TriviaList(Space);
        yield return both.Statements[0].WithLeadingTrivia(both.GetLeadingTrivia()).WithTrailingTrivia(between);
        yield return both.Statements[1]
            .WithLeadingTrivia(hasOwnLine ? TriviaList(Whitespace(Indentation.Of(both))) : default)
            .WithTrailingTrivia(both.GetTrailingTrivia());
    }
}
