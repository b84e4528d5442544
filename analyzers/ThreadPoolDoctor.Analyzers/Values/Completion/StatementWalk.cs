using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Walks statements in the order in which they run. Loops are entered with what holds in every round; a join keeps what
/// holds on both ways.
/// </summary>
internal sealed class StatementWalk
{
    // What is known wherever the innermost loop or switch is left, and wherever it goes on.
    private readonly Stack<List<CompletionState>> _breaks = new();
    private readonly Stack<List<CompletionState>> _continues = new();
    private readonly SemanticModel _model;
    private readonly TaskPaths _paths;
    private readonly SyntaxNode _root;
    private readonly WrittenPaths _written;
    private readonly StatusChecks _checks;
    private readonly GivenTasks _given;
    private readonly EndedValues _ended;
    private readonly EndedQueries _queries;
    private readonly ConditionWalk _conditions;
    private readonly ExpressionWalk _expressions;
    private readonly LocalCalls _calls;

    public StatementWalk(CompletionParts parts)
    {
        _model = parts.Model;
        _paths = parts.Paths;
        _root = parts.Root;
        _written = parts.Written;
        _checks = parts.Checks;
        _given = parts.Given;
        _ended = parts.Ended;
        _queries = parts.Queries;
        _calls = new LocalCalls(parts.Model, parts.Root);
        _expressions = new ExpressionWalk(parts, this, _calls);
        _conditions = _expressions.Conditions;
    }

    public void WalkMember(ParameterSyntax? ended)
    {
        CompletionState? state = CompletionState.Start.With(_given.OfContinuation())
            .With(ended is null ? null : _paths.OfDeclared(ended.Identifier));
        foreach (SyntaxNode part in _root is CompilationUnitSyntax unit
            ? unit.Members.OfType<GlobalStatementSyntax>().Select(member => member.Statement) : BodyOf(_root))
        {
            state = Walk(part, state);
        }
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
                return _expressions.Evaluate(expression, state);
            case BlockSyntax block:
                return block.Statements.Aggregate((CompletionState?)state, (now, statement) => Walk(statement, now));
            case IfStatementSyntax branch:
                (CompletionState? then, CompletionState? otherwise) = _conditions.Decide(branch.Condition, state);
                return CompletionState.Join(Walk(branch.Statement, then), branch.Else is { } other
                    ? Walk(other.Statement, otherwise) : otherwise);
            case WhileStatementSyntax loop:
                return Loop(loop, state, round =>
                {
                    (CompletionState? inside, CompletionState? after) = _conditions.Decide(loop.Condition, round);
                    return (WalkRound(loop.Statement, inside), after);
                });
            case DoStatementSyntax loop:
                return Loop(loop, state, round => WalkRound(loop.Statement, round) is { } end ? _conditions.Decide(loop.Condition, end) : (null, null));
            case ForStatementSyntax loop:
                foreach (SyntaxNode first in loop.Declaration is { } declared ? [declared]
                    : loop.Initializers.Cast<SyntaxNode>()) state = Walk(first, state) ?? state;
                return WalkFor(loop, state);
            case ForEachStatementSyntax loop:
                return WalkForEach(loop, _expressions.Evaluate(loop.Expression, state));
            case ForEachVariableStatementSyntax loop:
                return Loop(loop, _expressions.Evaluate(loop.Expression, state),
                    round => (WalkRound(loop.Statement, Deconstructed(loop, round)), round));
            case SwitchStatementSyntax choice:
                return WalkSwitch(choice, _expressions.Evaluate(choice.Expression, state));
            case TryStatementSyntax attempt:
                return WalkTry(attempt, state);
            case BreakStatementSyntax:
                if (_breaks.Count > 0) _breaks.Peek().Add(state);
                return null;
            case ContinueStatementSyntax:
                if (_continues.Count > 0) _continues.Peek().Add(state);
                return null;
            // yield return load: whoever runs the steps of an iterator goes on when the task that it was given has
            // ended.
            case YieldStatementSyntax { Expression: { } given }:
                return _expressions.AfterAwait(given, _expressions.Evaluate(given, state));
            case YieldStatementSyntax:
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
                    ? _expressions.Assign(_paths.OfDeclared(variable.Identifier), initial.Value, _expressions.Evaluate(initial.Value, state))
                    : state;
            default:
                return WalkChildren(node, state);
        }
    }

    private CompletionState? WalkChildren(SyntaxNode node, CompletionState? state) =>
        node.ChildNodes().Aggregate(state, (now, child) => child is TypeSyntax and not IdentifierNameSyntax ? now
            : Walk(child, now));

    private CompletionState? Loop(SyntaxNode loop, CompletionState entry,
        System.Func<CompletionState, (CompletionState? Again, CompletionState? After)> round)
    {
        string[] written = [.. _written.In(loop).Distinct()];
        CompletionState head = entry.Without(written);
        (CompletionState? again, CompletionState? after) = Round(head);
        // read.Wait(); while (read.Result != 0) { read = ReadAsync(); read.Wait(); }: what has ended before the loop,
        // and at the end of whatever round, has ended where each begins.
        string[] kept = [.. written.Where(path => entry.Holds(path) && again?.Holds(path) != false)];
        return kept.Length == 0 ? after : Round(head.With(kept)).After;

        (CompletionState? Again, CompletionState? After) Round(CompletionState start)
        {
            _breaks.Push([]);
            _continues.Push([]);
            (CompletionState? end, CompletionState? left) = round(start);
            _continues.Pop();
            return (end, _breaks.Pop().Aggregate(left, CompletionState.Join));
        }
    }

    private CompletionState? WalkFor(ForStatementSyntax loop, CompletionState state)
    {
        // for (int i = 0; i < tasks.Length; i++) await tasks[i]: all of them have ended after it, unless a round left
        // early.
        string? all = CountedLoops.AllOf(loop) is { } tasks ? _paths.Of(tasks) + CompletionState.Element : null;
        bool endsEach = false;
        CompletionState? left = Loop(loop, state, round =>
        {
            (CompletionState? inside, CompletionState? after) = loop.Condition is { } condition
                ? _conditions.Decide(condition, round) : (round, null);
            CompletionState? end = WalkRound(loop.Statement, inside);
            endsEach = all is not null && end is not null && end.Holds(all) && _breaks.Peek().Count == 0;
            foreach (ExpressionSyntax step in loop.Incrementors) end = Walk(step, end);
            return (end, after);
        });
        return endsEach ? left?.With(all) : left;
    }

    // The end of a round, by whichever way.
    private CompletionState? WalkRound(StatementSyntax body, CompletionState? start)
    {
        CompletionState? end = Walk(body, start);
        return _continues.Peek().Aggregate(end, CompletionState.Join);
    }

    private CompletionState? WalkForEach(ForEachStatementSyntax loop, CompletionState entry)
    {
        string variable = _paths.OfDeclared(loop.Identifier);
        string[] elements = [.. _paths.OfElements(loop.Expression)];
        bool isEachDone = loop.Expression is InvocationExpressionSyntax call
            && Names.OfInvoked(call.Expression) == "WhenEach" || _queries.OnlyEnded(loop.Expression)
            || _ended.AreAll(loop.Expression, entry);
        bool endsEach = false;
        CompletionState? after = Loop(loop, entry, round =>
        {
            CompletionState inside = round.Without(variable);
            if (isEachDone || elements.Length > 0 && elements.All(round.Holds)) inside = inside.With(variable)
                .With(variable + ".Value");
            foreach (string known in elements.Length == 1 ? round.MembersOf(elements[0], variable)
                : []) inside = inside.With(known);
            CompletionState? end = WalkRound(loop.Statement, inside);
            endsEach = end is not null && end.Holds(variable) && _breaks.Peek().Count == 0
                && _continues.Peek().All(state => state.Holds(variable));
            return (end, round);
        });
        return endsEach && after is not null ? after.With(elements) : after;
    }

    private CompletionState Deconstructed(ForEachVariableStatementSyntax loop, CompletionState round)
    {
        // foreach (var (id, task) in ids.Zip(tasks)), after all tasks have ended.
        if (loop.Variable is DeclarationExpressionSyntax { Designation: ParenthesizedVariableDesignationSyntax { Variables: var zipped } })
        {
            return _paths.OfZipped(loop.Expression).Select((sides, i) =>
                (sides, Variable: zipped.ElementAtOrDefault(i) as SingleVariableDesignationSyntax))
                .Where(side => side.Variable is not null && side.sides.Length > 0 && side.sides.All(round.Holds))
                .Aggregate(DeconstructedPairs(loop, round), (state, side) =>
                    state.With(_paths.OfDeclared(side.Variable!.Identifier)));
        }
        return DeconstructedPairs(loop, round);
    }

    private CompletionState DeconstructedPairs(ForEachVariableStatementSyntax loop, CompletionState round)
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
        string? task = _checks.StatusOwner(choice.Expression);
        _breaks.Push([]);
        bool hasDefault = false;
        foreach (SwitchSectionSyntax section in choice.Sections)
        {
            bool isFinal = task is not null
                && section.Labels.All(label => StatusChecks.IsFinalStatus(label.ChildNodes().FirstOrDefault()));
            hasDefault |= section.Labels.Any(label => label is DefaultSwitchLabelSyntax);
            CompletionState? end = isFinal ? state.With(task) : state;
            if (section.Labels is [CasePatternSwitchLabelSyntax { Pattern: var pattern, WhenClause: var when }])
            {
                end = end.With(_checks.EndedBy(pattern, choice.Expression))
                    .With(_checks.Told(pattern, _ended.IsEnded(choice.Expression, state)));
                if (when is not null) end = _conditions.Decide(when.Condition, end).IfTrue ?? end;
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
        CompletionState failed = state.Without(_written.In(attempt.Block));
        // If what comes first is an await, then whatever went wrong, that task has ended.
        if (FirstAwait(attempt.Block) is { } first
            && !TaskGroups.MayGiveUp(first.Expression)) failed = _expressions.AfterAwait(first.Expression, failed);
        CompletionState? end = Walk(attempt.Block, state);
        foreach (CatchClauseSyntax clause in attempt.Catches)
        {
            CompletionState caught = clause.Filter is { } filter
                ? _conditions.Decide(filter.FilterExpression, failed).IfTrue ?? failed : failed;
            end = CompletionState.Join(end, Walk(clause.Block, caught));
        }
        if (attempt.Finally is null) return end;
        CompletionState? atEnd = Walk(attempt.Finally.Block, attempt.Catches.Count > 0 ? end ?? failed
            : CompletionState.Join(end, failed));
        return end is null ? null : attempt.Catches.Count > 0 ? atEnd : Walk(attempt.Finally.Block, end);
    }

    public void WalkLambda(AnonymousFunctionExpressionSyntax lambda, CompletionState state, IEnumerable<string> known)
    {
        // It may run later: what is written anywhere after it was made is not relied on.
        CompletionState inside = state.Without(_written.In(_root, from: lambda.SpanStart)).With(known);
        _breaks.Push([]);
        _continues.Push([]);
        Walk(lambda.Body, inside);
        _breaks.Pop();
        _continues.Pop();
    }

    // A function that is walked may call the next; who calls itself is called with what it does not know.
    public void WalkLocalFunctions()
    {
        HashSet<LocalFunctionStatementSyntax> walked = [];
        while (_calls.Known.FirstOrDefault(each => !walked.Contains(each)) is { } next)
        {
            walked.Add(next);
            CompletionState known = _calls.KnownAt(next);
            // It may go on behind an await, when its caller has given a variable another task.
            CompletionState? state = known.Without(_written.In(_root, from: 1));
            foreach (SyntaxNode part in BodyOf(next)) state = Walk(part, state);
        }
    }
}
