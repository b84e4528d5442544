using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part answers what single expressions say about tasks.</summary>
internal sealed partial class CompletionWalk
{
    /// <summary>Whether a task has ended when this expression has been evaluated, by its making or by what is known.</summary>
    private bool IsEnded(ExpressionSyntax task, CompletionState state)
    {
        switch (Unwrapped(task))
        {
            case ParenthesizedExpressionSyntax inner:
                return IsEnded(inner.Expression, state);
            case ConditionalExpressionSyntax choice:
                return IsEnded(choice.WhenTrue, state) && IsEnded(choice.WhenFalse, state);
            case var made when MadeEnded.Is(_model, made):
                return true;
            case ElementAccessExpressionSyntax element when IsIndexOfEnded(element, state):
                return true;
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Single" or "First" or "Last" or "SingleOrDefault" or "FirstOrDefault" or "LastOrDefault" } access } one
                when IsAskedForEnded(one) || OnlyEnded(access.Expression):
                return true;
            case InvocationExpressionSyntax call when DualFlags.IsToldToBlock(call, _model):
                return true;
            case AwaitExpressionSyntax { Expression: var operand } awaited when TaskPaths.IsTask(_model.GetTypeInfo(awaited).Type):
                return Unwrapped(operand) is InvocationExpressionSyntax any
                    && Names.OfInvoked(any.Expression) == "WhenAny";
            case var other:
                return state.Holds(_paths.Of(other)) || IsFieldOfEnded(other)
                    || other is InvocationExpressionSyntax given && MadeEnded.IsGivenBy(_examination, given);
        }
    }

    // int i = Task.WaitAny(tasks), and then tasks[i]; or both at once.
    private bool IsIndexOfEnded(ElementAccessExpressionSyntax element, CompletionState state)
    {
        if (element.ArgumentList.Arguments is not [{ Expression: var index }]
            || _paths.Of(element.Expression) is not { } tasks) return false;
        return index is InvocationExpressionSyntax call ? CollectionOfWaitAny(call) == tasks
            : state.ImpliedBy(_paths.Of(index)).Contains(tasks + OneOfThem);
    }

    private string? CollectionOfWaitAny(InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression) == "WaitAny" && call.ArgumentList.Arguments is [{ Expression: var tasks }, ..]
            && !_paths.IsTask(tasks) ? _paths.Of(tasks) : null;

    // _last = Task.FromResult(n): a private field that is never given anything else.
    private bool IsFieldOfEnded(ExpressionSyntax task)
    {
        if (_model.GetSymbolInfo(task).Symbol is not IFieldSymbol { DeclaredAccessibility: Accessibility.Private }
            || !_paths.IsTask(task)) return false;
        ExpressionSyntax[] given = [.. Origins.Of(_examination, task)];
        return given.Length > 0 && given.All(value => value is LiteralExpressionSyntax || value is not IdentifierNameSyntax && value.SyntaxTree == task.SyntaxTree && IsMadeEnded(value));
    }

    private bool IsMadeEnded(ExpressionSyntax value) =>
        Unwrapped(value) is InvocationExpressionSyntax or MemberAccessExpressionSyntax
        && IsEnded(value, CompletionState.Start);

    /// <summary>The task that has ended if this holds.</summary>
    private string? EndedIf(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => EndedIf(inner.Expression),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled" } access => Reliable(_paths.Of(access.Expression)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Right.RawKind: (int)SyntaxKind.TrueLiteralExpression } compared => EndedIf(compared.Left),
        // content?.Read.IsCompleted
        ConditionalAccessExpressionSyntax
        {
            Expression: var owner,
            WhenNotNull: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" or "IsCompletedSuccessfully", Expression: MemberBindingExpressionSyntax { Name: var task } },
        } when _paths.Of(owner) is { } path => Reliable(path + "." + task.Identifier.ValueText),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression } compared when IsFinalStatus(compared.Right) => Reliable(StatusOwner(compared.Left)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression } compared when IsFinalStatus(compared.Left) => Reliable(StatusOwner(compared.Right)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression, Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Exception" } access } => TaskOf(access),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax, Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Exception" } access } => TaskOf(access),
        IsPatternExpressionSyntax pattern when IsFinalStatus(pattern.Pattern) => Reliable(StatusOwner(pattern.Expression)),
        IsPatternExpressionSyntax pattern when SaysEnded(pattern.Pattern) => Reliable(_paths.Of(pattern.Expression)),
        // Extensions of older frameworks ask by a call; so do static helpers.
        InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var asked }], Expression: var helper }
            when Names.OfInvoked(helper) is "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled"
                && _paths.IsTask(asked) => Reliable(_paths.Of(asked)),
        InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Wait" or "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled" } access,
        } => TaskOf(access),
        _ => null,
    };

    private string? EndedUnless(ExpressionSyntax condition) => condition switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression } compared when IsFinalStatus(compared.Right) => Reliable(StatusOwner(compared.Left)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Right.RawKind: (int)SyntaxKind.FalseLiteralExpression } compared => EndedIf(compared.Left),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax not } pattern when IsFinalStatus(not.Pattern) => Reliable(StatusOwner(pattern.Expression)),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax not } pattern when SaysEnded(not.Pattern) => Reliable(_paths.Of(pattern.Expression)),
        _ => null,
    };

    // if (tasks.Any()) await Task.WhenAll(tasks): where there are none, all have ended as well.
    private IEnumerable<string> ElementsUnless(ExpressionSyntax condition) => (condition switch
    {
        InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0, Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Any" } any } => any.Expression,
        BinaryExpressionSyntax
        {
            RawKind: (int)SyntaxKind.GreaterThanExpression or (int)SyntaxKind.NotEqualsExpression,
            Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Count" or "Length" } count,
            Right: LiteralExpressionSyntax { Token.Value: 0 },
        } => count.Expression,
        _ => null,
    }) is { } all ? _paths.OfElements(all).Where(IsReliable) : [];

    // if (await Task.WhenAny(t, timeout) == t): the one that ended is t.
    private string? EndedIfEqual(ExpressionSyntax condition, SyntaxKind kind, CompletionState state)
    {
        if (condition is not BinaryExpressionSyntax compared || !compared.IsKind(kind)
            || !_paths.IsTask(compared.Left)) return null;
        if (IsEnded(compared.Left, state)) return Reliable(_paths.Of(compared.Right));
        return IsEnded(compared.Right, state) ? Reliable(_paths.Of(compared.Left)) : null;
    }

    private string? TaskOf(MemberAccessExpressionSyntax access) =>
        _paths.IsTask(access.Expression) ? Reliable(_paths.Of(access.Expression)) : null;

    private string? StatusOwner(ExpressionSyntax expression) =>
        expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Status" } access
            ? _paths.Of(access.Expression) : null;

    private static bool IsFinalStatus(SyntaxNode? node) => node switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "RanToCompletion" or "Faulted" or "Canceled" } => true,
        ConstantPatternSyntax pattern => IsFinalStatus(pattern.Expression),
        BinaryPatternSyntax pattern when pattern.IsKind(SyntaxKind.OrPattern) => IsFinalStatus(pattern.Left)
            && IsFinalStatus(pattern.Right),
        ParenthesizedPatternSyntax pattern => IsFinalStatus(pattern.Pattern),
        _ => false,
    };

    // { IsCompleted: true }
    private static bool SaysEnded(SyntaxNode pattern) =>
        pattern is RecursivePatternSyntax { PropertyPatternClause.Subpatterns: var parts } && parts.Any(SaysEndedPart);

    // is Task<string> told, is Task<string> { IsCompleted: true } told: told is the task that was asked.
    private string? Told(PatternSyntax pattern, bool isEnded) => pattern switch
    {
        DeclarationPatternSyntax { Designation: SingleVariableDesignationSyntax told } when isEnded => _paths.OfDeclared(told.Identifier),
        RecursivePatternSyntax { Designation: SingleVariableDesignationSyntax told } when isEnded
            || SaysEnded(pattern) => _paths.OfDeclared(told.Identifier),
        _ => null,
    };

    // { IsCompletedSuccessfully: true, Result: > 4 }: the result is looked at when the rest has been found to fit.
    private void ProvePatterns()
    {
        foreach (RecursivePatternSyntax pattern in _root.DescendantNodes().OfType<RecursivePatternSyntax>())
        {
            if (pattern.PropertyPatternClause is not { } clause
                || clause.Subpatterns.IndexOf(SaysEndedPart) is var said && said < 0) continue;
            foreach (SubpatternSyntax part in clause.Subpatterns.Skip(said + 1))
            {
                if (part.NameColon?.Name is { Identifier.ValueText: "Result" } result) _proven.Add(result);
            }
        }
    }

    private static bool SaysEndedPart(SubpatternSyntax part) =>
        part.NameColon?.Name.Identifier.ValueText is "IsCompleted" or "IsCompletedSuccessfully"
            && part.Pattern is ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression }
        || part.NameColon?.Name.Identifier.ValueText == "Status" && IsFinalStatus(part.Pattern);

    /// <summary>The task that is null when the condition holds (true), or when it does not.</summary>
    private (string? Task, bool WhenTrue)? IsNullIf(ExpressionSyntax condition)
    {
        (ExpressionSyntax? task, bool whenTrue) = condition switch
        {
            IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression } } asked => (asked.Expression, true),
            IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression } } } asked => (asked.Expression, false),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Right.RawKind: (int)SyntaxKind.NullLiteralExpression } asked => (asked.Left, true),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression, Right.RawKind: (int)SyntaxKind.NullLiteralExpression } asked => (asked.Left, false),
            _ => (null, false),
        };
        return task is not null && _paths.IsTask(task) ? (Reliable(_paths.Of(task)), whenTrue) : null;
    }

    private bool IsWait(InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression) is "Wait" or "GetResult"
            && _model.GetSymbolInfo(call).Symbol is IMethodSymbol { ContainingType: { } type }
        && (TaskPaths.IsTask(type) || type.Name.EndsWith("Awaiter", System.StringComparison.Ordinal));

    private bool IsValueTask(ExpressionSyntax expression) => _model.GetTypeInfo(expression).Type?.Name == "ValueTask";

    // With a time-out it answers whether all have ended; a token throws.
    private bool HasTimeout(InvocationExpressionSyntax call) =>
        _model.GetSymbolInfo(call).Symbol is not IMethodSymbol { ReturnsVoid: true };

    /// <summary>All tasks that have ended when this one has: itself, what it continues, and what that continues.</summary>
    private IEnumerable<string> EndedBefore(ExpressionSyntax task)
    {
        for (ExpressionSyntax? at = Unwrapped(task); at is not null;)
        {
            if (_paths.Of(at) is { } path && IsReliable(path)) yield return path;
            if (at is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var before } } call) yield break;
            if (Names.OfInvoked(call.Expression) == "WhenAll")
            {
                foreach (string one in ArgumentsOfWhenAll(call).Where(IsReliable)) yield return one;
                yield break;
            }
            // With a token, a continuation may be cancelled before what it continues has ended.
            if (Names.OfInvoked(call.Expression) != "ContinueWith" || TakesToken(call)) yield break;
            at = Unwrapped(before);
        }
    }

    private bool TakesToken(InvocationExpressionSyntax call) =>
        call.ArgumentList.Arguments.Any(argument =>
            _model.GetTypeInfo(argument.Expression).Type?.Name == "CancellationToken");

    private IEnumerable<string> ArgumentsOfWhenAll(InvocationExpressionSyntax call)
    {
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            if (_paths.IsTask(argument.Expression))
            {
                if (_paths.Of(argument.Expression) is { } path) yield return path;
            }
            else
            {
                foreach (string path in _paths.OfElements(argument.Expression)) yield return path;
            }
        }
    }

    // await t.ConfigureAwait(false), await t.WaitAsync(timeout): it is t that ends.
    private static ExpressionSyntax Unwrapped(ExpressionSyntax expression)
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
                default:
                    return expression;
            }
        }
    }

    private IEnumerable<string> WrittenIn(SyntaxNode node, int from = 0)
    {
        foreach (SyntaxNode inner in node.DescendantNodes())
        {
            if (inner.SpanStart < from) continue;
            ExpressionSyntax? written = inner switch
            {
                AssignmentExpressionSyntax assignment => assignment.Left,
                ArgumentSyntax { RefOrOutKeyword.RawKind: not 0 } argument => argument.Expression,
                _ => null,
            };
            if (written is TupleExpressionSyntax tuple)
            {
                foreach (ArgumentSyntax part in tuple.Arguments) if (_paths.Of(part.Expression) is { } one) yield return one;
            }
            else if (written is not null && _paths.Of(written) is { } path)
            {
                yield return path;
                if (written is ElementAccessExpressionSyntax element
                    && _paths.Of(element.Expression) is { } collection) yield return collection + ".[]";
            }
            if (from == 0 && inner is VariableDeclaratorSyntax declared) yield return _paths.OfDeclared(declared.Identifier);
            if (inner is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Add" or "AddRange" or "Insert" or "TryAdd" } access }
                && _paths.Of(access.Expression) is { } grown) yield return grown + ".[]";
        }
    }

    private bool IsReliable(string path) => !_unreliable.Contains(path);

    private string? Reliable(string? path) => path is not null && IsReliable(path) ? path : null;

    /// <summary>Variables that a lambda or local function writes, or that have another name by reference: they may change at any time.</summary>
    private HashSet<string> Unreliable()
    {
        HashSet<string> paths = [];
        foreach (SyntaxNode node in _root.DescendantNodes())
        {
            if (node is RefExpressionSyntax reference && _paths.Of(reference.Expression) is { } alias) paths.Add(alias);
            if (node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)) continue;
            foreach (string written in WrittenIn(node))
            {
                int at = written.IndexOf('@');
                string start = at < 0 ? "" : written.Substring(at + 1).Split('.')[0];
                bool isOwn = int.TryParse(start, out int position) && node.Span.Contains(position);
                if (!isOwn) paths.Add(written);
            }
        }
        return paths;
    }
}
