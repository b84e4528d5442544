using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Conditions that the same object has a name for: <c>bool IsLoaded => _loading.IsCompletedSuccessfully</c>.
/// </summary>
internal static class NamedConditions
{
    // if (IsLoaded), with bool IsLoaded => _loading.IsCompletedSuccessfully: a condition that the same object has a
    // name for. What another class may override says nothing, and the condition of another object is about that one's
    // tasks.
    public static ExpressionSyntax? Of(SemanticModel model, ExpressionSyntax condition)
    {
        ExpressionSyntax name = condition is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call ? call.Expression : condition;
        return name is IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax }
            && model.GetSymbolInfo(name).Symbol is IPropertySymbol or IMethodSymbol { Parameters.Length: 0 }
            && model.GetSymbolInfo(name).Symbol is { IsVirtual: false, IsOverride: false, IsAbstract: false, DeclaringSyntaxReferences: [var source] }
            && source.SyntaxTree == condition.SyntaxTree ? Answer(source.GetSyntax()) : null;
    }

    private static ExpressionSyntax? Answer(SyntaxNode member) => member switch
    {
        PropertyDeclarationSyntax { ExpressionBody.Expression: var answer } => answer,
        PropertyDeclarationSyntax { AccessorList.Accessors: var accessors } =>
            accessors.FirstOrDefault(accessor => accessor.IsKind(SyntaxKind.GetAccessorDeclaration)) is { } getter
                ? getter.ExpressionBody?.Expression ?? Returned(getter.Body) : null,
        BaseMethodDeclarationSyntax method => method.ExpressionBody?.Expression ?? Returned(method.Body),
        LocalFunctionStatementSyntax local => local.ExpressionBody?.Expression ?? Returned(local.Body),
        _ => null,
    };

    private static ExpressionSyntax? Returned(BlockSyntax? body) =>
        body is { Statements: [ReturnStatementSyntax { Expression: { } value }] } ? value : null;
}
