using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a condition or pattern asks of a task: whether it has ended, what its status is, whether there is one.
/// </summary>
internal sealed class StatusChecks
{
    // As patterns compare them.
    private const int Equal = (int)SyntaxKind.EqualsExpression;
    private const int NotEqual = (int)SyntaxKind.NotEqualsExpression;
    private const int Null = (int)SyntaxKind.NullLiteralExpression;
    private const int True = (int)SyntaxKind.TrueLiteralExpression;
    private const int False = (int)SyntaxKind.FalseLiteralExpression;

    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly WrittenPaths _written;

    public StatusChecks(SemanticModel model, TaskPaths paths, WrittenPaths written)
    {
        _model = model;
        _paths = paths;
        _written = written;
    }

    /// <summary>The task that has ended if this holds.</summary>
    public string? EndedIf(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => EndedIf(inner.Expression),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled" } access =>
            _written.Reliable(_paths.Of(access.Expression)),
        BinaryExpressionSyntax { RawKind: Equal, Right.RawKind: True } compared =>
            EndedIf(compared.Left),
        // content?.Read.IsCompleted
        ConditionalAccessExpressionSyntax
        {
            Expression: var owner,
            WhenNotNull: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" or "IsCompletedSuccessfully", Expression: MemberBindingExpressionSyntax { Name: var task } },
        } when _paths.Of(owner) is { } path => _written.Reliable(path + "." + task.Identifier.ValueText),
        BinaryExpressionSyntax { RawKind: Equal } compared when IsFinalStatus(compared.Right) =>
            _written.Reliable(StatusOwner(compared.Left)),
        BinaryExpressionSyntax { RawKind: Equal } compared when IsFinalStatus(compared.Left) =>
            _written.Reliable(StatusOwner(compared.Right)),
        BinaryExpressionSyntax { RawKind: NotEqual, Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Exception" } access } =>
            TaskOf(access),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax, Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Exception" } access } =>
            TaskOf(access),
        IsPatternExpressionSyntax pattern when IsFinalStatus(pattern.Pattern) =>
            _written.Reliable(StatusOwner(pattern.Expression)),
        IsPatternExpressionSyntax pattern when EndedBy(pattern.Pattern, pattern.Expression) is { } told => told,
        // Extensions of older frameworks ask by a call; so do static helpers.
        InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var asked }], Expression: var helper }
            when Names.OfInvoked(helper) is "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled"
                && _paths.IsTask(asked) => _written.Reliable(_paths.Of(asked)),
        InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Wait" or "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled" } access,
        } => TaskOf(access),
        _ => null,
    };

    public string? EndedUnless(ExpressionSyntax condition) => condition switch
    {
        BinaryExpressionSyntax { RawKind: NotEqual } compared when IsFinalStatus(compared.Right) =>
            _written.Reliable(StatusOwner(compared.Left)),
        BinaryExpressionSyntax { RawKind: Equal, Right.RawKind: False } compared =>
            EndedIf(compared.Left),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax not } pattern when IsFinalStatus(not.Pattern) =>
            _written.Reliable(StatusOwner(pattern.Expression)),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax not } pattern => EndedBy(not.Pattern, pattern.Expression),
        _ => null,
    };

    // if (tasks.Any()) await Task.WhenAll(tasks): where there are none, all have ended as well.
    public IEnumerable<string> ElementsUnless(ExpressionSyntax condition) => (condition switch
    {
        InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0, Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Any" } any } =>
            any.Expression,
        BinaryExpressionSyntax
        {
            RawKind: (int)SyntaxKind.GreaterThanExpression or NotEqual,
            Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Count" or "Length" } count,
            Right: LiteralExpressionSyntax { Token.Value: 0 },
        } => count.Expression,
        _ => null,
    }) is { } all ? _paths.OfElements(all).Where(_written.IsReliable) : [];

    public string? TaskOf(MemberAccessExpressionSyntax access) =>
        _paths.IsTask(access.Expression) ? _written.Reliable(_paths.Of(access.Expression)) : null;

    public string? StatusOwner(ExpressionSyntax expression) =>
        expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Status" } access
            ? _paths.Of(access.Expression) : null;

    public static bool IsFinalStatus(SyntaxNode? node) => node switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "RanToCompletion" or "Faulted" or "Canceled" } =>
            true,
        ConstantPatternSyntax pattern => IsFinalStatus(pattern.Expression),
        BinaryPatternSyntax pattern when pattern.IsKind(SyntaxKind.OrPattern) => IsFinalStatus(pattern.Left)
            && IsFinalStatus(pattern.Right),
        ParenthesizedPatternSyntax pattern => IsFinalStatus(pattern.Pattern),
        _ => false,
    };

    /// <summary>
    /// The task that has ended where a value fits a pattern: <c>{ IsCompleted: true }</c>, <c>{ Load.IsCompleted: true
    /// }</c>.
    /// </summary>
    public string? EndedBy(PatternSyntax pattern, ExpressionSyntax value) =>
        EndedParts.Of(pattern).Ended.FirstOrDefault() is { } task && _paths.Of(value) is { } path ? _written.Reliable(path + task) : null;

    // is Task<string> told, is Task<string> { IsCompleted: true } told: told is the task that was asked.
    public string? Told(PatternSyntax pattern, bool isEnded) => pattern switch
    {
        DeclarationPatternSyntax { Designation: SingleVariableDesignationSyntax told } when isEnded =>
            _paths.OfDeclared(told.Identifier),
        RecursivePatternSyntax { Designation: SingleVariableDesignationSyntax told } when isEnded
            || EndedParts.Of(pattern).Ended.Contains("") => _paths.OfDeclared(told.Identifier),
        _ => null,
    };

    // { IsCompletedSuccessfully: true, Result: > 4 }: the result is looked at when the rest has been found to fit.
    public static IEnumerable<SyntaxNode> ResultsBehind(SyntaxNode root) => root.DescendantNodes().OfType<PatternSyntax>()
        .Where(pattern => pattern.Parent is not (PatternSyntax or SubpatternSyntax))
        .SelectMany(pattern => EndedParts.Of(pattern).Results)
        .Where(each => each.IsProven).Select(each => each.Result);

    /// <summary>The task that is null when the condition holds (true), or when it does not.</summary>
    public (string? Task, bool WhenTrue)? IsNullIf(ExpressionSyntax condition)
    {
        (ExpressionSyntax? task, bool whenTrue) = condition switch
        {
            IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: Null } } asked =>
                (asked.Expression, true),
            IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: Null } } } asked =>
                (asked.Expression, false),
            BinaryExpressionSyntax { RawKind: Equal, Right.RawKind: Null } asked =>
                (asked.Left, true),
            BinaryExpressionSyntax { RawKind: NotEqual, Right.RawKind: Null } asked =>
                (asked.Left, false),
            _ => (null, false),
        };
        return task is not null && _paths.IsTask(task) ? (_written.Reliable(_paths.Of(task)), whenTrue) : null;
    }

    // What is not so if the condition does not hold.
    public string? NotYet(ExpressionSyntax condition) => condition switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" } asked when TaskOf(asked) is { } task =>
            task + CompletionState.NotEnded,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCancellationRequested" } asked
            when _written.Reliable(_paths.Of(asked.Expression)) is { } token => token + CompletionState.NotCancelled,
        _ => null,
    };

    public string[] AnsweredBy(ExpressionSyntax condition) =>
        _model.GetTypeInfo(condition).Type?.SpecialType == SpecialType.System_Boolean && EndedIf(condition) is { } path
            ? [path] : [];
}
