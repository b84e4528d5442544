using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Tasks that give tasks: those of <c>Task.WhenAny(tasks)</c>, of <c>ContinueWhenAll(tasks, all => all)</c>, and of
/// helpers that wait before they give them, have ended when the task that gives them has.
/// </summary>
internal static class GivenResults
{
    // A helper that gives what the next one gives, and so on.
    private const int MaxHelpers = 3;

    /// <summary>Whether the task, or all tasks, that a task gives have ended when it has.</summary>
    public static bool HaveEnded(Examination examination, ExpressionSyntax task) =>
        HaveEnded(examination, task, MaxHelpers);

    /// <summary>The same of a collection that has been awaited: <c>await AllOf(tasks)</c>.</summary>
    public static bool AreAwaited(Examination examination, ExpressionSyntax tasks) => tasks switch
    {
        ParenthesizedExpressionSyntax inner => AreAwaited(examination, inner.Expression),
        AwaitExpressionSyntax awaited => HaveEnded(examination, awaited.Expression),
        _ => false,
    };

    private static bool HaveEnded(Examination examination, ExpressionSyntax task, int helpers)
    {
        SemanticModel model = examination.ModelOf(task);
        if (TaskGroups.Awaited(model, task) is not InvocationExpressionSyntax call) return false;
        switch (Names.OfInvoked(call.Expression))
        {
            case "WhenAny":
                return true;
            case "ContinueWhenAll" or "ContinueWhenAny":
                return call.ArgumentList.Arguments.Any(argument => argument.Expression is LambdaExpressionSyntax lambda
                    && GivesBack(lambda));
            default:
                return helpers > 0 && GivesTasks(model, call) && Calls.Target(model, call) is { } target
                    && examination.Calls.MethodOf(new CallSite(call, target)) is { } method
                    && examination.BodiesOf(method).ToArray() is [var body]
                    && body.Returned().ToArray() is [_, ..] all
                    && all.All(value => method.IsAsync ? WasAwaited(examination, body, value, helpers - 1)
                        : HaveEnded(examination, value, helpers - 1));
        }
    }

    // Task<Task<int>>, Task<Task[]>, Task<List<Task<int>>>
    private static bool GivesTasks(SemanticModel model, InvocationExpressionSyntax call) =>
        model.GetTypeInfo(call).Type is INamedTypeSymbol { TypeArguments: [var given] } && (TaskPaths.IsTask(given)
            || given is IArrayTypeSymbol { ElementType: var element } && TaskPaths.IsTask(element)
            || given is INamedTypeSymbol { TypeArguments: [var only] } && TaskPaths.IsTask(only));

    // all => all
    private static bool GivesBack(LambdaExpressionSyntax lambda)
    {
        ExpressionSyntax? given = lambda.Body is BlockSyntax { Statements: [ReturnStatementSyntax returned] }
            ? returned.Expression : lambda.ExpressionBody;
        return given is IdentifierNameSyntax name && EndedQueries.FirstParameter(lambda) is { } tasks
            && tasks.Identifier.ValueText == name.Identifier.ValueText;
    }

    // await Task.WhenAll(all); return all;
    private static bool WasAwaited(Examination examination, Body body, ExpressionSyntax value, int helpers) =>
        value switch
        {
            ParenthesizedExpressionSyntax inner => WasAwaited(examination, body, inner.Expression, helpers),
            AwaitExpressionSyntax awaited => HaveEnded(examination, awaited.Expression, helpers),
            IdentifierNameSyntax { Identifier.ValueText: var name } => !body.OwnNodes().Any(node =>
                IsWritten(node, name))
                && Guards.Before(value, body.Node).Any(before => Ends(examination, before, name, helpers)),
            _ => false,
        };

    private static bool Ends(Examination examination, SyntaxNode before, string name, int helpers) => before switch
    {
        LocalDeclarationStatementSyntax { Declaration.Variables: var declared } => declared.Any(each =>
            each.Identifier.ValueText == name
                && each.Initializer is { Value: AwaitExpressionSyntax { Expression: var given } }
            && HaveEnded(examination, given, helpers)),
        ExpressionStatementSyntax { Expression: AwaitExpressionSyntax { Expression: var awaited } } =>
            TaskGroups.Unwrapped(awaited) switch
            {
                IdentifierNameSyntax task => task.Identifier.ValueText == name,
                InvocationExpressionSyntax all => Names.OfInvoked(all.Expression) == "WhenAll"
                    && all.ArgumentList.Arguments.Any(given => given.Expression is IdentifierNameSyntax tasks
                        && tasks.Identifier.ValueText == name),
                _ => false,
            },
        _ => false,
    };

    private static bool IsWritten(SyntaxNode node, string name) =>
        node is AssignmentExpressionSyntax { Left: IdentifierNameSyntax to } && to.Identifier.ValueText == name
        || node is AssignmentExpressionSyntax { Left: ElementAccessExpressionSyntax { Expression: IdentifierNameSyntax of } }
            && of.Identifier.ValueText == name;
}
