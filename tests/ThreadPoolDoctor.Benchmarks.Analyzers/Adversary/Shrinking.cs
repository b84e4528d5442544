using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// Makes a program that breaks a promise smaller, as long as it breaks the same: members and statements go, and
/// expressions give way to what stands in them.
/// </summary>
internal static class Shrinking
{
    public static async Task<string> SmallestAsync(string text, string promise, Judge judge, TimeSpan time, int? apart = null, LanguageVersion? version = null)
    {
        DateTime end = DateTime.UtcNow + time;
        bool smaller = true;
        while (smaller)
        {
            smaller = false;
            for (int at = 0; DateTime.UtcNow < end && Without(text, at) is { } tried; at++)
            {
                if (tried == text || !(await judge.TryAsync(tried, promise, apart, version)).Breaches.Any(breach => breach.Promise == promise)) continue;
                (text, smaller) = (tried, true);
                at--;
            }
        }
        return text;
    }

    /// <summary>The text without the part with this number; null when there are no more.</summary>
    private static string? Without(string text, int number)
    {
        SyntaxNode root = CSharpSyntaxTree.ParseText(text).GetRoot();
        foreach (SyntaxNode node in root.DescendantNodes())
        {
            foreach (SyntaxNode? other in Others(node))
            {
                if (number-- == 0) return Put(root, node, other);
            }
        }
        return null;
    }

    private static IEnumerable<SyntaxNode?> Others(SyntaxNode node)
    {
        switch (node)
        {
            case MemberDeclarationSyntax and not GlobalStatementSyntax:
                yield return null;
                break;
            case StatementSyntax when node.Parent is BlockSyntax or SwitchSectionSyntax:
                yield return null;
                foreach (SyntaxNode inner in node.ChildNodes().OfType<StatementSyntax>()) yield return inner;
                break;
            case ElseClauseSyntax or FinallyClauseSyntax or CatchClauseSyntax:
                yield return null;
                break;
            case ExpressionSyntax when node.Parent is ArgumentSyntax or EqualsValueClauseSyntax or BinaryExpressionSyntax or AssignmentExpressionSyntax or ReturnStatementSyntax
                or ArrowExpressionClauseSyntax or ParenthesizedExpressionSyntax or ConditionalExpressionSyntax or ExpressionStatementSyntax or InterpolationSyntax:
                if (node is not LiteralExpressionSyntax) yield return SyntaxFactory.ParseExpression("1");
                foreach (ExpressionSyntax inner in node.DescendantNodes(child => child == node || child is not ExpressionSyntax).OfType<ExpressionSyntax>())
                {
                    // The name of a member would be another thing by itself.
                    if (inner is not SimpleNameSyntax) yield return inner;
                }
                break;
        }
    }

    private static string Put(SyntaxNode root, SyntaxNode node, SyntaxNode? other) =>
        (other is null ? root.RemoveNode(node, SyntaxRemoveOptions.KeepNoTrivia)! : root.ReplaceNode(node, other.WithTriviaFrom(node))).NormalizeWhitespace(eol: "\n").ToFullString() + "\n";
}
