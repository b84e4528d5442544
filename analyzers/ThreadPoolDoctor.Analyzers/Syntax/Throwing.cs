using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Methods that do nothing but throw: they stand for what is not supported, and answer for nobody.</summary>
internal static class Throwing
{
    public static bool IsAll(SyntaxNode body) =>
        body is MethodDeclarationSyntax { ExpressionBody.Expression: ThrowExpressionSyntax }
            or MethodDeclarationSyntax { Body.Statements: [ThrowStatementSyntax] };
}
