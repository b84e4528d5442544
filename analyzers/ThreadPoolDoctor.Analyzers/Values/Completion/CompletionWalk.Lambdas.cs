using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part answers what lambdas are given: by what they continue, and by queries that let only ended tasks through.</summary>
internal sealed partial class CompletionWalk
{
    private IEnumerable<string> OfLambdaArgument(
        InvocationExpressionSyntax call, string? name, ExpressionSyntax? receiver,
            AnonymousFunctionExpressionSyntax lambda, CompletionState state)
    {
        // awaiter.OnCompleted(() => awaiter.GetResult()) runs when that has ended.
        if (name is "OnCompleted" or "UnsafeOnCompleted" && receiver is not null)
        {
            foreach (string continued in EndedBefore(receiver)) yield return continued;
        }
        if (FirstParameter(lambda) is not { } parameter) yield break;
        string path = _paths.OfDeclared(parameter.Identifier);
        switch (name)
        {
            // A continuation is given the task that it continues.
            case "ContinueWith" or "ContinueWhenAny" when _model.GetSymbolInfo(call).Symbol?.ContainingType.Name is "Task" or "TaskFactory":
                yield return path;
                if (receiver is null || name != "ContinueWith") break;
                foreach (string continued in EndedBefore(receiver)) yield return continued;
                break;
            case "ContinueWhenAll":
                yield return path + ".[]";
                break;
            default:
                if (receiver is null) break;
                if (OnlyEnded(receiver)) yield return path;
                foreach (string asked in MembersAskedFor(receiver)) yield return path + asked;
                foreach (string element in _paths.OfElements(Unfiltered(receiver)))
                {
                    if (state.Holds(element))
                    {
                        yield return path;
                        yield return path + ".Value";
                    }
                    foreach (string member in MembersOf(element, path, state)) yield return member;
                }
                break;
        }
    }

    // Load(t => t.Result), where Load hands it on to ContinueWith.
    private IEnumerable<string> OfHandedOn(AnonymousFunctionExpressionSyntax lambda) =>
        FirstParameter(lambda) is { } first
            && TaskPaths.IsTask((_model.GetDeclaredSymbol(first) as IParameterSymbol)?.Type)
            ? OfContinued(first, _examination.Delegates.Of(lambda).Api) : [];

    // tasks.Where(...): all of them are of tasks.
    private static ExpressionSyntax Unfiltered(ExpressionSyntax source)
    {
        while (source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Where" or "OrderBy" or "Skip" or "Take" or "Reverse" or "ToList" or "ToArray" } access }) source = access.Expression;
        return source;
    }

    // tasks.Where(t => t.Status == TaskStatus.RanToCompletion): what is left has ended.
    private bool OnlyEnded(ExpressionSyntax source)
    {
        for (; source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call; source = access.Expression)
        {
            if (access.Name.Identifier.ValueText == "Where" && IsAskedForEnded(call)) return true;
            if (access.Name.Identifier.ValueText is not ("Where" or "OrderBy" or "Skip" or "Take" or "Reverse"
                or "ToList" or "ToArray") && !IsAwaitOfEach(call)) return false;
        }
        return false;
    }

    // Select(async t => await t): what awaits a task that has ended has ended when it comes back.
    private static bool IsAwaitOfEach(InvocationExpressionSyntax query) =>
        query.ArgumentList.Arguments is [{ Expression: LambdaExpressionSyntax { ExpressionBody: AwaitExpressionSyntax awaited } lambda }]
            && FirstParameter(lambda) is { } each && Unwrapped(awaited.Expression).ToString() == each.Identifier.ValueText;

    private bool IsAskedForEnded(InvocationExpressionSyntax query) =>
        query.ArgumentList.Arguments is [{ Expression: LambdaExpressionSyntax { ExpressionBody: { } fits } lambda }]
        && FirstParameter(lambda) is { } parameter
            && Guards.Parts(fits).Any(part => EndedIf(part) == _paths.OfDeclared(parameter.Identifier) || IsAboutResultOf(part, parameter));

    // loads.Where(l => l.Task.IsCompleted): the task of each that is left has ended.
    private IEnumerable<string> MembersAskedFor(ExpressionSyntax source)
    {
        for (; source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call; source = access.Expression)
        {
            if (access.Name.Identifier.ValueText is not ("Where" or "OrderBy" or "Skip" or "Take" or "Reverse"
                or "ToList" or "ToArray")) yield break;
            if (access.Name.Identifier.ValueText != "Where"
                || call.ArgumentList.Arguments is not [{ Expression: LambdaExpressionSyntax { ExpressionBody: { } fits } lambda }]
                || FirstParameter(lambda) is not { } parameter) continue;
            string each = _paths.OfDeclared(parameter.Identifier);
            foreach (ExpressionSyntax part in Guards.Parts(fits))
            {
                if (EndedIf(part) is { } ended && ended.StartsWith(each + ".", StringComparison.Ordinal)) yield return ended.Substring(each.Length);
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

    private void WalkLambda(AnonymousFunctionExpressionSyntax lambda, CompletionState state, IEnumerable<string> known)
    {
        // It may run later: what is written anywhere after it was made is not relied on.
        CompletionState inside = state.Without(WrittenIn(_root, from: lambda.SpanStart)).With(known);
        _breaks.Push([]);
        _continues.Push([]);
        Walk(lambda.Body, inside);
        _breaks.Pop();
        _continues.Pop();
    }

    private static ParameterSyntax? FirstParameter(AnonymousFunctionExpressionSyntax lambda) => lambda switch
    {
        SimpleLambdaExpressionSyntax simple => simple.Parameter,
        ParenthesizedLambdaExpressionSyntax parenthesized => parenthesized.ParameterList.Parameters.FirstOrDefault(),
        AnonymousMethodExpressionSyntax anonymous => anonymous.ParameterList?.Parameters.FirstOrDefault(),
        _ => null,
    };
}
