using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>TPD001: waiting for a task becomes awaiting it.</summary>
internal static class TaskCures
{
    private const string Task = "System.Threading.Tasks.Task";

    /// <summary>
    /// <c>t.Wait()</c>, with a token <c>t.WaitAsync(token)</c>, with a time-out a race against Task.Delay.
    /// </summary>
    public static Cure? Wait(ExpressionSyntax blocking, SemanticModel model)
    {
        if (Call(blocking, model, "Wait", Task) is not { } call) return null;
        ArgumentListSyntax arguments = call.Syntax.ArgumentList;
        if (call.Method.Parameters.Length == 0 || arguments.Arguments is [{ Expression: var token }] && IsNoToken(token, model))
        {
            return Receiver(call.Syntax, "the task") with { LoosesAggregate = true };
        }
        bool timed = call.Method.Parameters[0].Type.Name is "Int32" or "TimeSpan";
        if (!timed)
        {
            return WaitAsyncExists(model)
                ? new Cure(call.Syntax, e => Syntax.WithName((InvocationExpressionSyntax)e, "WaitAsync"),
                    "WaitAsync")
                { LoosesAggregate = true }
                : null;
        }
        return TimedWait.Of(call.Syntax, model);
    }

    /// <summary><c>t.Result</c> of a Task or ValueTask.</summary>
    public static Cure? Result(ExpressionSyntax blocking, SemanticModel model)
    {
        if (Syntax.MemberName(blocking)?.Identifier.ValueText != "Result"
            || blocking.Parent is InvocationExpressionSyntax) return null;
        if (model.GetSymbolInfo(blocking).Symbol is not IPropertySymbol property
            || !Awaitables.IsGenericTaskLike(property.ContainingType)) return null;
        return Receiver(blocking, "the task") with { LoosesAggregate = property.ContainingType.Name == "Task" };
    }

    /// <summary><c>t.GetAwaiter().GetResult()</c>, ConfigureAwait kept.</summary>
    public static Cure? GetResult(ExpressionSyntax blocking, SemanticModel model)
    {
        if (blocking is not InvocationExpressionSyntax call
            || Syntax.MemberName(call)?.Identifier.ValueText != "GetResult") return null;
        if (Syntax.Receiver(call) is not InvocationExpressionSyntax awaiter
            || Syntax.MemberName(awaiter)?.Identifier.ValueText != "GetAwaiter") return null;
        if (model.GetSymbolInfo(awaiter).Symbol is not IMethodSymbol { Parameters.Length: 0 } method) return null;
        if (Syntax.Receiver(awaiter) is null || !Awaitables.TryGetResult(method.ContainingType, out _)) return null;
        return new Cure(call, e => Syntax.Receiver((InvocationExpressionSyntax)Syntax.Receiver((InvocationExpressionSyntax)e)!)!, "the task")
        {
            IsConfigured = !Awaitables.IsTaskLike(method.ContainingType),
        };
    }

    /// <summary><c>Task.WaitAll(tasks)</c> and <c>Task.WaitAll(tasks, token)</c>.</summary>
    public static Cure? WaitAll(ExpressionSyntax blocking, SemanticModel model)
    {
        if (Call(blocking, model, "WaitAll", Task) is not { } call) return null;
        int count = call.Method.Parameters.Length;
        if (count == 1) return new Cure(call.Syntax, e => Syntax.WithName((InvocationExpressionSyntax)e, "WhenAll"),
            "Task.WhenAll")
        { LoosesAggregate = true };
        if (count != 2 || call.Method.Parameters[1].Type.Name != "CancellationToken"
            || !WaitAsyncExists(model)) return null;
        if (call.Syntax.ArgumentList.Arguments.Count != 2
            || call.Syntax.ArgumentList.Arguments.Any(a => a.NameColon is not null)) return null;
        return new Cure(call.Syntax, WithToken, "Task.WhenAll") { LoosesAggregate = true };
    }

    /// <summary>
    /// <c>Task.WaitAny(tasks)</c>, also for a time: the index is found again by <c>Array.IndexOf</c>, so the tasks must
    /// be a variable.
    /// </summary>
    public static Cure? WaitAny(ExpressionSyntax blocking, SemanticModel model)
    {
        if (Call(blocking, model, "WaitAny", Task) is not { } call) return null;
        if (call.Syntax.ArgumentList.Arguments.Count == 0) return null;
        bool isTimed = TimedWait.IsOfSeveral(call.Syntax, call.Method);
        if (call.Method.Parameters.Length != 1 && !isTimed) return null;
        Cure cure = isTimed
            ? new(call.Syntax, TimedWait.FirstInTime, "Task.WhenAny with a delay") { Using = TimedWait.UsingAt(call.Syntax, model) }
            : new(call.Syntax, e => Syntax.WithName((InvocationExpressionSyntax)e, "WhenAny"), "Task.WhenAny");
        if (!isTimed && call.Syntax.Parent is ExpressionStatementSyntax) return cure;
        if (!isTimed && call.Syntax.ArgumentList.Arguments.Count != 1) return null;
        ExpressionSyntax tasks = call.Syntax.ArgumentList.Arguments[0].Expression;
        if (!Syntax.IsSimple(tasks, model)) return null;
        if (model.GetTypeInfo(tasks).Type is not IArrayTypeSymbol) return null;
        if (call.Syntax.Parent is ExpressionStatementSyntax) return cure;
        string array = Syntax.Resolves("Array", "System.Array", model, blocking.SpanStart) ? "Array" : "System.Array";
        return cure with { Around = (_, awaited) => ParseExpression($"{array}.IndexOf({tasks.WithoutTrivia()}, {awaited})") };
    }

    private static Cure Receiver(ExpressionSyntax blocking, string shown) =>
        new(blocking, e => Syntax.Receiver(e)!, shown);

    private static (InvocationExpressionSyntax Syntax, IMethodSymbol Method)? Call(ExpressionSyntax blocking,
        SemanticModel model, string name, string type) =>
        blocking is InvocationExpressionSyntax call && Syntax.MemberName(call)?.Identifier.ValueText == name
            && model.GetSymbolInfo(call).Symbol is IMethodSymbol method && Awaitables.IsMemberOf(method, type)
            && (method.IsStatic || Syntax.Receiver(call) is not null)
            ? (call, method)
            : null;

    private static bool WaitAsyncExists(SemanticModel model) =>
        model.Compilation.GetTypeByMetadataName(Task)?.GetMembers("WaitAsync").IsEmpty == false;

    // Wait(CancellationToken.None) waits for the task alone.
    private static bool IsNoToken(ExpressionSyntax token, SemanticModel model) =>
        model.GetSymbolInfo(token).Symbol is { Name: "None", ContainingType.Name: "CancellationToken" };

    private static ExpressionSyntax WithToken(ExpressionSyntax rewritten)
    {
        InvocationExpressionSyntax call = Syntax.WithName((InvocationExpressionSyntax)rewritten, "WhenAll");
        ArgumentSyntax token = call.ArgumentList.Arguments[1];
        InvocationExpressionSyntax all = call.WithArgumentList(call.ArgumentList.WithArguments(SingletonSeparatedList(call.ArgumentList.Arguments[0])));
        return InvocationExpression(
            MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, all.WithoutTrailingTrivia(),
                IdentifierName("WaitAsync")),
            ArgumentList(SingletonSeparatedList(token)));
    }
}
