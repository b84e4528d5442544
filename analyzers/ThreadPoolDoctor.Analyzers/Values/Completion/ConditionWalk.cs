using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Decides a condition into what is known when it holds, and when it does not.</summary>
internal sealed class ConditionWalk
{
    // Conditions with a name that are being read: one may ask for itself.
    private readonly HashSet<ExpressionSyntax> _named = [];
    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly WrittenPaths _written;
    private readonly StatusChecks _checks;
    private readonly TaskGroups _groups;
    private readonly EndedValues _ended;
    private readonly ExpressionWalk _expressions;

    public ConditionWalk(CompletionParts parts, ExpressionWalk expressions)
    {
        _model = parts.Model;
        _paths = parts.Paths;
        _written = parts.Written;
        _checks = parts.Checks;
        _groups = parts.Groups;
        _ended = parts.Ended;
        _expressions = expressions;
    }

    // if (t.IsCanceled) ... else if (t.IsFaulted) ... else t.Result: whoever asks for both asks a task that has ended.
    private CompletionState AfterNo(ExpressionSyntax condition, CompletionState state)
    {
        if (condition is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsFaulted" or "IsCanceled" } asked || _checks.TaskOf(asked) is not { } task) return state;
        string other = asked.Name.Identifier.ValueText == "IsFaulted" ? ".!IsCanceled" : ".!IsFaulted";
        return state.Holds(task + other) ? state.With(task) : state.With(task + ".!" + asked.Name.Identifier.ValueText);
    }

    // while (!token.IsCancellationRequested && !t.IsCompleted): who comes behind it, and is not cancelled, comes behind
    // t.
    private CompletionState? UnlessCancelled(BinaryExpressionSyntax and, CompletionState? state) =>
        Negated(and.Left) is { } asked && _checks.NotYet(asked) is { } going && going.EndsWith(CompletionState.NotCancelled, System.StringComparison.Ordinal)
            && Negated(and.Right) is { } done && _checks.EndedIf(done) is { } task ? state?.Imply(going, [task]) : state;

    private static ExpressionSyntax? Negated(ExpressionSyntax condition) =>
        condition is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var asked } ? asked : null;

    /// <summary>What is known when a condition holds, and when it does not.</summary>
    public (CompletionState? IfTrue, CompletionState? IfFalse) Decide(ExpressionSyntax condition,
        CompletionState state)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        switch (condition)
        {
            case ParenthesizedExpressionSyntax inner:
                return Decide(inner.Expression, state);
            case LiteralExpressionSyntax { RawKind: (int)SyntaxKind.TrueLiteralExpression }:
                return (state, null);
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not:
                (CompletionState? yes, CompletionState? no) = Decide(not.Operand, state);
                return (no, yes);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } and:
                (CompletionState? first, CompletionState? notFirst) = Decide(and.Left, state);
                (CompletionState? both, CompletionState? notSecond) = first is null ? (null, null)
                    : Decide(and.Right, first);
                return (both, UnlessCancelled(and, CompletionState.Join(notFirst, notSecond)));
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } or:
                (CompletionState? one, CompletionState? notOne) = Decide(or.Left, state);
                (CompletionState? other, CompletionState? neither) = notOne is null ? (null, null)
                    : Decide(or.Right, notOne);
                return (CompletionState.Join(one, other), neither);
        }
        CompletionState after = _expressions.Evaluate(condition, state);
        if (NamedConditions.Of(_model, condition) is { } named && _named.Add(named))
        {
            var decided = Decide(named, after);
            _named.Remove(named);
            return decided;
        }
        CompletionState ended = after.With(_checks.EndedIf(condition))
            .With(_ended.EndedIfEqual(condition, SyntaxKind.EqualsExpression, state))
            .With(after.ImpliedBy(_paths.Of(condition)));
        if (condition is IsPatternExpressionSyntax asked) ended = ended.With(_checks.Told(asked.Pattern,
            _ended.IsEnded(asked.Expression, state)));
        CompletionState endedIfNot = AfterNo(condition, after.With(_checks.EndedUnless(condition)).With(_checks.NotYet(condition))
            .With(_ended.EndedIfEqual(condition, SyntaxKind.NotEqualsExpression, state)));
        // if (task is not Task<bool> told || told.Result)
        if (condition is IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax refused } denied) endedIfNot = endedIfNot
            .With(_checks.Told(refused.Pattern, _ended.IsEnded(denied.Expression, state)));
        // What is not there is waited for by nobody.
        if (_checks.IsNullIf(condition) is (var nothing, var holds)) (ended, endedIfNot) = holds
            ? (ended.With(nothing), endedIfNot) : (ended, endedIfNot.With(nothing));
        endedIfNot = endedIfNot.With(_checks.ElementsUnless(condition));
        // if (Task.WaitAll(tasks, 100)): all have ended, or it would have said no.
        if (condition is InvocationExpressionSyntax all
            && Names.OfInvoked(all.Expression) == "WaitAll") ended = ended.With(_groups.ArgumentsOfWhenAll(all)
            .Where(_written.IsReliable));
        if (condition is BinaryExpressionSyntax index
            && _model.GetConstantValue(index.Right) is { HasValue: true, Value: int wanted }
            && _paths.Of(index.Left) is { } number)
        {
            if (index.IsKind(SyntaxKind.EqualsExpression)) (ended,
                endedIfNot) = (ended.With(state.ImpliedBy(number + ".==" + wanted)),
                endedIfNot.With(state.ImpliedBy(number + ".!=" + wanted)));
            else if (index.IsKind(SyntaxKind.NotEqualsExpression)) (ended,
                endedIfNot) = (ended.With(state.ImpliedBy(number + ".!=" + wanted)),
                endedIfNot.With(state.ImpliedBy(number + ".==" + wanted)));
        }
        if (condition is BinaryExpressionSyntax compared && _paths.IsTask(compared.Left))
        {
            IEnumerable<string> rest = state.ImpliedBy(_paths.Of(compared.Left) + ".!=" + _paths.Of(compared.Right))
                .Concat(state.ImpliedBy(_paths.Of(compared.Right) + ".!=" + _paths.Of(compared.Left)));
            if (_groups.OtherOfTwo(compared) is { } other) rest = rest.Append(other);
            if (compared.IsKind(SyntaxKind.EqualsExpression)) endedIfNot = endedIfNot.With(rest);
            else if (compared.IsKind(SyntaxKind.NotEqualsExpression)) ended = ended.With(rest);
        }
        return (ended, endedIfNot);
    }
}
