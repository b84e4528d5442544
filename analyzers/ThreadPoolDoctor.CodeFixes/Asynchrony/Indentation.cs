using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// White space of new statements, read off the code around them: no formatter touches what was not changed.
/// </summary>
internal static class Indentation
{
    public static string Of(SyntaxNode node)
    {
        string text = node.GetLeadingTrivia().ToFullString();
        return text.Substring(text.LastIndexOf('\n') + 1) is { } line && string.IsNullOrWhiteSpace(line) ? line : "";
    }

    /// <summary>One step further in than this white space: by a tab where it is made of tabs.</summary>
    public static string Deeper(string indent) =>
        indent + (indent.EndsWith("\t", System.StringComparison.Ordinal) ? "\t" : "    ");

    /// <summary>A statement to put at the end of a block, indented as the others in it.</summary>
    public static StatementSyntax Statement(BlockSyntax block, string text)
    {
        string close = Of(block.CloseBraceToken);
        string indent = block.Statements.FirstOrDefault() is { } first
            && block.OpenBraceToken.TrailingTrivia.Any(SyntaxKind.EndOfLineTrivia)
            ? Of(first)
            : Deeper(close);
        string newLine = block.OpenBraceToken.TrailingTrivia.FirstOrDefault(t => t.IsKind(SyntaxKind.EndOfLineTrivia))
            .ToString();
        return newLine.Length == 0
            ? SyntaxFactory.ParseStatement(text + " ")
            : SyntaxFactory.ParseStatement(indent + text + newLine);
    }

    private static string Of(SyntaxToken token)
    {
        string text = token.LeadingTrivia.ToFullString();
        return text.Substring(text.LastIndexOf('\n') + 1);
    }
}
