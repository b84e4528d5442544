using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Which tasks a call is about that waits for several or continues one: WhenAll, WhenAny, WaitAny, ContinueWith.
/// </summary>
internal sealed class TaskGroups
{
    // What a helper's name says that waits for one task of several.
    private static readonly string[] s_aboutOne = ["Any", "First", "Next", "Either", "Race"];
    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly WrittenPaths _written;

    public TaskGroups(SemanticModel model, TaskPaths paths, WrittenPaths written)
    {
        _model = model;
        _paths = paths;
        _written = written;
    }

    public string? CollectionOfWaitAny(InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression) == "WaitAny" && call.ArgumentList.Arguments is [{ Expression: var tasks }, ..]
            && !_paths.IsTask(tasks) ? _paths.Of(tasks) : null;

    /// <summary>
    /// All tasks that have ended when this one has: itself, what it continues, and what that continues.
    /// </summary>
    public IEnumerable<string> EndedBefore(ExpressionSyntax task)
    {
        for (ExpressionSyntax? at = Awaited(task); at is not null;)
        {
            if (_paths.Of(at) is { } path && _written.IsReliable(path)) yield return path;
            if (at is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var before } } call) yield break;
            if (Names.OfInvoked(call.Expression) == "WhenAll")
            {
                foreach (string one in ArgumentsOfWhenAll(call).Where(_written.IsReliable)) yield return one;
                yield break;
            }
            // With a token, a continuation may be cancelled before what it continues has ended.
            if (Names.OfInvoked(call.Expression) != "ContinueWith" || TakesToken(call)) yield break;
            at = Awaited(before);
        }
    }

    private bool TakesToken(InvocationExpressionSyntax call) =>
        call.ArgumentList.Arguments.Any(argument =>
            _model.GetTypeInfo(argument.Expression).Type?.Name == "CancellationToken");

    public IEnumerable<string> ArgumentsOfWhenAll(InvocationExpressionSyntax call)
    {
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            // Task.WhenAll(Task.WhenAll(a, b), c.ContinueWith(...)): what had to end for it has ended with it.
            if (_paths.IsTask(argument.Expression))
            {
                foreach (string path in EndedBefore(argument.Expression)) yield return path;
            }
            else if (_paths.HoldsTasks(argument.Expression))
            {
                foreach (string path in _paths.OfElements(argument.Expression)) yield return path;
            }
        }
    }

    /// <summary>
    /// The tasks that a call is about, where each is written down there; null where a collection is handed to it.
    /// </summary>
    public ExpressionSyntax[]? WrittenDown(InvocationExpressionSyntax call)
    {
        List<ExpressionSyntax> tasks = [];
        foreach (ExpressionSyntax given in call.ArgumentList.Arguments.Select(argument => argument.Expression))
        {
            switch (given)
            {
                case var one when _paths.IsTask(one): tasks.Add(one); break;
                case ArrayCreationExpressionSyntax { Initializer: { } listed }: tasks.AddRange(listed.Expressions); break;
                case ImplicitArrayCreationExpressionSyntax { Initializer: var listed }: tasks.AddRange(listed.Expressions); break;
                case CollectionExpressionSyntax { Elements: var all } when all.All(each =>
                    each is ExpressionElementSyntax):
                    tasks.AddRange(all.Select(each => ((ExpressionElementSyntax)each).Expression)); break;
                case var held when _paths.HoldsTasks(held): return null;
            }
        }
        return [.. tasks];
    }

    /// <summary>await t.WaitAsync(timeout): what fails may be the waiting.</summary>
    public static bool MayGiveUp(ExpressionSyntax awaited) => awaited is InvocationExpressionSyntax call
        && (Names.OfInvoked(call.Expression) == "WaitAsync"
            || call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Expression: var inner } && MayGiveUp(inner));

    // await t.ConfigureAwait(false), await t.WaitAsync(timeout): it is t that ends.
    public static ExpressionSyntax Unwrapped(ExpressionSyntax expression)
    {
        while (true)
        {
            switch (expression)
            {
                case ParenthesizedExpressionSyntax inner:
                    expression = inner.Expression;
                    break;
                case PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } forgiven:
                    expression = forgiven.Operand;
                    break;
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait" or "WaitAsync" or "GetAwaiter" or "AsTask" or "Unwrap" } access }:
                    expression = access.Expression;
                    break;
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Run" } } run
                    when RunAlone(run) is { } only:
                    expression = only;
                    break;
                default:
                    return expression;
            }
        }
    }

    /// <summary>
    /// The same through a program's own word for <c>ConfigureAwait(false)</c>: only a task gives what that gives, and a
    /// helper that is given one task has no other.
    /// </summary>
    public ExpressionSyntax Awaited(ExpressionSyntax expression) => Awaited(_model, expression);

    public static ExpressionSyntax Awaited(SemanticModel model, ExpressionSyntax expression)
    {
        while (true)
        {
            expression = Unwrapped(expression);
            if (expression is not InvocationExpressionSyntax { ArgumentList.Arguments: var given } call
                || model.GetTypeInfo(call).Type is not { Name: "ConfiguredTaskAwaitable" or "ConfiguredValueTaskAwaitable" }
                || model.GetSymbolInfo(call).Symbol is not IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.ReducedExtension } helper) return expression;
            ExpressionSyntax[] tasks = [.. given.Select(argument => argument.Expression).Where(argument => TaskPaths.IsTask(model.GetTypeInfo(argument).Type))];
            if (helper.ReducedFrom is not null && Receiver.Of(call) is { } receiver) tasks = [receiver, .. tasks];
            if (tasks.Length != 1 || !helper.IsStatic && helper.ReducedFrom is null) return expression;
            expression = tasks[0];
        }
    }

    // Task.Run(() => load), Task.Run(async () => await load): all that is run is that task.
    private static ExpressionSyntax? RunAlone(InvocationExpressionSyntax run) =>
        run.ArgumentList.Arguments is not [{ Expression: LambdaExpressionSyntax { ExpressionBody: { } body } lambda }]
            ? null
            : body is AwaitExpressionSyntax awaited && !MayGiveUp(awaited.Expression) ? awaited.Expression
            : lambda.AsyncKeyword.IsKind(SyntaxKind.None)
                && body is IdentifierNameSyntax or MemberAccessExpressionSyntax ? body : null;

    // What has ended when the task that this call gives has.
    public string[] ImpliedByCall(InvocationExpressionSyntax call) => Names.OfInvoked(call.Expression) switch
    {
        "WhenAll" => [.. ArgumentsOfWhenAll(call)],
        "ContinueWith" => [.. EndedBefore(call)],
        "WaitAny" =>
            CollectionOfWaitAny(call) is { } tasks && _written.IsReliable(tasks) ? [tasks + CompletionState.OneOfThem] : [],
        _ => [],
    };

    // int i = Task.WaitAny(one, other): if it is 0, the one has ended.
    public CompletionState AfterWaitAny(string index, InvocationExpressionSyntax call, CompletionState state)
    {
        string?[] tasks = [.. call.ArgumentList.Arguments.Select(argument => _paths.IsTask(argument.Expression)
            ? _paths.Of(argument.Expression) : null)];
        for (int i = 0; i < tasks.Length; i++)
        {
            if (tasks[i] is not { } task || !_written.IsReliable(task)) continue;
            state = state.Imply(index + ".==" + i, [task]);
            if (tasks.Length == 2) state = state.Imply(index + ".!=" + (1 - i), [task]);
        }
        return state;
    }

    /// <summary>The two tasks of <c>await Task.WhenAny(one, other)</c>.</summary>
    public (string One, string Other)? FirstOfTwo(ExpressionSyntax value) =>
        value is AwaitExpressionSyntax { Expression: var any } && Awaited(any) is InvocationExpressionSyntax first
            && Names.OfInvoked(first.Expression) == "WhenAny" ? TwoOf(first) : null;

    // One that has no name would be a third.
    private (string One, string Other)? TwoOf(InvocationExpressionSyntax any) =>
        any.ArgumentList.Arguments is [{ Expression: var first }, { Expression: var second }]
            && NameOf(first) is { } one && NameOf(second) is { } other ? (one, other) : null;

    private string? NameOf(ExpressionSyntax task) => _paths.IsTask(task) ? _written.Reliable(_paths.Of(task)) : null;

    // t == await Task.WhenAny(t, u): if not, it was u.
    public string? OtherOfTwo(BinaryExpressionSyntax compared)
    {
        if ((FirstOfTwo(compared.Left) ?? FirstOfTwo(compared.Right)) is not (var one, var other)) return null;
        string? asked = _paths.Of(compared.Left is AwaitExpressionSyntax ? compared.Right : compared.Left);
        return asked == one ? other : asked == other ? one : null;
    }

    // await Task.WhenAny(one, other), or a helper that is given it: where the one has not ended, the other has.
    public CompletionState AfterAny(InvocationExpressionSyntax call, CompletionState state)
    {
        InvocationExpressionSyntax? any = call.ArgumentList.Arguments.Select(argument => argument.Expression).Prepend(call)
            .OfType<InvocationExpressionSyntax>().FirstOrDefault(each => Names.OfInvoked(each.Expression) == "WhenAny");
        // Of one task it is that one.
        if (any == call && call.ArgumentList.Arguments is [{ Expression: var only }] && _paths.IsTask(only)) return state.With(_written.Reliable(_paths.Of(only)));
        return any is not null && TwoOf(any) is (var one, var other)
            ? state.Imply(one + CompletionState.NotEnded, [other]).Imply(other + CompletionState.NotEnded, [one]) : state;
    }

    // await WithTimeout(task), await new[] { a, b }.WhenAllFailFast(): a helper that is given a task and awaited is
    // done when the task is, unless it is about one of several, or answers whether the task has ended.
    public bool GoesOnWhenEnded(InvocationExpressionSyntax call, string? name)
    {
        if (name is null || s_aboutOne.Any(word => name.Contains(word))
            || _model.GetSymbolInfo(call).Symbol is not IMethodSymbol method) return false;
        // An object that is handed a task may keep it.
        bool isHelper = method.IsStatic || method.ReducedFrom is not null || call.Expression is SimpleNameSyntax;
        ITypeSymbol? result = method.ReturnType is INamedTypeSymbol { TypeArguments: [var only] } ? only : null;
        return isHelper && result?.SpecialType != SpecialType.System_Boolean
            && (result is null || !TaskPaths.IsTask(result));
    }

    public IEnumerable<string> TasksGivenTo(InvocationExpressionSyntax call)
    {
        if (call.Expression is MemberAccessExpressionSyntax { Expression: var receiver })
        {
            foreach (string path in _paths.IsTask(receiver) ? OfTask(receiver)
                : _paths.HoldsTasks(receiver) ? _paths.OfElements(receiver) : []) yield return path;
        }
        foreach (string path in ArgumentsOfWhenAll(call)) yield return path;
    }

    public string[] OfTask(ExpressionSyntax task) => _paths.Of(task) is { } path ? [path] : [];

    public InvocationExpressionSyntax? AllBehind(InvocationExpressionSyntax call)
    {
        if (call.Parent is AwaitExpressionSyntax awaited
            && _model.GetTypeInfo(awaited).Type?.SpecialType == SpecialType.System_Boolean) return null;
        InvocationExpressionSyntax? at = call;
        while (at is not null && Names.OfInvoked(at.Expression) is not "WhenAll")
        {
            at = Names.OfInvoked(at.Expression) is not ("WhenAny" or "ContinueWith")
                && at.Expression is MemberAccessExpressionSyntax access
                ? access.Expression as InvocationExpressionSyntax : null;
        }
        return at;
    }
}
