using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// <c>request.Form</c>, which waits until the body has come, becomes <c>await request.ReadFormAsync()</c>.
/// </summary>
internal static class FormCure
{
    public static Cure? Find(ExpressionSyntax blocking, SemanticModel model)
    {
        if (blocking is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Form" } access
            || access.Parent is AssignmentExpressionSyntax assignment && assignment.Left == access
            || !Awaitables.IsMemberOf(model.GetSymbolInfo(access).Symbol, "Microsoft.AspNetCore.Http.HttpRequest")) return null;
        string? token = TokenInScope.Find(access, model);
        return new Cure(access, each => Read((MemberAccessExpressionSyntax)each, token), "ReadFormAsync");
    }

    private static ExpressionSyntax Read(MemberAccessExpressionSyntax form, string? token)
    {
        InvocationExpressionSyntax read = InvocationExpression(
            form.WithName(IdentifierName("ReadFormAsync")).WithoutTrailingTrivia(),
            ArgumentList().WithTrailingTrivia(form.GetTrailingTrivia()));
        return token is null ? read : Syntax.WithArgument(read, token, null);
    }
}
