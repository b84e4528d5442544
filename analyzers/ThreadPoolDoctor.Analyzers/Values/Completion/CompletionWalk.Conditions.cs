using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part tells what a condition leaves known on either way.</summary>
internal sealed partial class CompletionWalk
{
    // Conditions with a name that are being read: one may ask for itself.
    private readonly HashSet<ExpressionSyntax> _named = [];

    // if (t.IsCanceled) ... else if (t.IsFaulted) ... else t.Result: whoever asks for both asks a task that has ended.
    private CompletionState AfterNo(ExpressionSyntax condition, CompletionState state)
    {
        if (condition is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsFaulted" or "IsCanceled" } asked || TaskOf(asked) is not { } task) return state;
        string other = asked.Name.Identifier.ValueText == "IsFaulted" ? ".!IsCanceled" : ".!IsFaulted";
        return state.Holds(task + other) ? state.With(task) : state.With(task + ".!" + asked.Name.Identifier.ValueText);
    }

    // while (!token.IsCancellationRequested && !t.IsCompleted): who comes behind it, and is not cancelled, comes behind t.
    private CompletionState? UnlessCancelled(BinaryExpressionSyntax and, CompletionState? state) =>
        Negated(and.Left) is { } asked && NotYet(asked) is { } going && going.EndsWith(NotCancelled, System.StringComparison.Ordinal)
            && Negated(and.Right) is { } done && EndedIf(done) is { } task ? state?.Imply(going, [task]) : state;

    private static ExpressionSyntax? Negated(ExpressionSyntax condition) =>
        condition is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var asked } ? asked : null;

    // What is not so if the condition does not hold.
    private string? NotYet(ExpressionSyntax condition) => condition switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" } asked when TaskOf(asked) is { } task => task + NotEnded,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCancellationRequested" } asked
            when Reliable(_paths.Of(asked.Expression)) is { } token => token + NotCancelled,
        _ => null,
    };

    // if (IsLoaded), with bool IsLoaded => _loading.IsCompletedSuccessfully: a condition that the same object has a name for. What
    // another class may override says nothing, and the condition of another object is about that one's tasks.
    private ExpressionSyntax? NamedCondition(ExpressionSyntax condition)
    {
        ExpressionSyntax name = condition is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call ? call.Expression : condition;
        return name is IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax }
            && _model.GetSymbolInfo(name).Symbol is IPropertySymbol or IMethodSymbol { Parameters.Length: 0 }
            && _model.GetSymbolInfo(name).Symbol is { IsVirtual: false, IsOverride: false, IsAbstract: false, DeclaringSyntaxReferences: [var source] }
            && source.SyntaxTree == condition.SyntaxTree ? Answer(source.GetSyntax()) : null;
    }

    private static ExpressionSyntax? Answer(SyntaxNode member) => member switch
    {
        PropertyDeclarationSyntax { ExpressionBody.Expression: var answer } => answer,
        PropertyDeclarationSyntax { AccessorList.Accessors: var accessors } =>
            accessors.FirstOrDefault(accessor => accessor.IsKind(SyntaxKind.GetAccessorDeclaration)) is { } getter
                ? getter.ExpressionBody?.Expression ?? Returned(getter.Body) : null,
        BaseMethodDeclarationSyntax method => method.ExpressionBody?.Expression ?? Returned(method.Body),
        LocalFunctionStatementSyntax local => local.ExpressionBody?.Expression ?? Returned(local.Body),
        _ => null,
    };

    private static ExpressionSyntax? Returned(BlockSyntax? body) =>
        body is { Statements: [ReturnStatementSyntax { Expression: { } value }] } ? value : null;

    /// <summary>What is known when a condition holds, and when it does not.</summary>
    private (CompletionState? IfTrue, CompletionState? IfFalse) Decide(ExpressionSyntax condition,
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
        CompletionState after = Evaluate(condition, state);
        if (NamedCondition(condition) is { } named && _named.Add(named))
        {
            var decided = Decide(named, after);
            _named.Remove(named);
            return decided;
        }
        CompletionState ended = after.With(EndedIf(condition))
            .With(EndedIfEqual(condition, SyntaxKind.EqualsExpression, state))
            .With(after.ImpliedBy(_paths.Of(condition)));
        if (condition is IsPatternExpressionSyntax asked) ended = ended.With(Told(asked.Pattern,
            IsEnded(asked.Expression, state)));
        CompletionState endedIfNot = AfterNo(condition, after.With(EndedUnless(condition)).With(NotYet(condition))
            .With(EndedIfEqual(condition, SyntaxKind.NotEqualsExpression, state)));
        // if (task is not Task<bool> told || told.Result)
        if (condition is IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax refused } denied) endedIfNot = endedIfNot
            .With(Told(refused.Pattern, IsEnded(denied.Expression, state)));
        // What is not there is waited for by nobody.
        if (IsNullIf(condition) is (var nothing, var holds)) (ended, endedIfNot) = holds
            ? (ended.With(nothing), endedIfNot) : (ended, endedIfNot.With(nothing));
        endedIfNot = endedIfNot.With(ElementsUnless(condition));
        // if (Task.WaitAll(tasks, 100)): all have ended, or it would have said no.
        if (condition is InvocationExpressionSyntax all
            && Names.OfInvoked(all.Expression) == "WaitAll") ended = ended.With(ArgumentsOfWhenAll(all)
            .Where(IsReliable));
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
            if (OtherOfTwo(compared) is { } other) rest = rest.Append(other);
            if (compared.IsKind(SyntaxKind.EqualsExpression)) endedIfNot = endedIfNot.With(rest);
            else if (compared.IsKind(SyntaxKind.NotEqualsExpression)) ended = ended.With(rest);
        }
        return (ended, endedIfNot);
    }
}
