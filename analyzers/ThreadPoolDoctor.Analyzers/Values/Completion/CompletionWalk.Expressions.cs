using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part evaluates expressions, and decides conditions into what is known when they hold and when not.</summary>
internal sealed partial class CompletionWalk
{
    // What a helper's name says that waits for one task of several.
    private static readonly string[] s_aboutOne = ["Any", "First", "Next", "Either", "Race"];

    // What the index that WaitAny gives back says of a collection, until something is put into it.
    private const string OneOfThem = ".[].any";

    // Known of a task or token when it was asked: a task may end, but what followed from it at that moment stays true.
    private const string NotEnded = ".!ended";
    private const string NotCancelled = ".!cancelled";

    private CompletionState Evaluate(ExpressionSyntax expression, CompletionState state)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        switch (expression)
        {
            case AwaitExpressionSyntax awaited:
                return AfterAwait(awaited.Expression, Evaluate(awaited.Expression, state));
            case AssignmentExpressionSyntax assignment:
                return EvaluateAssignment(assignment, state);
            case AnonymousFunctionExpressionSyntax lambda:
                WalkLambda(lambda, state, FirstParameter(lambda) is { } first
                    ? OfContinued(first, _examination.Delegates.Of(lambda).Api) : []);
                return state;
            case InvocationExpressionSyntax call:
                return EvaluateCall(call, state);
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } access:
                state = Evaluate(access.Expression, state);
                return AfterWait(access, access.Expression, state);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression }:
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression }:
                (CompletionState? yes, CompletionState? no) = Decide(expression, state);
                return CompletionState.Join(yes, no) ?? state;
            case ConditionalExpressionSyntax choice:
                (CompletionState? then, CompletionState? otherwise) = Decide(choice.Condition, state);
                return CompletionState.Join(Evaluate(choice.WhenTrue, then ?? state),
                    Evaluate(choice.WhenFalse, otherwise ?? state))!;
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } coalesce:
                state = Evaluate(coalesce.Left, state);
                return CompletionState.Join(state, Evaluate(coalesce.Right, state))!;
            case SwitchExpressionSyntax choice:
                return EvaluateSwitch(choice, state);
            case ConditionalAccessExpressionSyntax access:
                state = Evaluate(access.Expression, state);
                if (access.WhenNotNull is MemberBindingExpressionSyntax { Name.Identifier.ValueText: "Result" } result) return AfterWait(result, access.Expression, state);
                if (access.WhenNotNull is InvocationExpressionSyntax { Expression: MemberBindingExpressionSyntax } bound
                    && IsWait(bound)) return AfterWait(bound, access.Expression, state);
                return EvaluateChildren(access.WhenNotNull, state);
            case PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } counted:
                return EvaluateChildren(counted, state).Without(_paths.Of(counted.Operand));
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } counted:
                return EvaluateChildren(counted, state).Without(_paths.Of(counted.Operand));
            default:
                return EvaluateChildren(expression, state);
        }
    }

    private CompletionState EvaluateChildren(SyntaxNode node, CompletionState state)
    {
        // The left ends of a long chain of operators come first, and must not cost a stack frame each.
        Stack<ExpressionSyntax> rights = new();
        while (node is BinaryExpressionSyntax { Left: BinaryExpressionSyntax left } binary
            && !left.IsKind(SyntaxKind.LogicalAndExpression) && !left.IsKind(SyntaxKind.LogicalOrExpression))
        {
            rights.Push(binary.Right);
            node = left;
        }
        foreach (SyntaxNode child in node.ChildNodes())
        {
            if (child is ExpressionSyntax expression
                and not (TypeSyntax and not IdentifierNameSyntax)) state = Evaluate(expression, state);
            else if (child is not TypeSyntax) state = EvaluateChildren(child, state);
        }
        while (rights.Count > 0) state = Evaluate(rights.Pop(), state);
        return state;
    }

    private CompletionState EvaluateAssignment(AssignmentExpressionSyntax assignment, CompletionState state)
    {
        if (assignment.Left is not IdentifierNameSyntax) state = EvaluateChildren(assignment.Left, state);
        state = Evaluate(assignment.Right, state);
        if (assignment.Left is TupleExpressionSyntax tuple)
        {
            _givenOther.UnionWith(tuple.Arguments.Select(argument => _paths.Of(argument.Expression)).OfType<string>());
            return tuple.Arguments.Aggregate(state, (now, argument) => now.Without(_paths.Of(argument.Expression)));
        }
        if (_paths.Of(assignment.Left) is not { } path) return state;
        if (assignment.Left is ElementAccessExpressionSyntax element && _paths.Of(element.Expression) is { } collection
            && !IsEnded(assignment.Right, state)) state = state.Without(collection + ".[]");
        return Assign(path, assignment.Right, state);
    }

    private CompletionState Assign(string path, ExpressionSyntax value, CompletionState state)
    {
        // results = results.OrderBy(...).ToList(): the same tasks in another order.
        if (value is InvocationExpressionSyntax && _paths.Of(Unfiltered(value)) == path) return state;
        bool isEnded = IsEnded(value, state);
        // Task? won = null; ... won = ended; break; ... won.Result: a local that is never given any but ended ones.
        if (!value.IsKind(SyntaxKind.NullLiteralExpression)) (isEnded ? _givenEnded : _givenOther).Add(path);
        string? source = _paths.Of(value);
        string[] implied = value is InvocationExpressionSyntax call && ImpliedByCall(call) is { Length: > 0 } before
            ? before
            : Decide(value) is { Length: > 0 } asked ? asked
            : source is not null ? [source] : [];
        bool isCollectionOfEnded = source is not null && state.Holds(source + ".[]") || OnlyEnded(value);
        state = state.Without(path);
        if (_unreliable.Contains(path)) return state;
        state = state.Imply(path, implied.Where(other => other != path && !_unreliable.Contains(other)));
        // var tasks = new[] { a, b }: whoever awaits all of tasks awaits both.
        string[] listed = value is ArrayCreationExpressionSyntax or ImplicitArrayCreationExpressionSyntax
            or CollectionExpressionSyntax or BaseObjectCreationExpressionSyntax ? [.. _paths.OfElements(value)] : [];
        if (listed.Length > 0) state = state.Imply(path + ".[]", listed.Where(other => !_unreliable.Contains(other)));
        if (isCollectionOfEnded) state = state.With(path + ".[]");
        if (value is InvocationExpressionSyntax any
            && Names.OfInvoked(any.Expression) == "WaitAny") state = AfterWaitAny(path, any, state);
        if (FirstOfTwo(value) is (var one, var other))
        {
            // Of two, the one that ended is not the other.
            state = state.Imply(path + ".!=" + other, [one]).Imply(path + ".!=" + one, [other]);
        }
        return isEnded ? state.With(path) : state;
    }

    // What has ended when the task that this call gives has.
    private string[] ImpliedByCall(InvocationExpressionSyntax call) => Names.OfInvoked(call.Expression) switch
    {
        "WhenAll" => [.. ArgumentsOfWhenAll(call)],
        "ContinueWith" => [.. EndedBefore(call)],
        "WaitAny" => CollectionOfWaitAny(call) is { } tasks && IsReliable(tasks) ? [tasks + OneOfThem] : [],
        _ => [],
    };

    // int i = Task.WaitAny(one, other): if it is 0, the one has ended.
    private CompletionState AfterWaitAny(string index, InvocationExpressionSyntax call, CompletionState state)
    {
        string?[] tasks = [.. call.ArgumentList.Arguments.Select(argument => _paths.IsTask(argument.Expression)
            ? _paths.Of(argument.Expression) : null)];
        for (int i = 0; i < tasks.Length; i++)
        {
            if (tasks[i] is not { } task || !IsReliable(task)) continue;
            state = state.Imply(index + ".==" + i, [task]);
            if (tasks.Length == 2) state = state.Imply(index + ".!=" + (1 - i), [task]);
        }
        return state;
    }

    /// <summary>The two tasks of <c>await Task.WhenAny(one, other)</c>.</summary>
    private (string One, string Other)? FirstOfTwo(ExpressionSyntax value) =>
        value is AwaitExpressionSyntax { Expression: var any } && Unwrapped(any) is InvocationExpressionSyntax first
            && Names.OfInvoked(first.Expression) == "WhenAny" ? TwoOf(first) : null;

    // One that has no name would be a third.
    private (string One, string Other)? TwoOf(InvocationExpressionSyntax any) =>
        any.ArgumentList.Arguments.Count == 2 && ArgumentsOfWhenAll(any).ToArray() is [var one, var other]
            && IsReliable(one) && IsReliable(other) ? (one, other) : null;

    // t == await Task.WhenAny(t, u): if not, it was u.
    private string? OtherOfTwo(BinaryExpressionSyntax compared)
    {
        if ((FirstOfTwo(compared.Left) ?? FirstOfTwo(compared.Right)) is not (var one, var other)) return null;
        string? asked = _paths.Of(compared.Left is AwaitExpressionSyntax ? compared.Right : compared.Left);
        return asked == one ? other : asked == other ? one : null;
    }

    private string[] Decide(ExpressionSyntax condition) =>
        _model.GetTypeInfo(condition).Type?.SpecialType == SpecialType.System_Boolean && EndedIf(condition) is { } path
            ? [path] : [];

    private CompletionState EvaluateCall(InvocationExpressionSyntax call, CompletionState state)
    {
        string? name = Names.OfInvoked(call.Expression);
        ExpressionSyntax? receiver = (call.Expression as MemberAccessExpressionSyntax)?.Expression;
        if (receiver is not null) state = Evaluate(receiver, state);
        RememberLocalCall(call, state);
        string? path = receiver is null ? null : _paths.Of(receiver);
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            if (argument.Expression is AnonymousFunctionExpressionSyntax lambda) WalkLambda(lambda, state,
                [.. OfLambdaArgument(call, name, receiver, lambda, state), .. OfHandedOn(lambda)]);
            // Debug.Assert(task.IsCompleted): somebody is sure of it.
            else if (name == "Assert" && argument == call.ArgumentList.Arguments[0]) state = Decide(argument.Expression, state).IfTrue ?? state;
            else state = Evaluate(argument.Expression, state);
            if (argument.RefOrOutKeyword.IsKind(SyntaxKind.None)) continue;
            state = state.Without(_paths.Of(argument.Expression));
            if (_paths.Of(argument.Expression) is { } given) _givenOther.Add(given);
        }
        if (HasEnded(path, state) || call.ArgumentList.Arguments.Any(argument => HasEnded(_paths.Of(argument.Expression), state))) _handedEnded.Add(call);
        switch (name)
        {
            case "Wait" or "GetResult" when receiver is not null && IsWait(call):
                return AfterWait(call, receiver, state, endsFor: call.ArgumentList.Arguments.Count == 0);
            case "WaitAll" or "WaitAny" when receiver is not null:
                string[] awaited = [.. ArgumentsOfWhenAll(call)];
                if (awaited.Length > 0 && awaited.All(state.Holds)) _proven.Add(call);
                return name == "WaitAll" && !HasTimeout(call) ? state.With(awaited.Where(IsReliable)) : state;
            case "ThrowIfCancellationRequested" when path is not null:
                return state.With(path + NotCancelled);
            case "SetResult" or "TrySetResult" or "SetException" or "TrySetException" or "SetCanceled"
                or "TrySetCanceled" when path is not null:
                return IsReliable(path) ? state.With(path + ".Task") : state;
            case "Add" or "AddRange" when path is not null && IsReliable(path):
                // tasks.Add(one): whoever awaits all of tasks awaits that one.
                string[] listed = [.. state.ImpliedBy(path + Element),
                    .. call.ArgumentList.Arguments.SelectMany(argument => name == "Add" ? OfTask(argument.Expression)
                    : _paths.OfElements(argument.Expression)).Where(IsReliable)];
                if (!call.ArgumentList.Arguments.Any(argument =>
                    IsEnded(argument.Expression, state))) state = state.Without(path + Element);
                return state.Imply(path + Element, listed.Distinct());
            case "Add" or "AddRange" or "Insert" or "TryAdd" or "Enqueue" or "Push" or "AddLast"
                or "AddFirst" when path is not null:
                return call.ArgumentList.Arguments.Any(argument => IsEnded(argument.Expression, state)) ? state
                    : state.Without(path + ".[]");
            default:
                return state;
        }
    }

    private static bool HasEnded(string? path, CompletionState state) =>
        path is not null && (state.Holds(path) || state.Under(path + ".").Any(under => !under.Contains(".!")));

    private CompletionState EvaluateSwitch(SwitchExpressionSyntax choice, CompletionState state)
    {
        state = Evaluate(choice.GoverningExpression, state);
        string? task = StatusOwner(choice.GoverningExpression);
        CompletionState? after = null;
        foreach (SwitchExpressionArmSyntax arm in choice.Arms)
        {
            CompletionState inside = task is not null && IsFinalStatus(arm.Pattern) ? state.With(task)
                : SaysEnded(arm.Pattern) ? state.With(Reliable(_paths.Of(choice.GoverningExpression))) : state;
            inside = inside.With(Told(arm.Pattern, IsEnded(choice.GoverningExpression, state)));
            if (arm.WhenClause is { } when) inside = Decide(when.Condition, inside).IfTrue ?? inside;
            after = CompletionState.Join(after, Evaluate(arm.Expression, inside));
        }
        return after ?? state;
    }

    /// <summary>Notes whether this wait is one, and that the task has ended after it.</summary>
    private CompletionState AfterWait(SyntaxNode wait, ExpressionSyntax task, CompletionState state,
        bool endsFor = true)
    {
        if (IsEnded(task, state)) _proven.Add(wait);
        else if (_paths.Of(task) is { } local && IsReliable(local) && IsDeclaredHere(task)) _undecided[wait] = local;
        // Of tasks[i] after WaitAny it is known already, and nothing of the others.
        if (task is ElementAccessExpressionSyntax element && IsIndexOfEnded(element, state)) return state;
        return endsFor && _paths.Of(task) is { } path && IsReliable(path) && !IsValueTask(task) ? state.With(path)
            : state;
    }

    private bool IsDeclaredHere(ExpressionSyntax task) =>
        _model.GetSymbolInfo(task).Symbol is ILocalSymbol { IsRef: false, DeclaringSyntaxReferences: [{ } reference] }
        && reference.GetSyntax() is VariableDeclaratorSyntax;

    private CompletionState AfterAwait(ExpressionSyntax operand, CompletionState state)
    {
        ExpressionSyntax awaited = Unwrapped(operand);
        if (awaited is InvocationExpressionSyntax call)
        {
            string? name = Names.OfInvoked(call.Expression);
            // Task.WhenAll(tasks).WithTimeout(limit): who goes on from there has waited for all.
            if (AllBehind(call) is { } all) return state.With(ArgumentsOfWhenAll(all).Where(IsReliable));
            // What continues with a task ends after it.
            if (name == "ContinueWith") return state.With(EndedBefore(call));
            if (GoesOnWhenEnded(call, name)) state = state.With(TasksGivenTo(call).Where(IsReliable));
            state = AfterAny(call, state);
        }
        // A value task may be awaited once, and is anybody's after that.
        if (IsValueTask(awaited) && awaited is not InvocationExpressionSyntax) return state;
        return _paths.Of(awaited) is { } path && IsReliable(path) ? state.With(path) : state;
    }

    // await Task.WhenAny(one, other), or a helper that is given it: where the one has not ended, the other has.
    private CompletionState AfterAny(InvocationExpressionSyntax call, CompletionState state)
    {
        InvocationExpressionSyntax? any = call.ArgumentList.Arguments.Select(argument => argument.Expression).Prepend(call)
            .OfType<InvocationExpressionSyntax>().FirstOrDefault(each => Names.OfInvoked(each.Expression) == "WhenAny");
        // Of one task it is that one.
        if (any == call && call.ArgumentList.Arguments is [{ Expression: var only }] && _paths.IsTask(only)) return state.With(Reliable(_paths.Of(only)));
        return any is not null && TwoOf(any) is (var one, var other)
            ? state.Imply(one + NotEnded, [other]).Imply(other + NotEnded, [one]) : state;
    }

    // await WithTimeout(task), await new[] { a, b }.WhenAllFailFast(): a helper that is given a task and awaited is done when the
    // task is, unless it is about one of several, or answers whether the task has ended.
    private bool GoesOnWhenEnded(InvocationExpressionSyntax call, string? name)
    {
        if (name is null || s_aboutOne.Any(word => name.Contains(word))
            || _model.GetSymbolInfo(call).Symbol is not IMethodSymbol method) return false;
        // An object that is handed a task may keep it.
        bool isHelper = method.IsStatic || method.ReducedFrom is not null || call.Expression is SimpleNameSyntax;
        ITypeSymbol? result = method.ReturnType is INamedTypeSymbol { TypeArguments: [var only] } ? only : null;
        return isHelper && result?.SpecialType != SpecialType.System_Boolean
            && (result is null || !TaskPaths.IsTask(result));
    }

    private IEnumerable<string> TasksGivenTo(InvocationExpressionSyntax call)
    {
        if (call.Expression is MemberAccessExpressionSyntax { Expression: var receiver })
        {
            foreach (string path in _paths.IsTask(receiver) ? OfTask(receiver)
                : _paths.OfElements(receiver)) yield return path;
        }
        foreach (string path in ArgumentsOfWhenAll(call)) yield return path;
    }

    private string[] OfTask(ExpressionSyntax task) => _paths.Of(task) is { } path ? [path] : [];

    private InvocationExpressionSyntax? AllBehind(InvocationExpressionSyntax call)
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
