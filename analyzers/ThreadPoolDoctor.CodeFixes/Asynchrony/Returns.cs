using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// The returns of a function whose shape changes: one that returned a task awaits it once it is async, and one that
/// must return a task but awaits nothing (a sibling of an override) returns completed ones.
/// </summary>
internal static class Returns
{
    /// <summary>A function that returned tasks without being async becomes async: <c>return t</c> awaits.</summary>
    public static IEnumerable<Edit> OfTaskReturning(DocumentId document, SyntaxNode function, IMethodSymbol symbol,
        SemanticModel model)
    {
        bool generic = Awaitables.IsGenericTaskLike(symbol.ReturnType);
        foreach (SyntaxNode node in Functions.OwnNodes(function))
        {
            if (node is not ReturnStatementSyntax { Expression: { } value } @return) continue;
            yield return new Edit(document, @return, EditKind.Return,
                changed => Return((ReturnStatementSyntax)changed, value, generic, model));
        }
        if (!generic && Functions.Bodies(function).FirstOrDefault() is BlockSyntax block)
        {
            yield return new Edit(document, block, EditKind.Body,
                changed => WithoutLastReturn(AwaitThenReturn.Spliced((BlockSyntax)changed)));
        }
        if (ExpressionBody(function) is { } body)
        {
            yield return new Edit(document, body, EditKind.Return,
                changed => Finished(body, (ExpressionSyntax)changed, model)
                ?? AwaitEdit.Await((ExpressionSyntax)changed, model).WithTriviaFrom(changed));
        }
    }

    /// <summary>A function that must return a task and awaits nothing.</summary>
    public static IEnumerable<Edit> OfCompleted(DocumentId document, SyntaxNode function, IMethodSymbol symbol,
        string task)
    {
        bool isVoid = symbol.ReturnsVoid;
        foreach (SyntaxNode node in Functions.OwnNodes(function))
        {
            if (node is ReturnStatementSyntax) yield return new Edit(document, node, EditKind.Return,
                changed => Completed((ReturnStatementSyntax)changed, task));
        }
        if (ExpressionBody(function) is { } body && !isVoid)
        {
            yield return new Edit(document, body, EditKind.Return, changed => body is ThrowExpressionSyntax ? changed
                : ParseExpression($"{task}.FromResult({changed.WithoutTrivia()})").WithTriviaFrom(changed));
        }
        else if (function is MethodDeclarationSyntax { Body: { } block } && isVoid)
        {
            yield return new Edit(document, block, EditKind.Body,
                changed => WithLast((BlockSyntax)changed, $"return {task}.CompletedTask;"));
        }
        else if (function is MethodDeclarationSyntax { ExpressionBody: { Expression: not ThrowExpressionSyntax } }
            && isVoid)
        {
            yield return new Edit(document, function, EditKind.Body,
                changed => AsBlock((MethodDeclarationSyntax)changed, task));
        }
    }

    private static ExpressionSyntax? ExpressionBody(SyntaxNode function) => function switch
    {
        AnonymousFunctionExpressionSyntax lambda => lambda.ExpressionBody,
        MethodDeclarationSyntax method => method.ExpressionBody?.Expression,
        LocalFunctionStatementSyntax local => local.ExpressionBody?.Expression,
        _ => null,
    };

    private static StatementSyntax Return(ReturnStatementSyntax changed, ExpressionSyntax original, bool generic,
        SemanticModel model)
    {
        ExpressionSyntax value = changed.Expression!;
        if (Finished(original, value, model) is { } finished)
        {
            return generic ? changed.WithExpression(finished)
                : changed.WithExpression(null).WithReturnKeyword(changed.ReturnKeyword.WithTrailingTrivia());
        }
        AwaitExpressionSyntax awaited = AwaitEdit.Await(value, model);
        if (generic) return changed.WithExpression(awaited.WithTriviaFrom(value));
        // return t; of a plain Task: await it, then leave, unless that is the end anyway.
        if (original.Parent!.Parent is BlockSyntax { Parent: { } owner } block && Functions.IsFunction(owner)
            && block.Statements.Last() == original.Parent)
        {
            return ExpressionStatement(awaited).WithTriviaFrom(changed);
        }
        return AwaitThenReturn.Of(awaited).WithTriviaFrom(changed);
    }

    /// <summary>Whether what is returned has ended when it is made: a task of a value, a completed one.</summary>
    public static bool IsFinished(ExpressionSyntax returned, SemanticModel model) =>
        Finished(returned, returned, model) is not null;

    // Task.CompletedTask and Task.FromResult(x) need no await: x itself, or nothing. An expression body cannot be
    // nothing.
    private static ExpressionSyntax? Finished(ExpressionSyntax original, ExpressionSyntax changed, SemanticModel model)
    {
        // A ValueTask that is default, or made of a plain value, is finished too.
        if (original is LiteralExpressionSyntax { RawKind: (int)SyntaxKind.DefaultLiteralExpression }
            && model.GetTypeInfo(original).ConvertedType?.Name == "ValueTask") return changed;
        if (changed is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: { Count: 1 } made }
            && model.GetTypeInfo(original).Type is INamedTypeSymbol { Name: "ValueTask", Arity: 1 } type
            && model.GetSymbolInfo(original).Symbol is IMethodSymbol { Parameters: { Length: 1 } parameters }
            && SymbolEqualityComparer.Default.Equals(parameters[0].Type,
                type.TypeArguments[0])) return made[0].Expression;
        ISymbol? symbol = model.GetSymbolInfo(original).Symbol;
        if (!Awaitables.IsMemberOf(symbol, "System.Threading.Tasks.Task")
            && !Awaitables.IsMemberOf(symbol, "System.Threading.Tasks.ValueTask")) return null;
        return symbol switch
        {
            { Name: "FromResult" } when changed is InvocationExpressionSyntax { ArgumentList.Arguments: { Count: 1 } only } => only[0].Expression,
            { Name: "CompletedTask" } when original.Parent is ReturnStatementSyntax => changed,
            _ => null,
        };
    }

    private static BlockSyntax WithoutLastReturn(BlockSyntax block) =>
        block.Statements.LastOrDefault() is ReturnStatementSyntax { Expression: null } last
            && block.Statements.Count > 1
            && last.GetLeadingTrivia().Concat(last.GetTrailingTrivia())
                .All(t => t.IsKind(SyntaxKind.WhitespaceTrivia) || t.IsKind(SyntaxKind.EndOfLineTrivia))
            ? block.WithStatements(block.Statements.RemoveAt(block.Statements.Count - 1))
            : block;

    private static ReturnStatementSyntax Completed(ReturnStatementSyntax @return, string task) =>
        @return.Expression is { } value
        ? @return.WithExpression(ParseExpression($"{task}.FromResult({value.WithoutTrivia()})"))
        : @return.WithReturnKeyword(@return.ReturnKeyword.WithTrailingTrivia(Space))
            .WithExpression(ParseExpression(task + ".CompletedTask"));

    private static BlockSyntax WithLast(BlockSyntax block, string statement)
    {
        if (block.Statements.LastOrDefault() is ThrowStatementSyntax or ReturnStatementSyntax) return block;
        return block.AddStatements(Indentation.Statement(block, statement));
    }

    private static MethodDeclarationSyntax AsBlock(MethodDeclarationSyntax method, string task)
    {
        string indent = Indentation.Of(method);
        string newLine = Usings.NewLine(method.SyntaxTree.GetRoot()).ToString();
        string inner = Indentation.Deeper(indent);
        string text = $"{newLine}{indent}{{{newLine}{inner}"
            + $"{method.ExpressionBody!.Expression.WithoutTrivia()};{newLine}"
            + $"{inner}return {task}.CompletedTask;{newLine}{indent}}}";
        BlockSyntax body = (BlockSyntax)ParseStatement(text);
        return method.WithParameterList(method.ParameterList.WithoutTrailingTrivia()).WithExpressionBody(null)
            .WithSemicolonToken(default)
            .WithBody(body.WithTrailingTrivia(method.GetTrailingTrivia()));
    }
}
