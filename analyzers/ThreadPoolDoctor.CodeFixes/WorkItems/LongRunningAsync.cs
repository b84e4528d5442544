using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// Where nobody sees the nested task, or it is unwrapped, Task.Run says the same in fewer words. Elsewhere its type has
/// to stay as it is, and only the option goes.
/// </summary>
internal static class LongRunningAsync
{
    public static Edit? Change(DocumentId document, SyntaxNode node, SemanticModel model)
    {
        ExpressionSyntax? call = StartAround(node);
        if (call is null || model.GetSymbolInfo(call).Symbol is not IMethodSymbol api) return null;
        SeparatedSyntaxList<ArgumentSyntax> arguments = ArgumentsOf(call);
        if (arguments.Count == 0) return null;
        WorkItem item = new(document, call, api, 0, arguments[0].Expression, api, null, model);
        if (item.Argument("creationOptions") is not { } options) return null;
        if (call is InvocationExpressionSyntax start && MayRun(item, options, model))
        {
            TypeNames.TaskName task = TypeNames.Task(model, call.SpanStart);
            ArgumentSyntax? token = item.Argument("cancellationToken");
            int tokenIndex = token is null
                || token.Expression.ToString().EndsWith("CancellationToken.None", System.StringComparison.Ordinal) ? -1
                : item.Arguments.IndexOf(token);
            if (Unwrapped(start) is { } unwrap)
            {
                return new Edit(document, unwrap, EditKind.WorkItem, changed =>
                    Run((InvocationExpressionSyntax)Syntax.Receiver((ExpressionSyntax)changed)!, task.Text, tokenIndex)
                        .WithTriviaFrom(changed));
            }
            if (IsDropped(start, model)) return new Edit(document, start, EditKind.WorkItem,
                changed => Run((InvocationExpressionSyntax)changed, task.Text, tokenIndex).WithTriviaFrom(changed));
        }
        return new Edit(document, options.Expression, EditKind.WorkItem, changed => Without((ExpressionSyntax)changed)
            .WithTriviaFrom(changed));
    }

    /// <summary>What may be the delegate that a call starts: any of its arguments, whatever their order.</summary>
    public static IEnumerable<ExpressionSyntax> DelegatesIn(SyntaxNode node) =>
        StartAround(node) is { } call ? ArgumentsOf(call).Select(argument => argument.Expression) : [];

    private static ExpressionSyntax? StartAround(SyntaxNode node) => node.AncestorsAndSelf().OfType<ExpressionSyntax>()
        .FirstOrDefault(e => e is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax);

    private static SeparatedSyntaxList<ArgumentSyntax> ArgumentsOf(ExpressionSyntax call) =>
        call is InvocationExpressionSyntax invocation ? invocation.ArgumentList.Arguments
            : ((BaseObjectCreationExpressionSyntax)call).ArgumentList?.Arguments ?? default;

    // Other options, a scheduler or state have no place in Task.Run.
    private static bool MayRun(WorkItem item, ArgumentSyntax options, SemanticModel model)
    {
        if (item.Argument("state") is not null || item.Arguments.Any(a => a.NameColon is not null)) return false;
        if (item.Argument("scheduler") is { } scheduler
            && model.GetSymbolInfo(scheduler.Expression).Symbol?.Name != "Default") return false;
        return model.GetConstantValue(options.Expression) is { HasValue: true, Value: int value }
            && (value & ~(2 | 8)) == 0;
    }

    private static InvocationExpressionSyntax? Unwrapped(InvocationExpressionSyntax call) =>
        call.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Unwrap" } member
            ? member.Parent as InvocationExpressionSyntax : null;

    // Not awaited, not stored as Task<Task>: dropped, discarded, or kept as a plain Task by somebody who wants to wait
    // for all of it.
    private static bool IsDropped(InvocationExpressionSyntax call, SemanticModel model) => call.Parent switch
    {
        ExpressionStatementSyntax => true,
        AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } } => true,
        _ => model.GetTypeInfo(call).ConvertedType is INamedTypeSymbol { Name: "Task", Arity: 0 },
    };

    private static InvocationExpressionSyntax Run(InvocationExpressionSyntax call, string task, int token)
    {
        ArgumentSyntax work = call.ArgumentList.Arguments[0];
        InvocationExpressionSyntax run = InvocationExpression(ParseExpression(task + ".Run"),
            call.ArgumentList.WithArguments(SingletonSeparatedList(work.WithoutTrailingTrivia())));
        return token < 0 ? run : Syntax.WithArgument(run, call.ArgumentList.Arguments[token].Expression.WithoutTrivia().ToString(), null);
    }

    private static ExpressionSyntax Without(ExpressionSyntax options)
    {
        if (options is BinaryExpressionSyntax { RawKind: (int)SyntaxKind.BitwiseOrExpression } both)
        {
            if (IsLongRunning(both.Left)) return both.Right;
            if (IsLongRunning(both.Right)) return both.Left.WithoutTrailingTrivia();
            return both.WithLeft(Without(both.Left)).WithRight(Without(both.Right));
        }
        return IsLongRunning(options) ? ParseExpression(options.ToString().Replace("LongRunning", "None")) : options;
    }

    private static bool IsLongRunning(ExpressionSyntax option) =>
        Syntax.MemberName(option)?.Identifier.ValueText == "LongRunning";
}
