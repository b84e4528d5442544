using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What <c>#pragma warning disable</c> says at a place: who switched a rule off at a call does not count the call.
/// </summary>
internal static class Pragmas
{
    public static bool Disable(SyntaxNode node, string id)
    {
        SyntaxNode root = node.SyntaxTree.GetRoot();
        if (!root.ContainsDirectives) return false;
        bool isDisabled = false;
        for (DirectiveTriviaSyntax? at = root.GetFirstDirective(); at is not null
            && at.SpanStart < node.SpanStart; at = at.GetNextDirective())
        {
            if (at is PragmaWarningDirectiveTriviaSyntax { IsActive: true } pragma && (pragma.ErrorCodes.Count == 0
                || pragma.ErrorCodes.Any(code => code is IdentifierNameSyntax named
                    && named.Identifier.ValueText == id))) isDisabled = pragma.DisableOrRestoreKeyword.IsKind(SyntaxKind.DisableKeyword);
        }
        return isDisabled;
    }
}
