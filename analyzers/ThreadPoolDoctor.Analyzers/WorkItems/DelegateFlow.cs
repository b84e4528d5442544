using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Follows a delegate from where it is written to where it is run: through arguments, variables, fields, return values
/// and helpers that pass it on, as far as the source shows it.
/// </summary>
internal sealed class DelegateFlow
{
    private readonly Examination _examination;
    private readonly IStartChoices _choices;
    private readonly ConcurrentDictionary<ISymbol, Fate> _variables = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<IParameterSymbol, Fate> _given = new(SymbolEqualityComparer.Default);

    public DelegateFlow(Examination examination, IStartChoices choices)
    {
        _examination = examination;
        _choices = choices;
    }

    /// <summary>What becomes of a lambda or method group.</summary>
    public Fate Of(ExpressionSyntax expression) => OfValue(expression, new Query());

    /// <summary>
    /// What a method of this compilation does with a delegate that it is given, in words that hold for a caller who
    /// does not see its source: inline is on the caller's own thread.
    /// </summary>
    public Fate OfGiven(IMethodSymbol method, IParameterSymbol parameter) => _given.GetOrAdd(parameter, _ =>
    {
        if (_examination.SourcesOf(method).FirstOrDefault()?.GetSyntax() is not { } declared) return default;
        Fate fate = OfParameter(method, parameter, declared, new Query());
        if (fate.Runner != Runner.Inline || fate.At == declared) return fate;
        // Run by a body of the method that a thread of the pool runs.
        return fate.At is not null && _examination.BodyAround(fate.At) is { } around
            && _examination.WorkItems.Find(around) is { } item
            ? new Fate(Runner.Pool, fate.At, item.Api ?? method.ContainingType.Name + "." + method.Name, item.Kind) : default;
    });

    private Fate OfValue(ExpressionSyntax expression, Query query)
    {
        if (query.IsSpent) return default;
        switch (expression.Parent)
        {
            case ParenthesizedExpressionSyntax or CastExpressionSyntax or CheckedExpressionSyntax
                or ConditionalExpressionSyntax
                or PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression }
                or BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression or (int)SyntaxKind.AddExpression or (int)SyntaxKind.AsExpression }:
                return OfValue((ExpressionSyntax)expression.Parent, query);
            case SwitchExpressionArmSyntax { Parent: SwitchExpressionSyntax chosen }:
                return OfValue(chosen, query);
            case InvocationExpressionSyntax call when call.Expression == expression:
                return new Fate(Runner.Inline, call);
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Invoke" or "DynamicInvoke", Parent: InvocationExpressionSyntax call } access
                when access.Expression == expression:
                return new Fate(Runner.Inline, call);
            case MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } access
                when access.Expression == expression && access.Name.Identifier.ValueText == "BeginInvoke":
                return Begun(call);
            case ConditionalAccessExpressionSyntax { WhenNotNull: InvocationExpressionSyntax call } access when access.Expression == expression:
                return Names.OfInvoked(call.Expression) switch
                {
                    "Invoke" => new Fate(Runner.Inline, call),
                    "BeginInvoke" => Begun(call),
                    _ => default,
                };
            // a.Target: the name on the right of a dot stands for the whole.
            case MemberAccessExpressionSyntax access when access.Name == expression:
                return OfValue(access, query);
            // _handlers[key](message): whichever it is, it is run there.
            case ElementAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } element when element.Expression == expression && call.Expression == element:
                return new Fate(Runner.Inline, call);
            case AssignmentExpressionSyntax { Left: ImplicitElementAccessSyntax, Parent: InitializerExpressionSyntax { Parent: ExpressionSyntax kept } } entry when entry.Right == expression:
                return OfValue(kept, query);
            case ArgumentSyntax argument:
                return OfArgument(argument, query);
            case EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax or PropertyDeclarationSyntax } initializer:
                return OfVariable(_examination.ModelOf(expression).GetDeclaredSymbol(initializer.Parent!), query);
            case AssignmentExpressionSyntax assignment when assignment.Right == expression:
                return OfAssignment(assignment, query);
            case ReturnStatementSyntax or ArrowExpressionClauseSyntax:
                return OfReturned(expression, query);
            case InitializerExpressionSyntax { Parent: ExpressionSyntax array }:
                return OfValue(array, query);
            case ExpressionElementSyntax { Parent: ExpressionSyntax collection }:
                return OfValue(collection, query);
            case ExpressionStatementSyntax when expression is not InvocationExpressionSyntax:
                return default;
            case AnonymousFunctionExpressionSyntax lambda when lambda.Body == expression:
                return OfValue(lambda, query) is { Runner: Runner.None } none ? none : default;
            default:
                return default;
        }
    }

    // work.BeginInvoke(given, callback, state) of .NET Framework, where work is the delegate.
    private static Fate Begun(InvocationExpressionSyntax call) => new(Runner.Pool, call, WorkItemApis.BegunDelegate);

    private Fate OfArgument(ArgumentSyntax argument, Query query)
    {
        if (argument.Parent?.Parent is not { } call) return default;
        SemanticModel model = _examination.ModelOf(call);
        // new WaitCallback(x) is x under another type.
        if (call is BaseObjectCreationExpressionSyntax made
            && model.GetTypeInfo(made).Type?.TypeKind == TypeKind.Delegate) return OfValue(made, query);
        if (Calls.Target(model, call) is not { } method) return default;
        IParameterSymbol? parameter = Calls.Parameter(method, argument);
        if (parameter is not null && IsExpressionTree(parameter.Type)) return new Fate(Runner.None);
        IMethodSymbol definition = (method.ReducedFrom ?? method).OriginalDefinition;
        string type = MemberNames.OfType(definition.ContainingType);
        if (WorkItemApis.Find(type, definition.Name) is { } row)
        {
            return row.Runner == Runner.Pool ? OnPool(model, call, method, row)
                : new Fate(row.Runner, call, row.Type + "." + definition.Name);
        }
        if (parameter is null) return default;
        // Of a contract, what alone implements it.
        IMethodSymbol run = definition.IsAbstract ? _examination.OnlyMethodOf(call, method) ?? definition : definition;
        if (_examination.BodiesOf(run).Any()) return OfParameter(run, parameter, call, query);
        if (_examination.FateElsewhere(definition, OrdinalIn(parameter)) is { Runner: not Runner.Unknown } there)
        {
            return new Fate(there.Runner, call, there.Api, there.Kind);
        }
        // items.ForEach(work) runs it; handlers.Add(name, work) keeps it, as it keeps anything else.
        if (parameter.OriginalDefinition.Type is ITypeParameterSymbol) return default;
        if (WorkItemApis.IsCollection(MemberNames.OfNamespace(definition.ContainingNamespace))) return new Fate(Runner.Inline, call);
        return WorkItemApis.IsPoolCallback(MemberNames.OfType(parameter.Type))
            && definition.Name.StartsWith("Begin", System.StringComparison.Ordinal)
            ? new Fate(Runner.Pool, call, type + "." + definition.Name)
            : default;
    }

    private Fate OnPool(SemanticModel model, SyntaxNode call, IMethodSymbol method, WorkItemApi row)
    {
        string api = row.Type + "." + method.Name;
        if (Calls.IsLongRunning(model, call)) return new Fate(Runner.Dedicated, call, api);
        if (Calls.HasForeignScheduler(model, call)) return default;
        Fate onPool = new(Runner.Pool, call, api, row.Kind);
        return row.Start switch
        {
            TaskStart.ByFactory when TaskStarts.OfFactory(_examination, call) is var runner
                and not Runner.Pool => new Fate(runner, call, api),
            TaskStart.Later => TaskStarts.OfMade(_examination, call, onPool),
            TaskStart.Captured when _examination.BodyAround(call) is { } around
                && _examination.MemberAround(around) is { } member && Conventions.IsBoundToUi(member) => default,
            _ => onPool,
        };
    }

    /// <summary>What a helper does with the delegate that it is given.</summary>
    private Fate OfParameter(IMethodSymbol helper, IParameterSymbol parameter, SyntaxNode call, Query query)
    {
        IMethodSymbol body = helper.PartialImplementationPart ?? helper;
        int ordinal = OrdinalIn(parameter);
        if (ordinal >= body.Parameters.Length) return default;
        IParameterSymbol own = body.Parameters[ordinal];
        Fate fate = OfVariable(own, query);
        if (call is not MemberDeclarationSyntax && Calls.Target(_examination.ModelOf(call), call) is { } called) fate = fate.Without(place => _choices.AreClosed(place, call, called));
        if (fate is { Runner: Runner.Pool, At: { } start }
            && TaskStarts.IsGivenLongRunning(_examination, start, body, call)) return new Fate(Runner.Dedicated, call, fate.Api);
        // Run in the helper itself: on the thread of whoever called the helper, unless the helper has one of its own.
        if (fate.Runner != Runner.Inline || fate.At is null) return fate;
        Body? around = _examination.BodyAround(fate.At);
        // items.ForEach(x => work(x)) in the helper: run where that is.
        while (around is { IsAsync: false, Node: AnonymousFunctionExpressionSyntax lambda }
            && OfValue(lambda, query) is { Runner: Runner.Inline, At: { } outer })
        {
            if (_examination.BodyAround(outer) == around) break;
            around = _examination.BodyAround(outer);
        }
        if (around is null) return default;
        if (around.Node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax) return fate;
        // A constructor that keeps it for another member to run runs nothing itself.
        if (!SymbolEqualityComparer.Default.Equals(_examination.MethodOf(around)?.OriginalDefinition,
            body)) return fate;
        return _examination.WorkItems.IsByItself(around) ? fate : new Fate(Runner.Inline, call);
    }

    // The receiver of an extension method is its first parameter.
    private static int OrdinalIn(IParameterSymbol parameter) =>
        parameter.Ordinal + (parameter.ContainingSymbol is IMethodSymbol { ReducedFrom: not null } ? 1 : 0);

    private Fate OfAssignment(AssignmentExpressionSyntax assignment, Query query)
    {
        ISymbol? target = _examination.ModelOf(assignment).GetSymbolInfo(assignment.Left).Symbol;
        if (target is IEventSymbol happening)
        {
            string type = MemberNames.OfType(happening.ContainingType.OriginalDefinition);
            if (WorkItemApis.Find(type, happening.Name) is { Runner: Runner.Pool } row) return new Fate(Runner.Pool,
                assignment, row.ToString());
        }
        return OfVariable(target, query);
    }

    // What is added to the event of a contract is added to that of whatever implements it.
    private static bool Is(ISymbol? used, ISymbol variable) => SymbolEqualityComparer.Default.Equals(used, variable)
        || variable is IEventSymbol { IsAbstract: true } offered && used is IEventSymbol own && Implements(own, offered);

    private static bool Implements(IEventSymbol own, IEventSymbol offered)
    {
        for (IEventSymbol? at = own; at is not null; at = at.OverriddenEvent)
        {
            if (SymbolEqualityComparer.Default.Equals(at, offered)) return true;
            if (offered.ContainingType.TypeKind == TypeKind.Interface && at.ContainingType.AllInterfaces.Contains(offered.ContainingType, SymbolEqualityComparer.Default)
                && SymbolEqualityComparer.Default.Equals(at.ContainingType.FindImplementationForInterfaceMember(offered), at)) return true;
        }
        return false;
    }

    /// <summary>Every use of a local, parameter, field, property or event that may hold the delegate.</summary>
    private Fate OfVariable(ISymbol? variable, Query query)
    {
        if (variable is null or IDiscardSymbol) return default;
        if (_variables.TryGetValue(variable, out Fate known)) return known;
        // Taken for unknown while it is looked at, which ends cycles such as a = b; b = a.
        if (!query.Enter(variable)) return default;
        bool isFirst = query.Entered == 1;
        Fate fate = default, off = default;
        bool isHandedOn = false;
        foreach (SyntaxNode use in Uses(variable))
        {
            if (query.IsSpent) break;
            SemanticModel model = _examination.ModelOf(use);
            if (!Is(model.GetSymbolInfo(use).Symbol?.OriginalDefinition, variable.OriginalDefinition)) continue;
            ExpressionSyntax value = (ExpressionSyntax)use;
            if (value.Parent is AssignmentExpressionSyntax assignment && assignment.Left == value) continue;
            Fate here = OfValue(value, query);
            // What is only queued when somebody says so; where nothing else becomes of it, somebody does.
            if (here.Runner is Runner.Pool or Runner.Inline && variable is ILocalSymbol or IParameterSymbol
                && _choices.AreSwitchedOff(value))
            {
                off = off.Or(here);
                continue;
            }
            isHandedOn |= here.Runner != Runner.Unknown || value.Parent is ArgumentSyntax;
            fate = fate.Or(here);
            // A caller of the helper may keep it from one of several.
            if (fate.Runner == Runner.Pool && variable is not IParameterSymbol) break;
        }
        if (!isHandedOn) fate = fate.Or(off);
        if (isFirst) _variables.TryAdd(variable, fate);
        return fate;
    }

    private IEnumerable<SyntaxNode> Uses(ISymbol variable)
    {
        if (variable is ILocalSymbol or IParameterSymbol)
        {
            return _examination.SourcesOf(variable).FirstOrDefault()?.GetSyntax() is { } declaration
                && _examination.UsesAround(declaration) is { } around ? around.Of(variable.Name) : [];
        }
        if (!_examination.SourcesOf(variable).Any()) return [];
        // Work() runs the delegate that Work holds.
        IEnumerable<SyntaxNode> uses = _examination.Mentions(variable.Name)
            .Concat(_examination.CallsTo(variable.Name).Select(Name));
        if (variable.DeclaredAccessibility != Accessibility.Private) return uses;
        HashSet<SyntaxTree> own = [.. _examination.SourcesOf(variable.ContainingType)
            .Select(reference => reference.SyntaxTree)];
        return uses.Where(use => own.Contains(use.SyntaxTree));

        static SyntaxNode Name(InvocationExpressionSyntax call) =>
            call.Expression is MemberAccessExpressionSyntax access ? access.Name : call.Expression;
    }

    /// <summary>A delegate that a function makes goes wherever the function's results go.</summary>
    private Fate OfReturned(ExpressionSyntax expression, Query query)
    {
        if (_examination.BodyAround(expression.Parent!) is not { } body || body.LooksAwaitable) return default;
        if (_examination.MethodOf(body) is not { } method) return default;
        if (method.AssociatedSymbol is { } property) return OfVariable(property, query);
        if (!query.Enter(method)) return default;
        if (method.MethodKind == MethodKind.AnonymousFunction
            || method.ReturnType.TypeKind is not (TypeKind.Delegate or TypeKind.Array)) return default;
        Fate fate = default;
        foreach (InvocationExpressionSyntax call in _examination.CallsTo(method.Name))
        {
            if (query.IsSpent) break;
            ISymbol? target = _examination.ModelOf(call).GetSymbolInfo(call).Symbol?.OriginalDefinition;
            if (!SymbolEqualityComparer.Default.Equals(target, method.OriginalDefinition)) continue;
            fate = fate.Or(OfValue(call, query));
        }
        return fate;
    }

    /// <summary>Whether a lambda of this type is read by somebody rather than run.</summary>
    public static bool IsExpressionTree(ITypeSymbol type) =>
        type is INamedTypeSymbol { Name: "Expression", Arity: 1 } named
            && MemberNames.OfNamespace(named.ContainingNamespace) == "System.Linq.Expressions";

    /// <summary>Keeps one question from going round in circles, or through half of a program.</summary>
    private sealed class Query
    {
        private const int MaxSteps = 256;
        private readonly HashSet<ISymbol> _seen = new(SymbolEqualityComparer.Default);
        private int _steps;

        public bool IsSpent => ++_steps > MaxSteps;

        public int Entered => _seen.Count;

        public bool Enter(ISymbol symbol) => _seen.Add(symbol);
    }
}
