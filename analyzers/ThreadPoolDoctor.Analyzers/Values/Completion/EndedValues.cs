using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether a task has ended when its expression has been evaluated, by its making or by what is known.
/// </summary>
internal sealed class EndedValues
{
    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly Examination _examination;
    private readonly WrittenPaths _written;
    private readonly TaskGroups _groups;
    private readonly EndedQueries _queries;

    public EndedValues(SemanticModel model, TaskPaths paths, Examination examination, WrittenPaths written, TaskGroups groups, EndedQueries queries)
    {
        _model = model;
        _paths = paths;
        _examination = examination;
        _written = written;
        _groups = groups;
        _queries = queries;
    }

    /// <summary>
    /// Whether a task has ended when this expression has been evaluated, by its making or by what is known.
    /// </summary>
    public bool IsEnded(ExpressionSyntax task, CompletionState state)
    {
        switch (_groups.Awaited(task))
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
                when _queries.IsAskedForEnded(one) || _queries.OnlyEnded(access.Expression):
                return true;
            case InvocationExpressionSyntax call when DualFlags.IsToldToBlock(call, _model):
                return true;
            case AwaitExpressionSyntax { Expression: var operand } awaited when TaskPaths.IsTask(_model.GetTypeInfo(awaited).Type):
                return GivenResults.HaveEnded(_examination, operand)
                    || _paths.Of(_groups.Awaited(operand)) is { } kept && state.Holds(kept + TaskPaths.Result);
            case var other:
                return state.Holds(_paths.Of(other)) || IsFieldOfEnded(other)
                    || other is InvocationExpressionSyntax given
                        && (MadeEnded.IsGivenBy(_examination, given) || GivenBack.HasEnded(_examination, given));
        }
    }

    /// <summary>Whether all tasks of a collection have ended, as what gave it waits for them.</summary>
    public bool AreAll(ExpressionSyntax tasks, CompletionState state) => GivenResults.AreAwaited(_examination, tasks)
        || tasks is AwaitExpressionSyntax { Expression: var operand } && _paths.Of(_groups.Awaited(operand)) is { } kept
            && state.Holds(kept + TaskPaths.Result + CompletionState.Element);

    /// <summary>
    /// Whether a local is given a collection that holds nothing yet, and nobody but who is seen here puts anything into
    /// it.
    /// </summary>
    public bool AreNone(ExpressionSyntax made) => IsEmpty(made) && made.Parent switch
    {
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent.Parent: LocalDeclarationStatementSyntax } local } =>
            StayHere(local.Identifier.ValueText, made),
        AssignmentExpressionSyntax { Left: IdentifierNameSyntax local } given when given.Right == made => AreOwn(local),
        _ => false,
    };

    /// <summary>The same of a collection that is kept in a local, whoever has put something into it.</summary>
    public bool AreOwn(ExpressionSyntax tasks) => tasks is IdentifierNameSyntax local
        && _model.GetSymbolInfo(local).Symbol is ILocalSymbol { IsRef: false } && StayHere(local.Identifier.ValueText, local);

    // new List<Task>(), new(5), [], new Task[0], Array.Empty<Task>()
    private bool IsEmpty(ExpressionSyntax made) => made switch
    {
        BaseObjectCreationExpressionSyntax { Initializer: null or { Expressions.Count: 0 } } all =>
            all.ArgumentList is not { Arguments: { Count: > 0 } sizes } || sizes is [{ Expression: LiteralExpressionSyntax size }] && size.IsKind(SyntaxKind.NumericLiteralExpression),
        CollectionExpressionSyntax all => all.Elements.Count == 0,
        ArrayCreationExpressionSyntax { Initializer: null, Type.RankSpecifiers: [{ Sizes: [LiteralExpressionSyntax { Token.Value: 0 }] }, ..] } => true,
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Empty" }, ArgumentList.Arguments.Count: 0 } => true,
        _ => false,
    } && _paths.HoldsTasks(made);

    // tasks.Add(t), tasks[5], foreach (... in tasks), Task.WhenAll(tasks): it is handed to nobody who may fill it.
    private bool StayHere(string name, SyntaxNode from) => from.Ancestors().First(Outline.IsBody).DescendantNodes()
        .OfType<IdentifierNameSyntax>().Where(use => use.Identifier.ValueText == name).All(use => use.Parent switch
        {
            MemberAccessExpressionSyntax access when access.Expression == use =>
                _model.GetSymbolInfo(access).Symbol is { ContainingNamespace: { } space } && MemberNames.IsOfSystem(space),
            // this.tasks is another.
            MemberAccessExpressionSyntax or NameColonSyntax or NameEqualsSyntax => true,
            ElementAccessExpressionSyntax or CommonForEachStatementSyntax => true,
            AssignmentExpressionSyntax given when given.Left == use => given.IsKind(SyntaxKind.SimpleAssignmentExpression)
                && given.Parent is StatementSyntax,
            ArgumentSyntax { RefOrOutKeyword.RawKind: 0, Parent.Parent: InvocationExpressionSyntax call } =>
                _model.GetSymbolInfo(call).Symbol is { ContainingType.Name: "Task" or "Enumerable", ContainingNamespace: { } space } && MemberNames.IsOfSystem(space),
            ReturnStatementSyntax => true,
            _ => false,
        });

    // int i = Task.WaitAny(tasks), and then tasks[i]; or both at once.
    public bool IsIndexOfEnded(ElementAccessExpressionSyntax element, CompletionState state)
    {
        if (element.ArgumentList.Arguments is not [{ Expression: var index }]
            || _paths.Of(element.Expression) is not { } tasks) return false;
        return index is InvocationExpressionSyntax call ? _groups.CollectionOfWaitAny(call) == tasks
            : state.ImpliedBy(_paths.Of(index)).Contains(tasks + CompletionState.OneOfThem);
    }

    // _last = Task.FromResult(n): a private field that is never given anything else.
    private bool IsFieldOfEnded(ExpressionSyntax task)
    {
        if (_model.GetSymbolInfo(task).Symbol is not IFieldSymbol { DeclaredAccessibility: Accessibility.Private }
            || !_paths.IsTask(task)) return false;
        ExpressionSyntax[] given = [.. Origins.Of(_examination, task)];
        return given.Length > 0 && given.All(value => value is LiteralExpressionSyntax || value is not IdentifierNameSyntax && value.SyntaxTree == task.SyntaxTree && IsMadeEnded(value));
    }

    private bool IsMadeEnded(ExpressionSyntax value) =>
        _groups.Awaited(value) is InvocationExpressionSyntax or MemberAccessExpressionSyntax
        && IsEnded(value, CompletionState.Start);

    // if (await Task.WhenAny(t, timeout) == t): the one that ended is t.
    public string? EndedIfEqual(ExpressionSyntax condition, SyntaxKind kind, CompletionState state)
    {
        if (condition is not BinaryExpressionSyntax compared || !compared.IsKind(kind)
            || !_paths.IsTask(compared.Left)) return null;
        if (IsEnded(compared.Left, state)) return _written.Reliable(_paths.Of(compared.Right));
        return IsEnded(compared.Right, state) ? _written.Reliable(_paths.Of(compared.Left)) : null;
    }
}
