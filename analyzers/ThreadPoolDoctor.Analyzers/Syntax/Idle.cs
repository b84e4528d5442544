using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Members that do nothing: they throw, or give back what there is without asking anybody.</summary>
internal static class Idle
{
    public static bool IsAll(SyntaxNode member) =>
        !member.DescendantNodesAndSelf(node => node is not (ThrowStatementSyntax or ThrowExpressionSyntax)).Any(IsDoing);

    private static bool IsDoing(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax call => Names.OfInvoked(call.Expression) is not ("Empty" or "FromResult" or "nameof"),
        BaseObjectCreationExpressionSyntax { Parent: not (ThrowStatementSyntax or ThrowExpressionSyntax) } made =>
            made.ArgumentList?.Arguments.Count > 0,
        AssignmentExpressionSyntax assigned => !IsLocal(assigned),
        PrefixUnaryExpressionSyntax step => step.RawKind is (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression,
        PostfixUnaryExpressionSyntax step => !step.IsKind(SyntaxKind.SuppressNullableWarningExpression),
        AwaitExpressionSyntax or LockStatementSyntax or WhileStatementSyntax or DoStatementSyntax or CommonForEachStatementSyntax
            or ForStatementSyntax or UsingStatementSyntax or AnonymousFunctionExpressionSyntax => true,
        _ => false,
    };

    // found = default, where found is an out parameter
    private static bool IsLocal(AssignmentExpressionSyntax assigned) => assigned.Left is IdentifierNameSyntax { Identifier.ValueText: var name }
        && (name == "_" || assigned.FirstAncestorOrSelf<MethodDeclarationSyntax>()?.ParameterList.Parameters
            .Any(parameter => parameter.Identifier.ValueText == name) == true);
}
