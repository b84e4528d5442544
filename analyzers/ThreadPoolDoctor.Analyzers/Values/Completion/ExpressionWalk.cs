using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Evaluates expressions in the order in which they run, and notes the waits among them.</summary>
internal sealed class ExpressionWalk
{
    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly Examination _examination;
    private readonly FoundWaits _found;
    private readonly WrittenPaths _written;
    private readonly StatusChecks _checks;
    private readonly TaskGroups _groups;
    private readonly EndedQueries _queries;
    private readonly GivenTasks _given;
    private readonly EndedValues _ended;
    private readonly LocalCalls _calls;
    private readonly StatementWalk _statements;

    public ExpressionWalk(CompletionParts parts, StatementWalk statements, LocalCalls calls)
    {
        _model = parts.Model;
        _paths = parts.Paths;
        _examination = parts.Examination;
        _found = parts.Found;
        _written = parts.Written;
        _checks = parts.Checks;
        _groups = parts.Groups;
        _queries = parts.Queries;
        _given = parts.Given;
        _ended = parts.Ended;
        _statements = statements;
        _calls = calls;
        Conditions = new ConditionWalk(parts, this);
    }

    public ConditionWalk Conditions { get; }

    public CompletionState Evaluate(ExpressionSyntax expression, CompletionState state)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        switch (expression)
        {
            case AwaitExpressionSyntax awaited:
                return AfterAwait(awaited.Expression, Evaluate(awaited.Expression, state));
            case AssignmentExpressionSyntax assignment:
                return EvaluateAssignment(assignment, state);
            case AnonymousFunctionExpressionSyntax lambda:
                _statements.WalkLambda(lambda, state, EndedQueries.FirstParameter(lambda) is { } first
                    ? _given.OfContinued(first, _examination.Delegates.Of(lambda).Api) : []);
                return state;
            case InvocationExpressionSyntax call:
                return EvaluateCall(call, state);
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } access:
                state = Evaluate(access.Expression, state);
                return AfterWait(access, access.Expression, state);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression }:
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression }:
                (CompletionState? yes, CompletionState? no) = Conditions.Decide(expression, state);
                return CompletionState.Join(yes, no) ?? state;
            case ConditionalExpressionSyntax choice:
                (CompletionState? then, CompletionState? otherwise) = Conditions.Decide(choice.Condition, state);
                return CompletionState.Join(Evaluate(choice.WhenTrue, then ?? state),
                    Evaluate(choice.WhenFalse, otherwise ?? state))!;
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } coalesce:
                state = Evaluate(coalesce.Left, state);
                return CompletionState.Join(state, Evaluate(coalesce.Right, state))!;
            case IsPatternExpressionSyntax asked:
                state = Evaluate(asked.Expression, state);
                NoteResults(asked.Pattern, asked.Expression, state);
                return EvaluateChildren(asked.Pattern, state);
            case SwitchExpressionSyntax choice:
                return EvaluateSwitch(choice, state);
            case ConditionalAccessExpressionSyntax access:
                state = Evaluate(access.Expression, state);
                if (FirstOf(access.WhenNotNull) is MemberBindingExpressionSyntax { Name.Identifier.ValueText: "Result" } result) state = AfterWait(result, access.Expression, state);
                if (access.WhenNotNull is InvocationExpressionSyntax { Expression: MemberBindingExpressionSyntax } bound
                    && IsWait(bound)) return AfterWait(bound, access.Expression, state);
                return Evaluate(access.WhenNotNull, state);
            case PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } counted:
                return EvaluateChildren(counted, state).Without(_paths.Of(counted.Operand));
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } counted:
                return EvaluateChildren(counted, state).Without(_paths.Of(counted.Operand));
            default:
                return EvaluateChildren(expression, state);
        }
    }

    // Of what is asked behind task?.Result, as in task?.Result?.Name.Length, what is asked of the task.
    private static ExpressionSyntax FirstOf(ExpressionSyntax whenNotNull)
    {
        while (true)
        {
            switch (whenNotNull)
            {
                case ConditionalAccessExpressionSyntax access: whenNotNull = access.Expression; break;
                case MemberAccessExpressionSyntax access: whenNotNull = access.Expression; break;
                case InvocationExpressionSyntax call: whenNotNull = call.Expression; break;
                case ElementAccessExpressionSyntax element: whenNotNull = element.Expression; break;
                case PostfixUnaryExpressionSyntax forgiven: whenNotNull = forgiven.Operand; break;
                default: return whenNotNull;
            }
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
            _found.GivenOther.UnionWith(tuple.Arguments.Select(argument => _paths.Of(argument.Expression)).OfType<string>());
            return tuple.Arguments.Aggregate(state, (now, argument) => now.Without(_paths.Of(argument.Expression)));
        }
        if (_paths.Of(assignment.Left) is not { } path) return state;
        if (assignment.Left is ElementAccessExpressionSyntax element && _paths.Of(element.Expression) is { } collection
            && !_ended.IsEnded(assignment.Right, state)) state = state.Without(collection + ".[]");
        return Assign(path, assignment.Right, state);
    }

    public CompletionState Assign(string path, ExpressionSyntax value, CompletionState state)
    {
        // results = results.OrderBy(...).ToList(): the same tasks in another order.
        if (value is InvocationExpressionSyntax && _paths.Of(EndedQueries.Unfiltered(value)) == path) return state;
        bool isEnded = _ended.IsEnded(value, state);
        // Task? won = null; ... won = ended; break; ... won.Result: a local that is never given any but ended ones.
        if (!value.IsKind(SyntaxKind.NullLiteralExpression)) (isEnded ? _found.GivenEnded : _found.GivenOther).Add(path);
        string? source = _paths.Of(value);
        string[] implied = value is InvocationExpressionSyntax call && _groups.ImpliedByCall(call) is { Length: > 0 } before
            ? before
            : _checks.AnsweredBy(value) is { Length: > 0 } asked ? asked
            : source is not null ? [source] : [];
        bool isCollectionOfEnded = source is not null && state.Holds(source + ".[]") || _queries.OnlyEnded(value)
            || _ended.AreAll(value, state) || _ended.AreNone(value);
        bool givesEnded = value is InvocationExpressionSyntax && GivenResults.HaveEnded(_examination, value);
        state = state.Without(path);
        if (!_written.IsReliable(path)) return state;
        state = state.Imply(path, implied.Where(other => other != path && _written.IsReliable(other)));
        // var tasks = new[] { a, b }: whoever awaits all of tasks awaits both.
        string[] listed = value is ArrayCreationExpressionSyntax or ImplicitArrayCreationExpressionSyntax
            or CollectionExpressionSyntax or BaseObjectCreationExpressionSyntax ? [.. _paths.OfElements(value)] : [];
        if (listed.Length > 0) state = state.Imply(path + ".[]", listed.Where(other => _written.IsReliable(other)));
        if (isCollectionOfEnded && _written.IsReliable(path + CompletionState.Element)) state = state.With(path + CompletionState.Element);
        // var first = Task.WhenAny(tasks): what it will give has ended when it is there.
        if (givesEnded) state = state.With(path + TaskPaths.Result).With(path + TaskPaths.Result + CompletionState.Element);
        if (value is InvocationExpressionSyntax any
            && Names.OfInvoked(any.Expression) == "WaitAny") state = _groups.AfterWaitAny(path, any, state);
        if (_groups.FirstOfTwo(value) is (var one, var other))
        {
            // Of two, the one that ended is not the other.
            state = state.Imply(path + ".!=" + other, [one]).Imply(path + ".!=" + one, [other]);
        }
        // Nobody waits for no task.
        return isEnded || value.IsKind(SyntaxKind.NullLiteralExpression) ? state.With(path) : state;
    }

    private CompletionState EvaluateCall(InvocationExpressionSyntax call, CompletionState state)
    {
        string? name = Names.OfInvoked(call.Expression);
        ExpressionSyntax? receiver = (call.Expression as MemberAccessExpressionSyntax)?.Expression;
        if (receiver is not null) state = Evaluate(receiver, state);
        _calls.Remember(call, state);
        string? path = receiver is null ? null : _paths.Of(receiver);
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            if (argument.Expression is AnonymousFunctionExpressionSyntax lambda) _statements.WalkLambda(lambda, state,
                [.. _given.OfArgument(call, name, receiver, lambda, state), .. _given.OfHandedOn(lambda, receiver)]);
            // Debug.Assert(task.IsCompleted): somebody is sure of it.
            else if (name == "Assert" && argument == call.ArgumentList.Arguments[0]) state = Conditions.Decide(argument.Expression, state).IfTrue ?? state;
            else state = Evaluate(argument.Expression, state);
            if (argument.RefOrOutKeyword.IsKind(SyntaxKind.None)) continue;
            state = state.Without(_paths.Of(argument.Expression));
            if (_paths.Of(argument.Expression) is { } given) _found.GivenOther.Add(given);
        }
        if (HasEnded(path, state) || call.ArgumentList.Arguments.Any(argument => HasEnded(_paths.Of(argument.Expression), state))) _found.HandedEnded.Add(call);
        switch (name)
        {
            case "Wait" or "GetResult" when receiver is not null && IsWait(call):
                return AfterWait(call, receiver, state, endsFor: call.ArgumentList.Arguments.Count == 0);
            case "WaitAll" or "WaitAny" when receiver is not null:
                string[] awaited = [.. _groups.ArgumentsOfWhenAll(call)];
                if (_groups.WrittenDown(call) is { Length: > 0 } tasks ? HaveEnded(tasks, name, state)
                    : awaited.Length > 0 && awaited.All(state.Holds)) _found.Proven.Add(call);
                return name == "WaitAll" && !HasTimeout(call) ? state.With(awaited.Where(_written.IsReliable)) : state;
            // It is run here, or waited for where another scheduler runs it.
            case "RunSynchronously" when path is not null && TaskPaths.IsTask(_model.GetTypeInfo(receiver!).Type):
                return _written.IsReliable(path) ? state.With(path) : state;
            case "ThrowIfCancellationRequested" when path is not null:
                return state.With(path + CompletionState.NotCancelled);
            case "SetResult" or "TrySetResult" or "SetException" or "TrySetException" or "SetCanceled"
                or "TrySetCanceled" when path is not null:
                return _written.IsReliable(path) ? state.With(path + ".Task") : state;
            case "Add" or "AddRange" when path is not null && _written.IsReliable(path):
                // tasks.Add(one): whoever awaits all of tasks awaits that one.
                string[] listed = [.. state.ImpliedBy(path + CompletionState.Element),
                    .. call.ArgumentList.Arguments.SelectMany(argument => name == "Add" ? _groups.OfTask(argument.Expression)
                    : _paths.OfElements(argument.Expression)).Where(_written.IsReliable)];
                if (!call.ArgumentList.Arguments.Any(argument =>
                    _ended.IsEnded(argument.Expression, state))) state = state.Without(path + CompletionState.Element);
                return state.Imply(path + CompletionState.Element, listed.Distinct());
            case "Clear" when path is not null && _written.IsReliable(path + CompletionState.Element) && _ended.AreOwn(receiver!):
                return state.With(path + CompletionState.Element);
            case var putting when path is not null && WrittenPaths.Puts(putting):
                return call.ArgumentList.Arguments.Any(argument => _ended.IsEnded(argument.Expression, state)) ? state
                    : state.Without(path + CompletionState.Element);
            default:
                return state;
        }
    }

    // WaitAll(Send(), one): also what only just was given, if it has always ended.
    private bool HaveEnded(ExpressionSyntax[] tasks, string name, CompletionState state)
    {
        return name == "WaitAny" ? tasks.Any(Has) : tasks.All(Has);

        bool Has(ExpressionSyntax task) => _ended.IsEnded(task, state)
            || task is InvocationExpressionSyntax all && Names.OfInvoked(all.Expression) == "WhenAll"
                && _groups.WrittenDown(all) is { Length: > 0 } inner && HaveEnded(inner, "WhenAll", state);
    }

    private static bool HasEnded(string? path, CompletionState state) =>
        path is not null && (state.Holds(path) || state.Under(path + ".").Any(under => !under.Contains(".!")));

    private CompletionState EvaluateSwitch(SwitchExpressionSyntax choice, CompletionState state)
    {
        state = Evaluate(choice.GoverningExpression, state);
        string? task = _checks.StatusOwner(choice.GoverningExpression);
        CompletionState? after = null;
        foreach (SwitchExpressionArmSyntax arm in choice.Arms)
        {
            NoteResults(arm.Pattern, choice.GoverningExpression, state);
            CompletionState inside = task is not null && StatusChecks.IsFinalStatus(arm.Pattern) ? state.With(task)
                : state.With(_checks.EndedBy(arm.Pattern, choice.GoverningExpression));
            inside = inside.With(_checks.Told(arm.Pattern, _ended.IsEnded(choice.GoverningExpression, state)));
            if (arm.WhenClause is { } when) inside = Conditions.Decide(when.Condition, inside).IfTrue ?? inside;
            after = CompletionState.Join(after, Evaluate(arm.Expression, inside));
        }
        return after ?? state;
    }

    // t is { Result: not null }, where t has ended: looking at its result waits for nobody.
    private void NoteResults(PatternSyntax pattern, ExpressionSyntax task, CompletionState state)
    {
        foreach ((string of, SyntaxNode result, bool _) in EndedParts.Of(pattern).Results)
        {
            if (of.Length == 0 ? _ended.IsEnded(task, state) : _paths.Of(task) is { } path && state.Holds(path + of)) _found.Proven.Add(result);
        }
    }

    /// <summary>Notes whether this wait is one, and that the task has ended after it.</summary>
    private CompletionState AfterWait(SyntaxNode wait, ExpressionSyntax task, CompletionState state,
        bool endsFor = true)
    {
        if (_ended.IsEnded(task, state)) _found.Proven.Add(wait);
        else if (_paths.Of(task) is { } local && _written.IsReliable(local) && IsDeclaredHere(task)) _found.Undecided[wait] = local;
        // Of tasks[i] after WaitAny it is known already, and nothing of the others.
        if (task is ElementAccessExpressionSyntax element && _ended.IsIndexOfEnded(element, state)) return state;
        return endsFor && _paths.Of(task) is { } path && _written.IsReliable(path) && !IsValueTask(task) ? state.With(path)
            : state;
    }

    private bool IsDeclaredHere(ExpressionSyntax task) =>
        _model.GetSymbolInfo(task).Symbol is ILocalSymbol { IsRef: false, DeclaringSyntaxReferences: [{ } reference] }
        && reference.GetSyntax() is VariableDeclaratorSyntax;

    public CompletionState AfterAwait(ExpressionSyntax operand, CompletionState state)
    {
        ExpressionSyntax awaited = _groups.Awaited(operand);
        if (awaited is InvocationExpressionSyntax call)
        {
            string? name = Names.OfInvoked(call.Expression);
            // Task.WhenAll(tasks).WithTimeout(limit): who goes on from there has waited for all.
            if (_groups.AllBehind(call) is { } all) return state.With(_groups.ArgumentsOfWhenAll(all).Where(_written.IsReliable));
            // What continues with a task ends after it.
            if (name == "ContinueWith") return state.With(_groups.EndedBefore(call));
            if (_groups.GoesOnWhenEnded(call, name)) state = state.With(_groups.TasksGivenTo(call).Where(_written.IsReliable));
            state = _groups.AfterAny(call, state);
        }
        // A value task may be awaited once, and is anybody's after that.
        if (IsValueTask(awaited) && awaited is not InvocationExpressionSyntax) return state;
        return _paths.Of(awaited) is { } path && _written.IsReliable(path) ? state.With(path) : state;
    }

    private bool IsWait(InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression) is "Wait" or "GetResult"
            && _model.GetSymbolInfo(call).Symbol is IMethodSymbol { ContainingType: { } type }
        && (TaskPaths.IsTask(type) || type.Name.EndsWith("Awaiter", System.StringComparison.Ordinal));

    private bool IsValueTask(ExpressionSyntax expression) => _model.GetTypeInfo(expression).Type?.Name == "ValueTask";

    // With a time-out it answers whether all have ended; a token throws.
    private bool HasTimeout(InvocationExpressionSyntax call) =>
        _model.GetSymbolInfo(call).Symbol is not IMethodSymbol { ReturnsVoid: true };
}
