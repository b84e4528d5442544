using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>The change of one function's own syntax: the async keyword, the return type, the name.</summary>
internal static class MakeAsync
{
    /// <param name="task">How Task is written here.</param>
    /// <param name="changesType">The function does not return a task yet.</param>
    /// <param name="awaits">Its body will hold an await; otherwise it returns completed tasks and needs no
    /// keyword.</param>
    /// <param name="newName">Its new name, or null to keep the old one.</param>
    public static SyntaxNode Signature(SyntaxNode function, string task, bool changesType, bool awaits,
        string? newName) => function switch
        {
            MethodDeclarationSyntax method => Method(method, task, changesType, awaits, newName),
            LocalFunctionStatementSyntax local => Local(local, task, changesType, awaits, newName),
            ParenthesizedLambdaExpressionSyntax { ReturnType: { } type } lambda when changesType => Keyword(lambda.WithReturnType(Wrap(type, task))),
            AnonymousFunctionExpressionSyntax lambda => Keyword(lambda),
            _ => function,
        };

    private static MethodDeclarationSyntax Method(MethodDeclarationSyntax method, string task, bool changesType,
        bool awaits, string? newName)
    {
        if (newName is not null) method = method.WithIdentifier(Identifier(newName).WithTriviaFrom(method.Identifier));
        if (changesType) method = method.WithReturnType(Wrap(method.ReturnType, task));
        if (!awaits) return method;
        SyntaxTriviaList leading = method.ReturnType.GetLeadingTrivia();
        return method.Modifiers.Count > 0
            ? method.WithModifiers(method.Modifiers.Add(AsyncToken()))
            : method.WithReturnType(method.ReturnType.WithoutLeadingTrivia())
                .WithModifiers(TokenList(AsyncToken().WithLeadingTrivia(leading)));
    }

    private static LocalFunctionStatementSyntax Local(LocalFunctionStatementSyntax local, string task, bool changesType,
        bool awaits, string? newName)
    {
        if (newName is not null) local = local.WithIdentifier(Identifier(newName).WithTriviaFrom(local.Identifier));
        if (changesType) local = local.WithReturnType(Wrap(local.ReturnType, task));
        if (!awaits) return local;
        SyntaxTriviaList leading = local.ReturnType.GetLeadingTrivia();
        return local.Modifiers.Count > 0
            ? local.WithModifiers(local.Modifiers.Add(AsyncToken()))
            : local.WithReturnType(local.ReturnType.WithoutLeadingTrivia())
                .WithModifiers(TokenList(AsyncToken().WithLeadingTrivia(leading)));
    }

    private static AnonymousFunctionExpressionSyntax Keyword(AnonymousFunctionExpressionSyntax lambda)
    {
        if (Functions.IsAsync(lambda)) return lambda;
        SyntaxTriviaList leading = lambda.GetLeadingTrivia();
        if (lambda.Modifiers.Count > 0) return lambda.WithModifiers(lambda.Modifiers.Add(AsyncToken()));
        if (lambda is ParenthesizedLambdaExpressionSyntax { AttributeLists.Count: > 0 } attributed)
        {
            return attributed.WithModifiers(TokenList(AsyncToken()));
        }
        return lambda.WithoutLeadingTrivia().WithModifiers(TokenList(AsyncToken().WithLeadingTrivia(leading)));
    }

    private static TypeSyntax Wrap(TypeSyntax type, string task)
    {
        bool isVoid = type is PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword };
        return ParseTypeName(isVoid ? task : $"{task}<{type.WithoutTrivia()}>").WithTriviaFrom(type);
    }

    private static SyntaxToken AsyncToken() => Token(SyntaxKind.AsyncKeyword).WithTrailingTrivia(Space);
}
