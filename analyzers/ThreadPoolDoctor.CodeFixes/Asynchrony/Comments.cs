using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>No comment is lost: one that stood beside what an edit takes away is put behind what it leaves.</summary>
internal static class Comments
{
    public static SyntaxNode Kept(SyntaxNode before, SyntaxNode after)
    {
        if (before == after) return after;
        List<string> lost = [.. In(before)];
        if (lost.Count == 0) return after;
        foreach (string kept in In(after)) lost.Remove(kept);
        if (lost.Count == 0) return after;
        // On one line, so that nothing that follows becomes part of it.
        return after.WithTrailingTrivia(SyntaxFactory.ParseTrailingTrivia(string.Concat(lost.Select(OnOneLine)))
            .Concat(after.GetTrailingTrivia()));
    }

    private static IEnumerable<string> In(SyntaxNode node) => node.DescendantTrivia()
        .Where(trivia => trivia.IsKind(SyntaxKind.SingleLineCommentTrivia)
            || trivia.IsKind(SyntaxKind.MultiLineCommentTrivia))
        .Select(trivia => trivia.ToString());

    private static string OnOneLine(string comment) =>
        comment.StartsWith("//", System.StringComparison.Ordinal)
            ? $" /* {comment.TrimStart('/').Trim().Replace("*/", "* /")} */" : " " + comment;
}
