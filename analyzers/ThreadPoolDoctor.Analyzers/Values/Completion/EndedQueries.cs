using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Queries over tasks that let only those through that have ended.</summary>
internal sealed class EndedQueries
{
    private readonly TaskPaths _paths;
    private readonly StatusChecks _checks;

    public EndedQueries(TaskPaths paths, StatusChecks checks)
    {
        _paths = paths;
        _checks = checks;
    }

    // tasks.Where(...): all of them are of tasks.
    public static ExpressionSyntax Unfiltered(ExpressionSyntax source)
    {
        while (source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access }
            && Filters.HandOn(access.Name.Identifier.ValueText)) source = access.Expression;
        return source;
    }

    // tasks.Where(t => t.Status == TaskStatus.RanToCompletion): what is left has ended.
    public bool OnlyEnded(ExpressionSyntax source)
    {
        for (; source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call; source = access.Expression)
        {
            if (access.Name.Identifier.ValueText == "Where" && IsAskedForEnded(call)) return true;
            if (!Filters.HandOn(access.Name.Identifier.ValueText) && !IsAwaitOfEach(call)) return false;
        }
        return false;
    }

    // Select(async t => await t): what awaits a task that has ended has ended when it comes back.
    private static bool IsAwaitOfEach(InvocationExpressionSyntax query) =>
        query.ArgumentList.Arguments is [{ Expression: LambdaExpressionSyntax { ExpressionBody: AwaitExpressionSyntax awaited } lambda }]
            && FirstParameter(lambda) is { } each && TaskGroups.Unwrapped(awaited.Expression).ToString() == each.Identifier.ValueText;

    public bool IsAskedForEnded(InvocationExpressionSyntax query) =>
        query.ArgumentList.Arguments is [{ Expression: LambdaExpressionSyntax { ExpressionBody: { } fits } lambda }]
        && FirstParameter(lambda) is { } parameter
            && Guards.Parts(fits).Any(part => _checks.EndedIf(part) == _paths.OfDeclared(parameter.Identifier) || IsAboutResultOf(part, parameter));

    // loads.Where(l => l.Task.IsCompleted): the task of each that is left has ended.
    public IEnumerable<string> MembersAskedFor(ExpressionSyntax source)
    {
        for (; source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call; source = access.Expression)
        {
            if (!Filters.HandOn(access.Name.Identifier.ValueText)) yield break;
            if (access.Name.Identifier.ValueText != "Where"
                || call.ArgumentList.Arguments is not [{ Expression: LambdaExpressionSyntax { ExpressionBody: { } fits } lambda }]
                || FirstParameter(lambda) is not { } parameter) continue;
            string each = _paths.OfDeclared(parameter.Identifier);
            foreach (ExpressionSyntax part in Guards.Parts(fits))
            {
                if (_checks.EndedIf(part) is { } ended && ended.StartsWith(each + ".", StringComparison.Ordinal)) yield return ended.Substring(each.Length);
            }
        }
    }

    // Where(t => t.Result is not null): who is asked for its result is waited for then.
    private static bool IsAboutResultOf(ExpressionSyntax part, ParameterSyntax task) => part switch
    {
        ParenthesizedExpressionSyntax inner => IsAboutResultOf(inner.Expression, task),
        IsPatternExpressionSyntax pattern => IsAboutResultOf(pattern.Expression, task),
        BinaryExpressionSyntax { RawKind: not ((int)SyntaxKind.LogicalOrExpression or (int)SyntaxKind.CoalesceExpression) } compared =>
            IsAboutResultOf(compared.Left, task),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result", Expression: IdentifierNameSyntax asked } =>
            asked.Identifier.ValueText == task.Identifier.ValueText,
        MemberAccessExpressionSyntax access => IsAboutResultOf(access.Expression, task),
        _ => false,
    };

    public static ParameterSyntax? FirstParameter(AnonymousFunctionExpressionSyntax lambda) => lambda switch
    {
        SimpleLambdaExpressionSyntax simple => simple.Parameter,
        ParenthesizedLambdaExpressionSyntax parenthesized => parenthesized.ParameterList.Parameters.FirstOrDefault(),
        AnonymousMethodExpressionSyntax anonymous => anonymous.ParameterList?.Parameters.FirstOrDefault(),
        _ => null,
    };
}
