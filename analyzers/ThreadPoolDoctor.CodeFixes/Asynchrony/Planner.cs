using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Cures;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Works out everything that has to change so that one expression can be awaited: the function around it becomes async,
/// then its callers, and so on up to a work item that can hold a task. Nothing is edited before all of it is known to
/// be possible. What was worked out for a function is kept, so that hundreds of sites cost little more than one.
/// </summary>
internal sealed class Planner
{
    // More is nothing to be done by one click, nor to be read in one change; and to look for all of their callers can
    // take minutes.
    private const int MostMethods = 128;

    private readonly Dictionary<SyntaxNode, FunctionPlan> _plans = [];
    private readonly CallerSearch _callers;
    private readonly TestedMembers _tested;
    private readonly OwnTwins _twins;
    private readonly CancellationToken _cancellation;

    public Planner(Solution solution, bool loosesAggregate, CancellationToken cancellation)
    {
        Solution = solution;
        _cancellation = cancellation;
        _callers = new CallerSearch(solution, loosesAggregate, cancellation);
        _tested = new TestedMembers(solution, cancellation);
        _twins = new OwnTwins(solution, _callers.ModelAsync, cancellation);
    }

    public Solution Solution { get; }

    /// <summary>Async void methods may be changed: that is what the cure is about.</summary>
    public bool CuresAsyncVoid { get; init; }

    /// <summary>
    /// Many reports are cured at once, and nobody waits for what the cure itself brings to be reported.
    /// </summary>
    public bool IsPass { get; init; }

    /// <summary>
    /// What there would be to report of functions if they were async, kept for the next site that needs them.
    /// </summary>
    public Dictionary<SyntaxNode, IReadOnlyList<Analyzers.Finding>> IfAsync { get; } = [];

    public Task<SemanticModel> ModelAsync(Document document) => _callers.ModelAsync(document);

    /// <summary>
    /// As <see cref="PlanAsync"/>, where nobody has asked for this very place: a test keeps what it tests, and where
    /// nobody watches, the program keeps what its twin may do otherwise.
    /// </summary>
    public async Task<SitePlan> PlanUnaskedAsync(Document document, SyntaxNode shown)
    {
        SemanticModel model = await _callers.ModelAsync(document).ConfigureAwait(false);
        if (CureTable.At(shown, model) is not { } cure) return await PlanAsync(document, shown).ConfigureAwait(false);
        string? stop = await _tested.StopAsync(document, cure.Blocking, model).ConfigureAwait(false);
        if (IsPass && cure.IsForPersons) stop ??= "what it would become is for a person to choose";
        if (IsPass) stop ??= await _twins.StopAsync(model.GetSymbolInfo(cure.Blocking, _cancellation).Symbol, cure.Twin).ConfigureAwait(false);
        return stop is null ? await PlanAsync(document, shown).ConfigureAwait(false) : SitePlan.Refused(stop);
    }

    /// <summary>Plans the cure of the blocking expression at a node of a document.</summary>
    public async Task<SitePlan> PlanAsync(Document document, SyntaxNode shown)
    {
        SemanticModel model = await _callers.ModelAsync(document).ConfigureAwait(false);
        if (CureTable.At(shown, model) is not { } cure) return SitePlan.Refused("there is no asynchronous twin of it");
        if (cure.OnlyAsStatement && !Syntax.IsUnused(cure.Blocking, model)) return SitePlan.Refused("its value is used");
        if (BlockingTwins.Stop(document, cure.Blocking, model, _cancellation) is { } same) return SitePlan.Refused(same);
        if (TimeLimits.Stop(cure.Blocking, model) is { } limit) return SitePlan.Refused(limit);
        if (Functions.Around(cure.Blocking) is not { } function) return SitePlan.Refused("it is not in a function");
        if (AwaitPlace.Stop(cure.Blocking, function, model,
            cure.LoosesAggregate) is { } place) return SitePlan.Refused(place);
        Edit? edit = AwaitEdit.Make(document.Id, cure.Blocking, cure.Awaitable, cure.Around, model, out string? stop,
            cure.IsConfigured);
        if (edit is null) return SitePlan.Refused(stop!);
        SitePlan plan = await ForAwaitAsync(new Declaration(document, function, model), cure.Shown)
            .ConfigureAwait(false);
        plan.Edits.Add(edit);
        if (AwaitUsing.Of(document.Id, cure.Blocking, function, model) is { } disposal
            && !(IsPass && await _twins.StopAsync(disposal.Dispose, disposal.Twin).ConfigureAwait(false) is not null))
        {
            plan.Edits.Add(disposal.Edit);
        }
        if (cure.Using is not null) plan.Usings.Add((document.Id, cure.Using));
        return plan;
    }

    /// <summary>Plans that a function is made async; the caller of this adds what is awaited in it.</summary>
    public async Task<SitePlan> ForAwaitAsync(Declaration function, string shown)
    {
        SitePlan site = new(shown, function);
        HashSet<FunctionPlan> seen = [];
        int methods = 0;
        Stack<Declaration> open = new([function]);
        while (open.Count > 0)
        {
            FunctionPlan plan = await PlanOfAsync(open.Pop()).ConfigureAwait(false);
            if (plan.Stop is not null) return SitePlan.Refused(plan.Stop);
            if (!seen.Add(plan)) continue;
            if (IsSearchedFor(plan) && ++methods > MostMethods) return SitePlan.Refused($"more than {MostMethods} methods would become async with it");
            site.Functions.Add(plan);
            foreach (Declaration caller in plan.Awaiting) open.Push(caller);
        }
        return site;
    }

    // Lambdas, and what is async already, have no callers that would follow.
    private static bool IsSearchedFor(FunctionPlan plan) =>
        plan.ChangesType && plan.Declarations[0].Node is MethodDeclarationSyntax;

    private async Task<FunctionPlan> PlanOfAsync(Declaration function)
    {
        if (_plans.TryGetValue(function.Node, out FunctionPlan? known)) return known;
        FunctionPlan plan = new();
        plan.Declarations.Add(function);
        _plans.Add(function.Node, plan);
        if (function.Node is CompilationUnitSyntax) return plan;
        IMethodSymbol? symbol = Functions.SymbolOf(function.Node, function.Model);
        bool isAsync = Functions.IsAsync(function.Node);
        if (isAsync && !symbol!.ReturnsVoid)
        {
            return await _callers.UnwrapsAsync(symbol).ConfigureAwait(false)
                ? plan.StopBecause($"who awaits '{symbol.Name}' looks for the AggregateException") : plan;
        }
        if (isAsync && !CuresAsyncVoid && AsyncHandlers.Are(symbol!)) return plan;
        if (CanBeAsync.Stop(function.Node, symbol) is { } stop) return plan.StopBecause(stop);
        if (isAsync && function.Node is not AnonymousFunctionExpressionSyntax && !CuresAsyncVoid)
        {
            return plan.StopBecause("it is in an async void function: cure that first");
        }
        plan.CallsAreDropped = isAsync && symbol!.ReturnsVoid;
        plan.ChangesType = !Awaitables.IsTaskLike(symbol!.ReturnType);
        if (!plan.ChangesType
            && ReturnedTasks.Stop(function.Node, function.Model) is { } held) return plan.StopBecause(held);
        // Of an async void lambda it is the work item that has to change.
        switch (function.Node)
        {
            case AnonymousFunctionExpressionSyntax lambda:
                Lambda(plan, function, lambda, symbol);
                break;
            case LocalFunctionStatementSyntax local when plan.ChangesType:
                plan.NewName = NewNames.OfLocal(local, function.Model);
                _callers.AddLocal(plan, function, symbol);
                break;
            case MethodDeclarationSyntax when plan.ChangesType:
                await MethodAsync(plan, function, symbol).ConfigureAwait(false);
                break;
            case MethodDeclarationSyntax when await _callers.DropsAsync(symbol).ConfigureAwait(false):
                plan.StopBecause($"who calls '{symbol.Name}' drops its task, and would go on before all is done");
                break;
        }
        return plan;
    }

    private static void Lambda(FunctionPlan plan, Declaration function, AnonymousFunctionExpressionSyntax lambda,
        IMethodSymbol symbol)
    {
        ITypeSymbol? type = function.Model.GetTypeInfo(lambda).ConvertedType;
        if (type is { Name: "Expression" } && Awaitables.IsIn(type, "System.Linq.Expressions"))
        {
            plan.StopBecause("it is in an expression tree");
            return;
        }
        if (!plan.ChangesType && (type as INamedTypeSymbol)?.DelegateInvokeMethod is { } invoke
            && Awaitables.IsTaskLike(invoke.ReturnType)) return;
        if (WorkItem.Of(function.Document, lambda, symbol, null, function.Model) is not { } item)
        {
            plan.StopBecause("it is in a delegate whose type returns no task");
            return;
        }
        WorkItemCalls.Apply(plan, item, function);
    }

    private async Task MethodAsync(FunctionPlan plan, Declaration function, IMethodSymbol symbol)
    {
        (HashSet<IMethodSymbol> group, string? stop) = await MethodGroup.OfAsync(symbol, Solution, _cancellation)
            .ConfigureAwait(false);
        if (stop is not null)
        {
            plan.StopBecause(stop);
            return;
        }
        plan.Declarations.Clear();
        foreach (IMethodSymbol method in group)
        {
            foreach (SyntaxReference reference in method.DeclaringSyntaxReferences)
            {
                SyntaxNode node = await reference.GetSyntaxAsync(_cancellation).ConfigureAwait(false);
                if (Solution.GetDocument(node.SyntaxTree) is not { } document)
                {
                    plan.StopBecause("it is in generated code");
                    return;
                }
                SemanticModel model = await _callers.ModelAsync(document).ConfigureAwait(false);
                plan.Declarations.Add(new Declaration(document, node, model));
                _plans[node] = plan;
                string? reason = CanBeAsync.Stop(node, method) ?? FrameworkCalls.Stop(method)
                    ?? ApiBoundary.Stop(method, document, node.SyntaxTree)
                    ?? NamesInWords.Stop(method, model.Compilation, _cancellation)
                    ?? await DisabledCode.StopAsync(method, Solution, _cancellation).ConfigureAwait(false)
                    ?? await DynamicCalls.StopAsync(method, Solution, _cancellation).ConfigureAwait(false);
                if (reason is not null) plan.StopBecause(reason);
            }
        }
        if (plan.Stop is not null) return;
        plan.NewName = await NewNames.OfAsync(group, Solution, function.Model.Compilation, _cancellation)
            .ConfigureAwait(false);
        await _callers.AddAsync(plan, group).ConfigureAwait(false);
        if (!plan.IsUsed && group.Select(method => ApiBoundary.StopUnused(method, function.Document))
            .FirstOrDefault(reason => reason is not null) is { } unused)
        {
            plan.StopBecause(unused);
        }
    }
}
