using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a lambda or method is given that has ended: by what it continues, or by the query that calls it.
/// </summary>
internal sealed class GivenTasks
{
    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly SyntaxNode _root;
    private readonly Examination _examination;
    private readonly TaskGroups _groups;
    private readonly EndedQueries _queries;

    public GivenTasks(SemanticModel model, TaskPaths paths, SyntaxNode root, Examination examination, TaskGroups groups, EndedQueries queries)
    {
        _model = model;
        _paths = paths;
        _root = root;
        _examination = examination;
        _groups = groups;
        _queries = queries;
    }

    // A method that is passed to ContinueWith by its name is given the task that has ended.
    public IEnumerable<string> OfContinuation()
    {
        ParameterSyntax? first = _root switch
        {
            MethodDeclarationSyntax method => method.ParameterList.Parameters.FirstOrDefault(),
            LocalFunctionStatementSyntax local => local.ParameterList.Parameters.FirstOrDefault(),
            _ => null,
        };
        if (first?.Type is null || _examination.OutlineOf(_root.SyntaxTree).Find(_root) is not { } body) return [];
        WorkItem? item = _examination.WorkItems.Find(body);
        return OfContinued(first, item is { Kind: WorkItemKind.AsyncBody } ? ApiOfAsync(body, first.Type) : item?.Api);
    }

    // Who calls an async method by its name may give it any task.
    private string? ApiOfAsync(Body body, TypeSyntax given) =>
        Names.LooksLikeTask(given) && _examination.WorkItems.ApiOf(body) is { } api
        && _examination.MethodOf(body) is { } method && !_examination.CallsTo(method.Name).Any() ? api : null;

    public IEnumerable<string> OfContinued(ParameterSyntax parameter, string? api)
    {
        if (api is null) return [];
        string path = _paths.OfDeclared(parameter.Identifier);
        if (api.EndsWith(".ContinueWith", System.StringComparison.Ordinal)
            || api.EndsWith(".ContinueWhenAny", System.StringComparison.Ordinal)) return [path];
        return api.EndsWith(".ContinueWhenAll", System.StringComparison.Ordinal) ? [path + ".[]"] : [];
    }

    private static string[] OfResult(string path) =>
        [path + TaskPaths.Result, path + TaskPaths.Result + CompletionState.Element];

    // Load(t => t.Result), where Load hands it on to ContinueWith.
    public IEnumerable<string> OfHandedOn(AnonymousFunctionExpressionSyntax lambda, ExpressionSyntax? receiver)
    {
        if (EndedQueries.FirstParameter(lambda) is not { } first
            || !TaskPaths.IsTask((_model.GetDeclaredSymbol(first) as IParameterSymbol)?.Type)) return [];
        string[] given = [.. OfContinued(first, _examination.Delegates.Of(lambda).Api)];
        return given is [var path] && receiver is not null && GivenResults.HaveEnded(_examination, receiver)
            ? [path, .. OfResult(path)] : given;
    }

    public IEnumerable<string> OfArgument(
        InvocationExpressionSyntax call, string? name, ExpressionSyntax? receiver,
            AnonymousFunctionExpressionSyntax lambda, CompletionState state)
    {
        // awaiter.OnCompleted(() => awaiter.GetResult()) runs when that has ended.
        if (name is "OnCompleted" or "UnsafeOnCompleted" && receiver is not null)
        {
            foreach (string continued in _groups.EndedBefore(receiver)) yield return continued;
        }
        if (EndedQueries.FirstParameter(lambda) is not { } parameter) yield break;
        string path = _paths.OfDeclared(parameter.Identifier);
        switch (name)
        {
            // A continuation is given the task that it continues.
            case "ContinueWith" or "ContinueWhenAny" when _model.GetSymbolInfo(call).Symbol?.ContainingType.Name is "Task" or "TaskFactory":
                yield return path;
                if (receiver is null || name != "ContinueWith") break;
                // And so is what that gives: Task.WhenAny(tasks).ContinueWith(first => first.Result.Result).
                if (GivenResults.HaveEnded(_examination,
                    receiver)) foreach (string given in OfResult(path)) yield return given;
                foreach (string continued in _groups.EndedBefore(receiver)) yield return continued;
                break;
            case "ContinueWhenAll":
                yield return path + ".[]";
                break;
            case "Zip":
                IEnumerable<ParameterSyntax> sides = lambda is ParenthesizedLambdaExpressionSyntax { ParameterList.Parameters: var both } ? both : [];
                foreach ((ParameterSyntax side, string[] tasks) in sides.Zip(_paths.OfZipped(call), (side, tasks) =>
                    (side, tasks)))
                {
                    if (tasks.Length > 0 && tasks.All(state.Holds)) yield return _paths.OfDeclared(side.Identifier);
                }
                break;
            default:
                if (receiver is null) break;
                // Array.ConvertAll(tasks, t => t.Result)
                if (receiver is IdentifierNameSyntax { Identifier.ValueText: nameof(System.Array) }
                    && call.ArgumentList.Arguments is [{ Expression: var array }, ..]) receiver = array;
                if (_queries.OnlyEnded(receiver)
                    || GivenResults.AreAwaited(_examination, EndedQueries.Unfiltered(receiver))) yield return path;
                foreach (string asked in _queries.MembersAskedFor(receiver)) yield return path + asked;
                foreach (string element in _paths.OfElements(EndedQueries.Unfiltered(receiver)))
                {
                    if (state.Holds(element))
                    {
                        yield return path;
                        yield return path + ".Value";
                    }
                    foreach (string member in state.MembersOf(element, path)) yield return member;
                }
                break;
        }
    }
}
