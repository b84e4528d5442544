using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Helpers that wait for the task that they are given, and give it back: <c>Waited(task).Result</c> waits in the
/// helper alone.
/// </summary>
internal static class GivenBack
{
    public static bool HasEnded(Examination examination, InvocationExpressionSyntax call) =>
        Calls.Target(examination.ModelOf(call), call) is { } target && TaskPaths.IsTask(target.ReturnType)
        && examination.Calls.MethodOf(new CallSite(call, target)) is { IsAsync: false } method
        && examination.BodiesOf(method).ToArray() is [var body]
        && body.Returned().ToArray() is [_, ..] all
        && all.All(value => value is IdentifierNameSyntax task && WasWaitedFor(body, task)
            && method.Parameters.Any(parameter => parameter.Name == task.Identifier.ValueText));

    private static bool WasWaitedFor(Body body, IdentifierNameSyntax task) =>
        Guards.Before(task, body.Node).Any(before =>
            before is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax wait } && IsWait(wait, task))
        && !body.OwnNodes().Any(node => node is AssignmentExpressionSyntax { Left: IdentifierNameSyntax to }
            && IsSame(to, task));

    // task.Wait(), task.AsTask().Wait(), Task.WaitAll(task)
    private static bool IsWait(InvocationExpressionSyntax wait, IdentifierNameSyntax task) =>
        Names.OfInvoked(wait.Expression) switch
        {
            "Wait" => wait.ArgumentList.Arguments.Count == 0 && Receiver.Of(wait) is { } waited
                && IsSame(TaskGroups.Unwrapped(waited), task),
            "WaitAll" => wait.ArgumentList.Arguments.All(given => given.Expression is IdentifierNameSyntax)
                && wait.ArgumentList.Arguments.Any(given => IsSame(given.Expression, task)),
            _ => false,
        };

    private static bool IsSame(ExpressionSyntax one, IdentifierNameSyntax task) =>
        one is IdentifierNameSyntax name && name.Identifier.ValueText == task.Identifier.ValueText;
}
