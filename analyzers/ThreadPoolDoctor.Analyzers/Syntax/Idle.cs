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

    /// <summary>
    /// Whether an idle member says what its class is: a name, a kind, a part of it. What does nothing at all gives
    /// nothing back, or what stands for it.
    /// </summary>
    public static bool SaysWhatItIs(SyntaxNode member) =>
        member is AccessorDeclarationSyntax { Body: null, ExpressionBody: null, Parent.Parent: PropertyDeclarationSyntax { Initializer.Value: var kept } }
            ? IsOwn(kept)
            : member.DescendantNodesAndSelf(node => node is not (ThrowStatementSyntax or ThrowExpressionSyntax)).Any(node => node switch
            {
                ArrowExpressionClauseSyntax arrow => IsOwn(arrow.Expression),
                ReturnStatementSyntax { Expression: { } given } => IsOwn(given),
                _ => false,
            });

    // "fast", 80, typeof(Fast), new FastCodec(), Kind.Fast; but not "", 0, -1, new List<int>(), int.MaxValue, Task.CompletedTask.
    private static bool IsOwn(ExpressionSyntax given) => given switch
    {
        LiteralExpressionSyntax { Token.Value: string text } => text.Length > 0,
        LiteralExpressionSyntax { Token.Value: not (null or bool or 0) } => true,
        InterpolatedStringExpressionSyntax or TypeOfExpressionSyntax => true,
        InvocationExpressionSyntax call => Names.OfInvoked(call.Expression) == "nameof",
        ObjectCreationExpressionSyntax made => made.Type is not (GenericNameSyntax or PredefinedTypeSyntax),
        MemberAccessExpressionSyntax { Expression: not PredefinedTypeSyntax, Name.Identifier.ValueText: var name } =>
            name is not ("CompletedTask" or "Empty" or "None" or "Null" or "MinValue" or "MaxValue" or "Zero"),
        _ => false,
    };

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
