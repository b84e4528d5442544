using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>The edit that puts an await in the place of an expression, with its parentheses and its comments.</summary>
internal static class AwaitEdit
{
    /// <summary>Gives the edit, or null and why there is none.</summary>
    public static Edit? Make(
        DocumentId document,
        ExpressionSyntax expression,
        Func<ExpressionSyntax, ExpressionSyntax> awaitable,
        Func<ExpressionSyntax, AwaitExpressionSyntax, ExpressionSyntax>? around,
        SemanticModel model,
        out string? stop,
        bool isConfigured = false)
    {
        ExpressionSyntax Replacement(ExpressionSyntax rewritten)
        {
            AwaitExpressionSyntax awaited = Await(awaitable(rewritten), isConfigured ? null : model);
            return around is null ? awaited : around(rewritten, awaited);
        }
        stop = null;
        if (ConditionalAccess.Around(expression) is not { } conditional)
        {
            ExpressionSyntax place = FromResult(expression, model) ?? expression;
            bool parentheses = Syntax.NeedsParentheses(place);
            return new Edit(document, place, EditKind.Await,
                node => Parenthesize(Replacement(place == expression ? (ExpressionSyntax)node : Argument(node)),
                parentheses).WithTriviaFrom(node));
        }
        stop = ConditionalAccess.Stop(expression, conditional, model);
        if (stop is not null) return null;
        string? named = ConditionalAccess.NewName(conditional, model);
        if (conditional.Parent is ExpressionStatementSyntax statement)
        {
            return new Edit(document, statement, EditKind.Await, node =>
            {
                var changed = (ConditionalAccessExpressionSyntax)((ExpressionStatementSyntax)node).Expression;
                ExpressionSyntax whole = ConditionalAccess.Attach(Called(changed, named), changed.WhenNotNull);
                return ConditionalAccess.AsStatement(statement, changed.Expression, named, Replacement(whole))
                    .WithTriviaFrom(node);
            });
        }
        ITypeSymbol? type = model.GetTypeInfo(conditional).Type;
        return new Edit(document, conditional, EditKind.Await, node =>
        {
            var changed = (ConditionalAccessExpressionSyntax)node;
            ExpressionSyntax whole = ConditionalAccess.Attach(Called(changed, named), changed.WhenNotNull);
            return ConditionalAccess.AsValue(changed.Expression, named, Replacement(whole), type, conditional.Parent)
                .WithTriviaFrom(node);
        });
    }

    private static ExpressionSyntax Called(ConditionalAccessExpressionSyntax conditional, string? named) =>
        named is null ? conditional.Expression : IdentifierName(named);

    /// <summary>An await of a task in the style of the file; as it is without a model.</summary>
    public static AwaitExpressionSyntax Await(ExpressionSyntax task, SemanticModel? model)
    {
        task = task.WithoutTrivia();
        return AwaitExpression(Token(SyntaxKind.AwaitKeyword)
            .WithTrailingTrivia(Space), Operand(model is null ? task : AwaitStyle.Configured(task, model)));
    }

    // await Task.FromResult(x) around what becomes a task itself: one await is enough. Not if it says of what type.
    private static AwaitExpressionSyntax? FromResult(ExpressionSyntax expression, SemanticModel model)
    {
        if (expression.Parent is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { ArgumentList.Arguments.Count: 1 } made }) return null;
        if (Syntax.MemberName(made) is not IdentifierNameSyntax { Identifier.ValueText: "FromResult" }) return null;
        if (!Awaitables.IsMemberOf(model.GetSymbolInfo(made).Symbol, "System.Threading.Tasks.Task")) return null;
        return (made.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax configured } ? configured : made).Parent as AwaitExpressionSyntax;
    }

    private static ExpressionSyntax Argument(SyntaxNode awaited)
    {
        var task = (InvocationExpressionSyntax)((AwaitExpressionSyntax)awaited).Expression;
        if (Syntax.MemberName(task)!.Identifier.ValueText != "FromResult") task = (InvocationExpressionSyntax)Syntax.Receiver(task)!;
        return task.ArgumentList.Arguments[0].Expression;
    }

    // await binds tighter than binary operators, casts excepted: `await (a ?? b)`, `await (c ? a : b)`, `await
    // (Task)x`.
    private static ExpressionSyntax Operand(ExpressionSyntax awaitable) =>
        awaitable is BinaryExpressionSyntax or ConditionalExpressionSyntax or AssignmentExpressionSyntax
            or SwitchExpressionSyntax
            or IsPatternExpressionSyntax or AnonymousFunctionExpressionSyntax or RangeExpressionSyntax
            ? ParenthesizedExpression(awaitable)
            : awaitable;

    private static ExpressionSyntax Parenthesize(ExpressionSyntax expression, bool needed) =>
        needed && expression is not ParenthesizedExpressionSyntax ? ParenthesizedExpression(expression.WithoutTrivia())
            : expression;
}
