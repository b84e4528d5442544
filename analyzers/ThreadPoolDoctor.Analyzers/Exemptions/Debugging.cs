using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What is only done for a person with a debugger: nobody else's requests wait meanwhile. It is told on demand alone
/// (<c>threadpooldoctor.report = all</c>).
/// </summary>
internal static class Debugging
{
    /// <summary>
    /// Whether a node is come to only while a debugger is there (<c>if (Debugger.IsAttached) Console.ReadKey()</c>), or
    /// until it is.
    /// </summary>
    public static bool Needs(SyntaxNode node)
    {
        for (; node.Parent is { } parent
            && node is not (MemberDeclarationSyntax or AnonymousFunctionExpressionSyntax
            or LocalFunctionStatementSyntax); node = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax choice when choice.Statement == node && IsAsked(choice.Condition): return true;
                case WhileStatementSyntax { Condition: PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var until } } when IsAsked(until): return true;
            }
        }
        return false;
    }

    private static bool IsAsked(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => IsAsked(inner.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both => IsAsked(both.Left)
            || IsAsked(both.Right),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsAttached", Expression: IdentifierNameSyntax { Identifier.ValueText: "Debugger" } or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Debugger" } } => true,
        _ => false,
    };
}
