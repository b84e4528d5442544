using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What <c>#pragma warning disable</c> says at a place: who switched a rule off at a call does not count the call.
/// </summary>
internal static class Pragmas
{
    // A file has a few, and directives of every kind are walked to find them: once a text, not once a question.
    private static readonly ConditionalWeakTable<SyntaxTree, PragmaWarningDirectiveTriviaSyntax[]> s_known = new();

    public static bool Disable(SyntaxNode node, string id)
    {
        bool isDisabled = false;
        foreach (PragmaWarningDirectiveTriviaSyntax pragma in s_known.GetValue(node.SyntaxTree, tree => [.. In(tree)]))
        {
            if (pragma.SpanStart >= node.SpanStart) break;
            if (pragma.ErrorCodes.Count == 0 || pragma.ErrorCodes.Any(code => code is IdentifierNameSyntax named
                && named.Identifier.ValueText == id)) isDisabled = pragma.DisableOrRestoreKeyword.IsKind(SyntaxKind.DisableKeyword);
        }
        return isDisabled;
    }

    private static IEnumerable<PragmaWarningDirectiveTriviaSyntax> In(SyntaxTree tree)
    {
        SyntaxNode root = tree.GetRoot();
        if (!root.ContainsDirectives) yield break;
        for (DirectiveTriviaSyntax? at = root.GetFirstDirective(); at is not null; at = at.GetNextDirective())
        {
            if (at is PragmaWarningDirectiveTriviaSyntax { IsActive: true } pragma) yield return pragma;
        }
    }
}
