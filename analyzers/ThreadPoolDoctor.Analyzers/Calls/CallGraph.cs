using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Follows calls from a work item to the nearest call that blocks, breadth first and no deeper than the options say.
/// Each body is bound at most once per compilation; what was found about a method is kept for the next who calls it.
/// </summary>
internal sealed class CallGraph
{
    /// <summary>Stands for a loop that does not end, as the last step of a path.</summary>
    public static readonly BlockingCall EndlessLoop = new(Ailments.EndlessLoop, "", "endless loop");

    private const int MaxStepsAsked = 400;
    private const int MaxHelpersOfDecorator = 2;
    private const int MaxNested = 1;

    private readonly Examination _examination;
    private readonly IPassages _passages;
    private readonly CallSites _sites;
    private readonly RoughGraph _rough;
    private readonly Implementations _implementations;
    private readonly ConcurrentDictionary<IMethodSymbol, IReadOnlyList<Step>> _steps = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<IMethodSymbol, CallSite[]> _paths = new(SymbolEqualityComparer.Default);

    private readonly ConcurrentDictionary<IMethodSymbol, CallSite[]?> _sure = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<IMethodSymbol, IMethodSymbol[]> _ofSeveral = new(SymbolEqualityComparer.Default);

    // Of several implementations each is followed by itself, through calls that can run one method alone, or several
    // once more: a template method of a base class has a step for each of the classes that derive from it.
    private readonly CallGraph? _ofOne;

    public CallGraph(Examination examination, IPassages passages)
        : this(examination, passages, new Implementations(examination))
    {
    }

    private CallGraph(Examination examination, IPassages passages, Implementations implementations)
    {
        Unnamed = examination.LooksAtNamesAlone ? null : new UnnamedCalls(examination);
        _examination = examination;
        _passages = passages;
        _implementations = implementations;
        _sites = new CallSites(examination, Unnamed);
        _rough = new RoughGraph(examination, _sites, implementations);
        _ofOne = new CallGraph(this, MaxNested);
    }

    private CallGraph(CallGraph all, int nested)
    {
        _examination = all._examination;
        _passages = all._passages;
        _sites = all._sites;
        _rough = all._rough;
        _implementations = all._implementations;
        _ofOne = nested > 0 ? new CallGraph(all, nested - 1) : null;
    }

    public CallSites Sites => _sites;

    /// <summary>
    /// What a body calls that is listed, or may be followed, in order; and its calls by names that some twin has.
    /// </summary>
    public IEnumerable<CallSite> SitesIn(Body body, Func<string, bool>? hasTwin) => _rough.SitesIn(body, hasTwin);

    /// <summary>Conversions and operators; null in a graph of named calls alone.</summary>
    public UnnamedCalls? Unnamed { get; }

    /// <summary>
    /// The calls on the shortest open way from this one to a blocking call, which is the last; null when there is none.
    /// </summary>
    public CallSite[]? PathFrom(CallSite site)
    {
        if (Follow(site) is not [{ } start, ..] || ShortestFrom(start) is not { } path) return null;
        return IsOpen(site, path) ? path : OpenFrom(site, start).FirstOrDefault();
    }

    /// <summary>
    /// The same for everything that blocks behind a call: an open way to each such place, the nearest first. For a
    /// build, which tells each place once; an editor tells a call once.
    /// </summary>
    public IEnumerable<CallSite[]> PathsFrom(CallSite site) =>
        Follow(site).Where(Waits).SelectMany(start => OpenFrom(site, start));

    /// <summary>
    /// The calls from a method to what it surely waits for, whoever calls it with whatever; null when there is no such
    /// way.
    /// </summary>
    public CallSite[]? SurePathOf(IMethodSymbol method) => _sure.GetOrAdd(method, FindSurePath);

    private CallSite[]? FindSurePath(IMethodSymbol method)
    {
        if (!_rough.Leads(method)) return null;
        Body[] bodies = [.. _rough.BodiesOf(method)];
        if (bodies.Length == 0 || bodies.Any(body => body.LooksAwaitable || _examination.WorkItems.IsByItself(body))
            || IntentMarks.IsOn(method)) return null;
        if (ShortestFrom(method) is not { } path) return null;
        CallSite anybody = new(bodies[0].Node, method);
        path = IsOpen(anybody, path) ? path : OpenFrom(anybody, method).FirstOrDefault();
        return path?.Any(step => Guards.DependOnKept(step.Node)) == false ? path : null;
    }

    /// <summary>A way to each of the rows that a method surely comes to, the nearest first and not many.</summary>
    public IEnumerable<CallSite[]> SurePathsOf(IMethodSymbol method)
    {
        const int MaxMethods = 50;
        if (!_rough.Leads(method)) yield break;
        Body[] bodies = [.. _rough.BodiesOf(method)];
        if (bodies.Length == 0 || bodies.Any(body => body.LooksAwaitable || _examination.WorkItems.IsByItself(body))
            || IntentMarks.IsOn(method) || ShortestFrom(method) is null) yield break;
        HashSet<IMethodSymbol> seen = new(SymbolEqualityComparer.Default) { method };
        Queue<(IMethodSymbol Method, Callers Callers)> pending = new();
        pending.Enqueue((method, new Callers(new CallSite(bodies[0].Node, method), null)));
        while (pending.Count > 0 && seen.Count <= MaxMethods)
        {
            (IMethodSymbol at, Callers callers) = pending.Dequeue();
            foreach ((CallSite step, IMethodSymbol? next) in StepsOf(at))
            {
                // What is cheap is asked first, and what leads nowhere is not asked any further.
                if (next is not null && (seen.Contains(next) || ShortestFrom(next) is null)
                    || Guards.DependOnKept(step.Node)
                    || !_passages.IsOpen(callers, step)) continue;
                if (next is null) yield return Unrolled(callers, step);
                else if (seen.Add(next)) pending.Enqueue((next, new Callers(step, callers)));
            }
        }
    }

    /// <summary>How sure a way of this graph is, the last step of which waits.</summary>
    public WayConfidence ConfidenceIn(CallSite[] path) => _passages.ConfidenceIn(path);

    /// <summary>Binds what a body calls, for whoever asks later.</summary>
    public void ReadAhead(Body body) => _rough.Of(body);

    /// <summary>The same for another look at the compilation as well.</summary>
    public void ReadAhead(Body body, CallGraph other) => _rough.DrawFor(other._rough, body);

    /// <summary>
    /// Whether a body calls what may come to a wait, exemptions aside: if not, nothing else needs to be asked about it.
    /// </summary>
    public bool MayWait(Body body) => _rough.Leads(body);

    /// <summary>Whether a method comes to a wait, whoever calls it.</summary>
    public bool Waits(IMethodSymbol method) => _rough.Leads(method) && ShortestFrom(method) is not null;

    /// <summary>The method whose body a call runs, when there is only one that it can be.</summary>
    public IMethodSymbol? MethodOf(CallSite site) => _implementations.Of(site);

    /// <summary>What a call of a method of the program gives back.</summary>
    public IEnumerable<ExpressionSyntax> Returned(InvocationExpressionSyntax call) =>
        Calls.Target(_examination.ModelOf(call), call) is { } target
        && MethodOf(new CallSite(call, target)) is { } method
            ? _examination.BodiesOf(method).SelectMany(body => body.Returned()) : [];

    /// <summary>
    /// Each that a call may run in this compilation, by what its object is known as; null where what nobody sees may be
    /// run as well.
    /// </summary>
    public IEnumerable<IMethodSymbol>? RunBy(CallSite site, INamedTypeSymbol? type) =>
        _implementations.RunBy(site, type);

    /// <summary>Every method with a body in this compilation that a call of this one may run.</summary>
    public IEnumerable<IMethodSymbol> ImplementationsOf(IMethodSymbol method) => _implementations.All(method);

    // Whoever the caller is: kept, so that what most callers ask for is answered at once.
    private CallSite[]? ShortestFrom(IMethodSymbol start)
    {
        if (_paths.TryGetValue(start, out CallSite[]? known)) return known.Length > 0
            && known.Length <= _examination.Options.CallDepth ? known : null;

        Dictionary<IMethodSymbol, (IMethodSymbol? From, CallSite? By)> reached = new(SymbolEqualityComparer.Default) { [start] = (null, null) };
        Queue<(IMethodSymbol Method, int Depth)> pending = new();
        pending.Enqueue((start, 1));
        bool isCutShort = false;
        while (pending.Count > 0)
        {
            (IMethodSymbol method, int depth) = pending.Dequeue();
            if (depth > _examination.Options.CallDepth)
            {
                isCutShort = true;
                continue;
            }
            foreach ((CallSite step, IMethodSymbol? next) in StepsOf(method))
            {
                if (next is null) return Remember(start, method, step, reached);
                // What comes to nothing within as many steps from there does not from here.
                if (reached.ContainsKey(next) || IsHarmless(next)) continue;
                reached.Add(next, (method, step));
                pending.Enqueue((next, depth + 1));
            }
        }
        // Of what was reached last, more would have to be known.
        foreach (IMethodSymbol harmless in isCutShort ? [start]
            : reached.Keys.AsEnumerable()) _paths.TryAdd(harmless, []);
        return null;
    }

    private bool IsOpen(CallSite site, CallSite[] path)
    {
        Callers callers = new(site, null);
        foreach (CallSite step in path)
        {
            if (!_passages.IsOpen(callers, step)) return false;
            callers = new Callers(step, callers);
        }
        return true;
    }

    // The shortest way may be closed to this caller, and another be open.
    private IEnumerable<CallSite[]> OpenFrom(CallSite site, IMethodSymbol start)
    {
        // Another call of the same method may hand over something else.
        const int MaxVisits = 4;
        // An interpreter of a thousand methods has ways without end. A work item's own way is among the first, if there
        // is one.
        int left = MaxStepsAsked;
        HashSet<SyntaxNode> told = [];
        Dictionary<IMethodSymbol, int> visits = new(SymbolEqualityComparer.Default) { [start] = 1 };
        Queue<(IMethodSymbol Method, Callers Callers, int Depth)> pending = new();
        pending.Enqueue((start, new Callers(site, null), 1));
        while (pending.Count > 0)
        {
            (IMethodSymbol method, Callers callers, int depth) = pending.Dequeue();
            if (depth > _examination.Options.CallDepth) continue;
            foreach ((CallSite step, IMethodSymbol? next) in StepsOf(method))
            {
                // What is cheap is asked first: where nothing blocks, no branch needs to be looked at.
                int visited = 0;
                if (next is null ? told.Contains(step.Node) : visits.TryGetValue(next, out visited) && visited >= MaxVisits
                    || IsHarmless(next)) continue;
                if (left-- == 0) yield break;
                if (!_passages.IsOpen(callers, step)) continue;
                if (next is null)
                {
                    told.Add(step.Node);
                    yield return Unrolled(callers, step);
                    continue;
                }
                visits[next] = visited + 1;
                pending.Enqueue((next, new Callers(step, callers), depth + 1));
            }
        }
    }

    private bool IsHarmless(IMethodSymbol method) =>
        _paths.TryGetValue(method, out CallSite[]? known) && known.Length == 0;

    private static CallSite[] Unrolled(Callers callers, CallSite leaf)
    {
        List<CallSite> path = [leaf];
        for (Callers at = callers; at.Before is not null; at = at.Before) path.Insert(0, at.Site);
        return [.. path];
    }

    private CallSite[] Remember(
        IMethodSymbol start, IMethodSymbol last, CallSite leaf, Dictionary<IMethodSymbol,
            (IMethodSymbol? From, CallSite? By)> reached)
    {
        List<CallSite> path = [leaf];
        for (IMethodSymbol? at = last; at is not null; at = reached[at].From)
        {
            // What is left of a shortest way is itself the shortest way from where it begins.
            _paths.TryAdd(at, [.. path]);
            if (reached[at].By is { } by) path.Insert(0, by);
        }
        return _paths[start];
    }

    /// <summary>
    /// The method whose body a call leads into, or several that it may run, each of which blocks; none when it has no
    /// body here, or answers for itself as a work item.
    /// </summary>
    private IMethodSymbol[] Follow(CallSite site)
    {
        if (_examination.Options.CallDepth == 0) return [];
        IMethodSymbol[] methods = RunBy(site);
        return methods.Length > 0 && Array.TrueForAll(methods, _rough.Leads) && _passages.LeadsOn(site)
            && Array.TrueForAll(methods, IsFollowed) ? methods : [];
    }

    private IMethodSymbol[] RunBy(CallSite site)
    {
        IMethodSymbol[] own = site.Row is not null ? [] : _implementations.Of(site) is { } only ? [only] : OfSeveral(site);
        // Another project's method calls what is implemented here.
        return _examination.LeadsBackTo(site.Target) is not { Count: > 0 } back ? own
            : [.. own.Where(each => _rough.BodiesOf(each).Any()), .. back.SelectMany(member => _implementations.Only(member) is { } one ? [one] : OfSeveral(member))];
    }

    /// <summary>A call that is followed, as one of what it may run in other projects as well.</summary>
    public IEnumerable<CallSite> AlsoElsewhere(CallSite site)
    {
        IMethodSymbol method = (site.Target.ReducedFrom ?? site.Target).OriginalDefinition;
        IEnumerable<IMethodSymbol> members = _examination.LeadsBackTo(method);
        if (site.Row is null && (method.IsVirtual || method.IsAbstract || method.IsOverride) && !Implementations.IsExact(site.Node))
        {
            members = members.Prepend(method);
        }
        return members.Select(_implementations.RowElsewhere).OfType<BlockingCall>()
            .Select(row => new CallSite(site.Node, site.Target, row));
    }

    private bool IsFollowed(IMethodSymbol method)
    {
        bool hasBody = false;
        foreach (Body body in _rough.BodiesOf(method))
        {
            if (body.LooksAwaitable || _examination.WorkItems.IsByItself(body)) return false;
            hasBody = true;
        }
        return hasBody;
    }

    // A virtual method with overrides, or an interface with several implementations: each of them surely blocks, or
    // none is told.
    private IMethodSymbol[] OfSeveral(CallSite site)
    {
        IMethodSymbol method = (site.Target.ReducedFrom ?? site.Target).OriginalDefinition;
        return method is { IsVirtual: false, IsAbstract: false, IsOverride: false }
            || _implementations.IsOfOthers(site, method) ? []
            : [.. OfSeveral(method).Where(each => _implementations.MayBeOf(site, each))];
    }

    private IMethodSymbol[] OfSeveral(IMethodSymbol method) =>
        _ofOne is null ? [] : _ofSeveral.GetOrAdd(method, AllIfEachBlocks);

    private IMethodSymbol[] AllIfEachBlocks(IMethodSymbol method)
    {
        if (_implementations.HasUnseen(method) && _implementations.RowElsewhere(method) is null) return [];
        // One that only throws answers for nobody, nor does one that stands in for the others without a wait.
        IMethodSymbol[] all = [.. _implementations.All(method).Where(each =>
            !_examination.BodiesOf(each).All(body => Throwing.IsAll(body.Node))
            && (_rough.Leads(each) || !StandIns.Hold(each, method)))];
        if (!all.All(_rough.Leads)) return [];
        List<IMethodSymbol> blocking = [];
        foreach (IMethodSymbol each in all)
        {
            if (_ofOne!.SurePathOf(each) is not null) blocking.Add(each);
            // One that surely hands on to another of them, such as a retry or a log around it, waits as long as that
            // one does. The first that does neither answers for all: there may be hundreds.
            else if (!HandsOn(each, method, MaxHelpersOfDecorator) && !StandIns.Hold(each, method)) return [];
        }
        return [.. blocking];
    }

    private bool HandsOn(IMethodSymbol from, IMethodSymbol member, int helpers)
    {
        foreach (Body body in _rough.BodiesOf(from))
        {
            if (body.LooksAwaitable || _examination.WorkItems.IsByItself(body)) continue;
            foreach (CallSite site in _rough.Of(body).Sites)
            {
                if (site.Row is not null || Guards.IsConditional(site.Node) || Guards.IsAfterReturn(site.Node)) continue;
                bool isSame = SymbolEqualityComparer.Default.Equals(site.Target.OriginalDefinition, member)
                    && Receiver.Of(site.Node) is not (null or ThisExpressionSyntax or BaseExpressionSyntax);
                if ((isSame || helpers > 0 && _implementations.Of(site) is { } only && HandsOn(only, member, helpers - 1))
                    && _passages.Counts(site, body)) return true;
            }
        }
        return false;
    }

    private IReadOnlyList<Step> StepsOf(IMethodSymbol method) => _steps.GetOrAdd(method, FindSteps);

    private IReadOnlyList<Step> FindSteps(IMethodSymbol method)
    {
        List<Step> leaves = [];
        List<Step> calls = [];
        foreach (Body body in _rough.BodiesOf(method)) AddSteps(body, method, leaves, calls);
        leaves.AddRange(calls);
        return leaves;
    }

    private void AddSteps(Body body, IMethodSymbol method, List<Step> leaves, List<Step> calls)
    {
        RoughBody rough = _rough.Of(body);
        foreach (CallSite step in rough.Sites)
        {
            // Most of what has a name of the catalogue leads nowhere: no exemption needs to be asked about it.
            IMethodSymbol[] next = Follow(step);
            if (step.Row is null && next.Length == 0 || !_passages.Counts(step, body)) continue;
            if (step.Row is not null) leaves.Add(new Step(step, null));
            foreach (IMethodSymbol called in next) calls.Add(new Step(step, called));
            if (next.Length > 0) leaves.AddRange(AlsoElsewhere(step).Select(there => new Step(there, null)));
        }
        if (body.MayNotEnd && !_examination.LooksForOpenCalls)
        {
            foreach (SyntaxNode loop in EndlessLoops.In(_examination, body))
            {
                CallSite leaf = new(loop, method, EndlessLoop);
                if (_passages.Counts(leaf, body)) leaves.Add(new Step(leaf, null));
            }
        }
        foreach (Body lambda in rough.Lambdas)
        {
            if (!_rough.Leads(lambda)) continue;
            Fate fate = _examination.Delegates.Of((AnonymousFunctionExpressionSyntax)lambda.Node);
            if (fate.Runner == Runner.Inline
                && fate.Places.Any(at => _examination.BodyAround(at) == body)) AddSteps(lambda, method, leaves, calls);
        }
    }

    /// <summary>A call in a method, and the method that it leads into; null for what blocks itself.</summary>
    private sealed class Step
    {
        private readonly CallSite _site;
        private readonly IMethodSymbol? _next;

        public Step(CallSite site, IMethodSymbol? next)
        {
            _site = site;
            _next = next;
        }

        public void Deconstruct(out CallSite site, out IMethodSymbol? next) => (site, next) = (_site, _next);
    }
}
