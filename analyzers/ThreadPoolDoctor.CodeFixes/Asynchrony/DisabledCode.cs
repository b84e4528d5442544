using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Text that this build does not compile, and another does: a platform's, a framework's. It is no syntax, so nothing in
/// it follows a change; a name that stands there must not change.
/// </summary>
internal static class DisabledCode
{
    private static readonly ConditionalWeakTable<SyntaxTree, HashSet<string>> s_files = new();

    /// <summary>Why a method must keep its name and type, or null.</summary>
    public static async Task<string?> StopAsync(IMethodSymbol method, Solution solution, CancellationToken cancellation)
    {
        foreach (Document document in solution.Projects.SelectMany(project => project.Documents))
        {
            if (await document.GetSyntaxTreeAsync(cancellation).ConfigureAwait(false) is { } tree
                && s_files.GetValue(tree, Words).Contains(method.Name))
            {
                return $"'{method.Name}' stands in code that is disabled here and compiled for another platform or framework";
            }
        }
        return null;
    }

    /// <summary>
    /// Why a function must not become async: an await that is compiled under a condition leaves it without one
    /// elsewhere.
    /// </summary>
    public static string? Stop(SyntaxNode node, SyntaxNode function)
    {
        if (!function.ContainsDirectives || Functions.IsAsync(function)) return null;
        int open = function.DescendantTrivia(descendIntoTrivia: false)
            .Where(trivia => trivia.SpanStart < node.SpanStart && function.Span.Contains(trivia.Span))
            .Sum(trivia => trivia.IsKind(SyntaxKind.IfDirectiveTrivia) ? 1
                : trivia.IsKind(SyntaxKind.EndIfDirectiveTrivia) ? -1 : 0);
        return open > 0 ? "it is compiled under a condition, and the function would have no await elsewhere" : null;
    }

    private static HashSet<string> Words(SyntaxTree tree)
    {
        SyntaxNode root = tree.GetRoot();
        HashSet<string> words = new(StringComparer.Ordinal);
        if (!root.ContainsDirectives) return words;
        foreach (SyntaxTrivia trivia in root.DescendantTrivia())
        {
            if (!trivia.IsKind(SyntaxKind.DisabledTextTrivia)) continue;
            foreach (SyntaxToken token in SyntaxFactory.ParseTokens(trivia.ToFullString()))
            {
                if (token.IsKind(SyntaxKind.IdentifierToken)) words.Add(token.ValueText);
            }
        }
        return words;
    }
}
