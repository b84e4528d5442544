using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Walks one member in the order it runs and notes, at every wait for a task, whether that task has ended by then. Loops
/// are entered with what holds in every round; a join keeps what holds on both ways. This part walks statements.
/// </summary>
internal sealed partial class CompletionWalk
{
    private const string Element = ".[]";

    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly SyntaxNode _root;
    private readonly Examination _examination;
    private readonly HashSet<SyntaxNode> _proven = [];
    private readonly HashSet<SyntaxNode> _handedEnded = [];
    private readonly HashSet<string> _unreliable;

    // Waits that the walk could not decide, by the local that they wait for; and what locals were given: ended tasks, or others.
    private readonly Dictionary<SyntaxNode, string> _undecided = [];
    private readonly HashSet<string> _givenEnded = [];
    private readonly HashSet<string> _givenOther = [];

    // What is known wherever the innermost loop or switch is left, and wherever it goes on.
    private readonly Stack<List<CompletionState>> _breaks = new();
    private readonly Stack<List<CompletionState>> _continues = new();

    public CompletionWalk(SyntaxNode root, Examination examination)
    {
        SemanticModel model = examination.ModelOf(root);
        _examination = examination;
        _root = root;
        _model = model;
        _paths = new TaskPaths(model);
        _unreliable = Unreliable();
        ProvePatterns();
        WalkMember();
        WalkLocalFunctions();
        // Behind a label there may be assignments that were not walked.
        if (_undecided.Count == 0 || _root.DescendantNodes().Any(node => node is LabeledStatementSyntax)) return;
        foreach (KeyValuePair<SyntaxNode, string> wait in _undecided.Where(wait => _givenEnded.Contains(wait.Value)
            && !_givenOther.Contains(wait.Value))) _proven.Add(wait.Key);
    }

    public bool IsProven(SyntaxNode wait) => _proven.Contains(wait);

    /// <summary>Whether a call hands on a task that has ended, or something that holds one.</summary>
    public bool HandsOverEnded(SyntaxNode call) => _handedEnded.Contains(call);

    private void WalkMember()
    {
        CompletionState? state = CompletionState.Start.With(OfContinuation());
        foreach (SyntaxNode part in _root is CompilationUnitSyntax unit
            ? unit.Members.OfType<GlobalStatementSyntax>().Select(member => member.Statement) : BodyOf(_root))
        {
            state = Walk(part, state);
        }
    }

    // A method that is passed to ContinueWith by its name is given the task that has ended.
    private IEnumerable<string> OfContinuation()
    {
        ParameterSyntax? first = _root switch
        {
            MethodDeclarationSyntax method => method.ParameterList.Parameters.FirstOrDefault(),
            LocalFunctionStatementSyntax local => local.ParameterList.Parameters.FirstOrDefault(),
            _ => null,
        };
        if (first?.Type is null || _examination.OutlineOf(_root.SyntaxTree).Find(_root) is not { } body) return [];
        return OfContinued(first, _examination.WorkItems.Find(body)?.Api);
    }

    private IEnumerable<string> OfContinued(ParameterSyntax parameter, string? api)
    {
        if (api is null) return [];
        string path = _paths.OfDeclared(parameter.Identifier);
        if (api.EndsWith(".ContinueWith", System.StringComparison.Ordinal)
            || api.EndsWith(".ContinueWhenAny", System.StringComparison.Ordinal)) return [path];
        return api.EndsWith(".ContinueWhenAll", System.StringComparison.Ordinal) ? [path + ".[]"] : [];
    }

    private static IEnumerable<SyntaxNode> BodyOf(SyntaxNode member) =>
        member.ChildNodes().Where(node => node is BlockSyntax or ArrowExpressionClauseSyntax
            or ConstructorInitializerSyntax or EqualsValueClauseSyntax or VariableDeclarationSyntax);

    private CompletionState? Walk(SyntaxNode? node, CompletionState? state)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (node is null || state is null) return state;
        switch (node)
        {
            case ExpressionSyntax expression:
                return Evaluate(expression, state);
            case BlockSyntax block:
                return block.Statements.Aggregate((CompletionState?)state, (now, statement) => Walk(statement, now));
            case IfStatementSyntax branch:
                (CompletionState? then, CompletionState? otherwise) = Decide(branch.Condition, state);
                return CompletionState.Join(Walk(branch.Statement, then), branch.Else is { } other
                    ? Walk(other.Statement, otherwise) : otherwise);
            case WhileStatementSyntax loop:
                return Loop(loop, state, round =>
                {
                    (CompletionState? inside, CompletionState? after) = Decide(loop.Condition, round);
                    Walk(loop.Statement, inside);
                    return after;
                });
            case DoStatementSyntax loop:
                return Loop(loop, state, round => Walk(loop.Statement, round) is { } end
                    ? Decide(loop.Condition, end).IfFalse : null);
            case ForStatementSyntax loop:
                foreach (SyntaxNode first in loop.Declaration is { } declared ? [declared]
                    : loop.Initializers.Cast<SyntaxNode>()) state = Walk(first, state) ?? state;
                return Loop(loop, state, round =>
                {
                    (CompletionState? inside, CompletionState? after) = loop.Condition is { } condition
                        ? Decide(condition, round) : (round, null);
                    CompletionState? end = Walk(loop.Statement, inside);
                    foreach (ExpressionSyntax step in loop.Incrementors) end = Walk(step, end);
                    return after;
                });
            case ForEachStatementSyntax loop:
                return WalkForEach(loop, Evaluate(loop.Expression, state));
            case ForEachVariableStatementSyntax loop:
                return Loop(loop, Evaluate(loop.Expression, state), round =>
                {
                    Walk(loop.Statement, Deconstructed(loop, round));
                    return round;
                });
            case SwitchStatementSyntax choice:
                return WalkSwitch(choice, Evaluate(choice.Expression, state));
            case TryStatementSyntax attempt:
                return WalkTry(attempt, state);
            case BreakStatementSyntax:
                if (_breaks.Count > 0) _breaks.Peek().Add(state);
                return null;
            case ContinueStatementSyntax:
                if (_continues.Count > 0) _continues.Peek().Add(state);
                return null;
            case ReturnStatementSyntax or ThrowStatementSyntax:
                WalkChildren(node, state);
                return null;
            case GotoStatementSyntax:
                return null;
            // Somebody may jump here from anywhere.
            case LabeledStatementSyntax label:
                return Walk(label.Statement, CompletionState.Start);
            case LocalFunctionStatementSyntax:
                return state;
            case VariableDeclaratorSyntax variable:
                return variable.Initializer is { } initial
                    ? Assign(_paths.OfDeclared(variable.Identifier), initial.Value, Evaluate(initial.Value, state))
                    : state;
            default:
                return WalkChildren(node, state);
        }
    }

    private CompletionState? WalkChildren(SyntaxNode node, CompletionState? state) =>
        node.ChildNodes().Aggregate(state, (now, child) => child is TypeSyntax and not IdentifierNameSyntax ? now
            : Walk(child, now));

    private CompletionState? Loop(SyntaxNode loop, CompletionState entry,
        System.Func<CompletionState, CompletionState?> round)
    {
        _breaks.Push([]);
        _continues.Push([]);
        CompletionState? after = round(entry.Without(WrittenIn(loop)));
        _continues.Pop();
        return _breaks.Pop().Aggregate(after, CompletionState.Join);
    }

    private CompletionState? WalkForEach(ForEachStatementSyntax loop, CompletionState entry)
    {
        string variable = _paths.OfDeclared(loop.Identifier);
        string[] elements = [.. _paths.OfElements(loop.Expression)];
        bool isEachDone = loop.Expression is InvocationExpressionSyntax call
            && Names.OfInvoked(call.Expression) == "WhenEach";
        bool endsEach = false;
        CompletionState? after = Loop(loop, entry, round =>
        {
            CompletionState inside = round.Without(variable);
            if (isEachDone || elements.Length > 0 && elements.All(round.Holds)) inside = inside.With(variable)
                .With(variable + ".Value");
            foreach (string known in elements.Length == 1 ? MembersOf(elements[0], variable, round)
                : []) inside = inside.With(known);
            CompletionState? end = _continues.Peek().Aggregate(Walk(loop.Statement, inside), CompletionState.Join);
            endsEach = end is not null && end.Holds(variable) && _breaks.Peek().Count == 0
                && _continues.Peek().All(state => state.Holds(variable));
            return round;
        });
        return endsEach && after is not null ? after.With(elements) : after;
    }

    // items.[].Task has ended for all, so item.Task has for each.
    private static IEnumerable<string> MembersOf(string element, string variable, CompletionState state) =>
        state.Under(element + ".").Select(path => variable + path.Substring(element.Length));

    private CompletionState Deconstructed(ForEachVariableStatementSyntax loop, CompletionState round)
    {
        string[] elements = [.. _paths.OfElements(loop.Expression)];
        if (elements.Length == 0) return round;
        if (elements.All(round.Holds))
        {
            return loop.Variable.DescendantNodesAndSelf().OfType<SingleVariableDesignationSyntax>()
                .Aggregate(round, (state, variable) => state.With(_paths.OfDeclared(variable.Identifier)));
        }
        // foreach (var (id, task) in pairs), after all pair.Task have ended.
        if (elements.Length > 1 || _model.GetForEachStatementInfo(loop).ElementType is not INamedTypeSymbol { IsTupleType: true } tuple) return round;
        SyntaxNode[] parts = loop.Variable switch
        {
            DeclarationExpressionSyntax { Designation: ParenthesizedVariableDesignationSyntax all } => [.. all.Variables],
            TupleExpressionSyntax each => [.. each.Arguments.Select(argument =>
                (argument.Expression as DeclarationExpressionSyntax)?.Designation ?? (SyntaxNode)argument)],
            _ => [],
        };
        for (int i = 0; i < parts.Length && i < tuple.TupleElements.Length; i++)
        {
            bool hasEnded = round.Holds(elements[0] + "." + tuple.TupleElements[i].Name)
                || round.Holds(elements[0] + ".Item" + (i + 1));
            if (hasEnded && parts[i] is SingleVariableDesignationSyntax variable) round = round.With(_paths.OfDeclared(variable.Identifier));
        }
        return round;
    }

    private CompletionState? WalkSwitch(SwitchStatementSyntax choice, CompletionState state)
    {
        string? task = StatusOwner(choice.Expression);
        _breaks.Push([]);
        bool hasDefault = false;
        foreach (SwitchSectionSyntax section in choice.Sections)
        {
            bool isFinal = task is not null
                && section.Labels.All(label => IsFinalStatus(label.ChildNodes().FirstOrDefault()));
            hasDefault |= section.Labels.Any(label => label is DefaultSwitchLabelSyntax);
            CompletionState? end = isFinal ? state.With(task) : state;
            if (section.Labels is [CasePatternSwitchLabelSyntax { Pattern: var pattern, WhenClause: var when }])
            {
                end = (SaysEnded(pattern) ? end.With(Reliable(_paths.Of(choice.Expression))) : end)
                    .With(Told(pattern, IsEnded(choice.Expression, state)));
                if (when is not null) end = Decide(when.Condition, end).IfTrue ?? end;
            }
            foreach (StatementSyntax statement in section.Statements) end = Walk(statement, end);
        }
        CompletionState? after = _breaks.Pop().Aggregate((CompletionState?)null, CompletionState.Join);
        return hasDefault ? after : CompletionState.Join(after, state);
    }

    // await t; x = await t; var x = await t;
    private static AwaitExpressionSyntax? FirstAwait(BlockSyntax block) => block.Statements.FirstOrDefault() switch
    {
        ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Left: IdentifierNameSyntax, Right: var given } } => given as AwaitExpressionSyntax,
        ExpressionStatementSyntax { Expression: var alone } => alone as AwaitExpressionSyntax,
        LocalDeclarationStatementSyntax { Declaration.Variables: [{ Initializer.Value: var initial }] } => initial as AwaitExpressionSyntax,
        _ => null,
    };

    private CompletionState? WalkTry(TryStatementSyntax attempt, CompletionState state)
    {
        CompletionState failed = state.Without(WrittenIn(attempt.Block));
        // If what comes first is an await, then whatever went wrong, that task has ended.
        if (FirstAwait(attempt.Block) is { } first) failed = AfterAwait(first.Expression, failed);
        CompletionState? end = Walk(attempt.Block, state);
        foreach (CatchClauseSyntax clause in attempt.Catches)
        {
            CompletionState caught = clause.Filter is { } filter
                ? Decide(filter.FilterExpression, failed).IfTrue ?? failed : failed;
            end = CompletionState.Join(end, Walk(clause.Block, caught));
        }
        if (attempt.Finally is null) return end;
        CompletionState? atEnd = Walk(attempt.Finally.Block, attempt.Catches.Count > 0 ? end ?? failed
            : CompletionState.Join(end, failed));
        return end is null ? null : attempt.Catches.Count > 0 ? atEnd : Walk(attempt.Finally.Block, end);
    }
}
