using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Which bodies pool threads run, and who put them there. Whatever nobody is seen to queue is none.</summary>
internal sealed class WorkItems
{
    // From where an event is raised to what was queued.
    private const int MaxHelpers = 2;

    private static readonly WorkItem s_none = new(WorkItemKind.AsyncBody, "");

    private readonly Examination _examination;
    private readonly ConcurrentDictionary<Body, WorkItem> _known = new();
    private readonly ConcurrentDictionary<Body, Fate> _fates = new();
    private readonly ConcurrentDictionary<string, IReadOnlyList<MethodGroup>> _groups = new();
    private readonly ConcurrentDictionary<Body, Body[]> _callers = new();

    private readonly OwnSchedulers _schedulers;
    private readonly ReflectedMethods _reflected;
    private readonly MadePerRequest _made;

    public WorkItems(Examination examination)
    {
        _examination = examination;
        _schedulers = new OwnSchedulers(examination);
        _reflected = new ReflectedMethods(examination);
        _made = new MadePerRequest(examination);
    }

    /// <summary>The work item that this body is, or is part of; null when no pool thread is known to run it.</summary>
    public WorkItem? Find(Body body)
    {
        WorkItem? found = Find(body, []);
        _known.TryAdd(body, found ?? s_none);
        return found;
    }

    /// <summary>Whether this body is a work item by what it is, without regard to who uses it as a delegate.</summary>
    public bool IsByItself(Body body) => ByItself(body) is not null;

    /// <summary>
    /// Who runs a method as a delegate on a pool thread, also one that is a work item by itself; null where that is not
    /// seen.
    /// </summary>
    public string? ApiOf(Body body) => _fates.GetOrAdd(body, FateOf) is { Runner: Runner.Pool, Api: var api } ? api : null;

    /// <summary>
    /// The work item that a method without a body here is where it is handed on by its name; null where no pool thread
    /// is known to run it.
    /// </summary>
    public WorkItem? OfHandedOn(Body body, SimpleNameSyntax name)
    {
        Fate fate = _examination.Delegates.Of(name);
        WorkItem? item = fate.Runner switch
        {
            Runner.Pool => WorkItem.Queued(fate),
            // Run where it stands, it is followed from there, like any other call.
            Runner.Inline when !fate.Places.Any(at => _examination.BodyAround(at) == body.Parent) => OfRun(fate, body, []),
            _ => null,
        };
        if (item is not null) _known.TryAdd(body, item);
        return item;
    }

    // Bodies may run each other's delegates: each is asked once, and of one that was asked on the way nothing is kept
    // but an answer.
    private WorkItem? Find(Body body, HashSet<Body> asked)
    {
        if (_known.TryGetValue(body, out WorkItem? known)) return known == s_none ? null : known;
        if (!asked.Add(body)) return null;
        WorkItem? found = ByItself(body) ?? AsDelegate(body, asked);
        if (found is not null) _known.TryAdd(body, found);
        return found;
    }

    // As the look at names alone has it: that one shares these work items and asks for them while it finds out which
    // conversions wait, which all suspects ask for first. They would ask each other for ever.
    private bool MayBlock(Body body) => _examination.ForNamedCalls.Suspects.MayBlock(body);

    private WorkItem? ByItself(Body body)
    {
        switch (body.Node)
        {
            case CompilationUnitSyntax:
                return body.HasAwait ? WorkItem.Async(body, isEntryPoint: true) : null;
            case AnonymousFunctionExpressionSyntax lambda:
                return OfLambda(body, lambda);
            case LocalFunctionStatementSyntax when body.LooksAwaitable:
                return _examination.MethodOf(body) is { } function && !Conventions.IsBoundToUi(function)
                    ? WorkItem.Async(body) : null;
            case ConstructorDeclarationSyntax when MayBlock(body) && _examination.MethodOf(body) is { } maker:
                return Conventions.IsMadePerRequest(maker) ? WorkItem.Request(maker.ContainingType.Name)
                    : _made.Of(maker) is { Runner: Runner.Pool } added ? WorkItem.Queued(added) : null;
            case MethodDeclarationSyntax when _examination.MethodOf(body) is { } method:
                if (Conventions.IsRequest(method)) return WorkItem.Request(method.ContainingType.Name + "." + method.Name);
                if (Conventions.CalledByAll(method) is { } by && !_examination.ServesNobody) return WorkItem.CalledByAll(
                    by, method.ContainingType.Name + "." + method.Name);
                if (Conventions.IsPoolItem(method)) return new WorkItem(WorkItemKind.Queued,
                    "the pool thread that runs " + method.ContainingType.Name, "IThreadPoolWorkItem.Execute");
                if (!body.IsAsync && !IsTaskLike(method.ReturnType) || Conventions.IsBoundToUi(method)
                    || _schedulers.MayRun(method)) return null;
                return WorkItem.Async(body, IsEntryPoint(method));
            default:
                return null;
        }
    }

    // Who queued it is the better story than that it is async.
    private WorkItem? OfLambda(Body body, AnonymousFunctionExpressionSyntax lambda)
    {
        Fate fate = _examination.Delegates.Of(lambda);
        if (fate.Runner == Runner.None) return null;
        if (fate.Runner == Runner.Pool) return WorkItem.Queued(fate);
        if (!body.IsAsync && (fate.Runner == Runner.Dedicated || IsWaitedFor(lambda))
            || _examination.MethodOf(body) is not { } function) return null;
        return (body.IsAsync || IsTaskLike(function.ReturnType)) && !Conventions.IsBoundToUi(function)
            ? WorkItem.Async(body) : null;
    }

    // SendAsync(x => { x.Write(); return Task.CompletedTask; }).GetAwaiter().GetResult(): who waits for it runs it,
    // too. So does a RunSync(() => ...) that gives no task back.
    private bool IsWaitedFor(AnonymousFunctionExpressionSyntax lambda)
    {
        if (lambda.Parent is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }) return false;
        if (Names.OfInvoked(call.Expression) is "Run" or "RunSync" or "RunSynchronously"
            && call.Parent is not AwaitExpressionSyntax
            && !(_examination.ModelOf(call).GetTypeInfo(call).Type is { } given && IsTaskLike(given))) return true;
        ExpressionSyntax asked = call;
        while (asked.Parent is MemberAccessExpressionSyntax access)
        {
            if (access.Name.Identifier.ValueText is "Result" or "GetResult" or "Wait") return true;
            if (access.Parent is not InvocationExpressionSyntax next) return false;
            if (GivesResult(asked, next)) return true;
            asked = next;
        }
        return false;
    }

    // LoadAsync(...).GetAsyncResult(): what makes the result of a task waits for it, whatever it is called.
    private bool GivesResult(ExpressionSyntax task, InvocationExpressionSyntax call)
    {
        SemanticModel model = _examination.ModelOf(call);
        return model.GetTypeInfo(task).Type is INamedTypeSymbol { TypeArguments: [{ } result] } begun && IsTaskLike(begun)
            && SymbolEqualityComparer.Default.Equals(result, model.GetTypeInfo(call).Type);
    }

    private Fate FateOf(Body body) => body.Node switch
    {
        AnonymousFunctionExpressionSyntax lambda => _examination.Delegates.Of(lambda),
        MethodDeclarationSyntax method => OfMethodGroup(body, method.Identifier.ValueText),
        LocalFunctionStatementSyntax local => OfMethodGroup(body, local.Identifier.ValueText),
        _ => default,
    };

    private WorkItem? AsDelegate(Body body, HashSet<Body> asked)
    {
        Fate fate = _fates.GetOrAdd(body, FateOf);
        return fate.Runner switch
        {
            Runner.Pool => WorkItem.Queued(fate),
            Runner.Inline when !body.IsAsync && body.Node is AnonymousFunctionExpressionSyntax lambda
                && IsWaitedFor(lambda) => OfWaitedFor(fate, body, asked),
            Runner.Inline => OfRun(fate, body, asked),
            _ => null,
        };
    }

    // Of several who run it, one on a pool thread is enough.
    private WorkItem? OfRun(Fate fate, Body body, HashSet<Body> asked)
    {
        Body[] all =
            [.. fate.Places.Select(_examination.BodyAround).OfType<Body>().Distinct().Where(around => around != body)];
        return all.Select(around => Find(around, asked)).FirstOrDefault(item => item is not null)
            ?? (MayBlock(body) || body.MayNotEnd
                // Run in the helper that it is written in, it is followed from there, like any other call.
                ? all.Where(around => around != body.Parent).Select(around => OfHelper(around, asked, MaxHelpers)).FirstOrDefault(item => item is not null) : null);
    }

    // OnReceived(frame) => Received?.Invoke(frame), in a loop that was queued: who raises an event, or runs what is
    // kept for somebody, mostly does so in a method of its own.
    private WorkItem? OfHelper(Body helper, HashSet<Body> asked, int left)
    {
        if (left == 0 || helper.LooksAwaitable || helper.Node is not MethodDeclarationSyntax
            || _examination.MethodOf(helper) is not { IsOverride: false } method) return null;
        foreach (Body around in _callers.GetOrAdd(helper, _ => CallersOf(helper, method)))
        {
            WorkItem? item = Find(around, asked);
            if ((item ?? OfHelper(around, asked, left - 1)) is { Kind: WorkItemKind.Queued } queued) return queued;
        }
        return null;
    }

    private Body[] CallersOf(Body helper, IMethodSymbol method) =>
    [
        .. _examination.CallsTo(method.Name)
            .Where(call => _examination.BodyAround(call) is { } around && around != helper
                && Calls.Target(_examination.ModelOf(call), call) is { } target && Same(target, method))
            .Select(call => _examination.BodyAround(call)!).Distinct(),
    ];

    // Who waits for it does not run what another has queued, Run(Func<int> work) => Task.Run(() => work()), or has made
    // a thread for.
    private WorkItem? OfWaitedFor(Fate fate, Body body, HashSet<Body> asked)
    {
        if (_examination.BodyAround(fate.At!) is { } around && around != body)
        {
            if (around.Node is AnonymousFunctionExpressionSyntax inner
                && _examination.Delegates.Of(inner).Runner == Runner.Dedicated) return null;
            if (Find(around, asked) is { Kind: WorkItemKind.Queued } queued) return queued;
        }
        return Find(body.Parent!, asked);
    }

    /// <summary>What becomes of a method that is passed on by its name.</summary>
    private Fate OfMethodGroup(Body body, string name)
    {
        Fate fate = default;
        IMethodSymbol? method = null;
        foreach (MethodGroup mention in _groups.GetOrAdd(name, FindGroups))
        {
            method ??= _examination.MethodOf(body);
            if (method is null) return default;
            if (!mention.Methods.Any(mentioned => Same(mentioned, method))) continue;
            Fate here = _examination.Delegates.Of(mention.Name);
            // Run where it is mentioned, it is followed from there, like any other call.
            if (here.Runner == Runner.Inline
                && _examination.BodyAround(here.At!) == _examination.BodyAround(mention.Name)) continue;
            fate = fate.Or(here);
            if (fate.Runner == Runner.Pool) break;
        }
        return fate.Runner != Runner.Pool && _reflected.AreRun && (method ?? _examination.MethodOf(body)) is { } found
            ? fate.Or(_reflected.Of(found)) : fate;
    }

    // Bound once for all methods of the name.
    private IReadOnlyList<MethodGroup> FindGroups(string name)
    {
        List<MethodGroup> groups = [];
        foreach (SimpleNameSyntax passed in _examination.Passed(name))
        {
            SymbolInfo info = _examination.ModelOf(passed).GetSymbolInfo(passed);
            IMethodSymbol[] methods = info.Symbol is IMethodSymbol only ? [only] : info.Symbol is null
                ? [.. info.CandidateSymbols.OfType<IMethodSymbol>()] : [];
            if (methods.Length > 0) groups.Add(new MethodGroup(passed, methods));
        }
        return groups;
    }

    private static bool Same(IMethodSymbol one, IMethodSymbol other) =>
        SymbolEqualityComparer.Default.Equals((one.ReducedFrom ?? one).OriginalDefinition, other.OriginalDefinition);

    private bool IsEntryPoint(IMethodSymbol method) =>
        method is { Name: "Main", IsStatic: true }
            && _examination.Compilation.Options.OutputKind is not OutputKind.DynamicallyLinkedLibrary;

    public static bool IsTaskLike(ITypeSymbol type) =>
        type.Name is "Task" or "ValueTask" or "IAsyncEnumerable" or "IAsyncEnumerator"
        && MemberNames.OfNamespace(type.ContainingNamespace) is "System.Threading.Tasks"
            or "System.Collections.Generic";

    /// <summary>A name that is handed on, and the methods that it may stand for.</summary>
    private sealed class MethodGroup
    {
        public MethodGroup(SimpleNameSyntax name, IMethodSymbol[] methods)
        {
            Name = name;
            Methods = methods;
        }

        public SimpleNameSyntax Name { get; }

        public IMethodSymbol[] Methods { get; }
    }
}
