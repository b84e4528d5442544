using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The calls of a compilation before anything is asked about them: exemptions, conditions, what becomes of a delegate.
/// Most calls lead to nothing that blocks even so, and are asked nothing more. Each body is bound at most once.
/// </summary>
internal sealed class RoughGraph
{
    private readonly Examination _examination;
    private readonly CallSites _sites;
    private readonly Implementations _implementations;
    private readonly ConcurrentDictionary<Body, RoughBody> _bodies = new();
    private readonly ConcurrentDictionary<IMethodSymbol, bool> _leads = new(SymbolEqualityComparer.Default);

    public RoughGraph(Examination examination, CallSites sites, Implementations implementations)
    {
        _examination = examination;
        _sites = sites;
        _implementations = implementations;
    }

    /// <summary>What a body calls that is listed, or has a body itself; and the lambdas in it that may block.</summary>
    public RoughBody Of(Body body) => _bodies.GetOrAdd(body, Draw);

    /// <summary>The calls of a body, in order, and those by names that some twin has.</summary>
    public IEnumerable<CallSite> SitesIn(Body body, Func<string, bool>? hasTwin)
    {
        RoughBody rough = Of(body);
        if (hasTwin is null || !body.Calls.Any(hasTwin)) return rough.All.Select(each => each.Site);
        HashSet<SyntaxNode> known = [.. rough.All.Select(each => each.Node)];
        ILookup<SyntaxNode, CallSite> sites = rough.All
            .Concat(_sites.Paired(body, hasTwin).Where(paired => !known.Contains(paired.Node)))
            .ToLookup(each => each.Node, each => each.Site);
        return UsePlaces.InOrder(sites.Select(each => each.Key)).SelectMany(node => sites[node]);
    }

    /// <summary>Draws a body that nobody has drawn yet, for two graphs of one compilation.</summary>
    public void DrawFor(RoughGraph other, Body body)
    {
        if (_bodies.ContainsKey(body) || !_examination.Suspects.MayBlock(body)) _ = other.Of(body);
        else if (!other._bodies.ContainsKey(body))
        {
            (IEnumerable<(SyntaxNode, CallSite)> own, IEnumerable<(SyntaxNode, CallSite)> others) = _sites.InBoth(body, other._sites);
            _bodies.TryAdd(body, Draw(body, own));
            other._bodies.TryAdd(body, other.Draw(body, others));
        }
        _ = Of(body);
    }

    /// <summary>Whether any way from a method comes to what blocks.</summary>
    public bool Leads(IMethodSymbol method)
    {
        if (_leads.TryGetValue(method, out bool known)) return known;
        Dictionary<IMethodSymbol, IMethodSymbol?> reached = new(SymbolEqualityComparer.Default) { [method] = null };
        Queue<IMethodSymbol> pending = new();
        pending.Enqueue(method);
        while (pending.Count > 0)
        {
            IMethodSymbol at = pending.Dequeue();
            Body[] bodies = [.. BodiesOf(at)];
            if (bodies.Any(body => body.LooksAwaitable) || !bodies.Any(body => Comes(body, at))) continue;
            for (IMethodSymbol? way = at; way is not null; way = reached[way]) _leads.TryAdd(way, true);
            return true;
        }
        foreach (IMethodSymbol harmless in reached.Keys) _leads.TryAdd(harmless, false);
        return false;

        // Whether it is known to; what is not known is asked next.
        bool Comes(Body body, IMethodSymbol by)
        {
            RoughBody rough = Of(body);
            if (rough.Blocks) return true;
            foreach (CallSite site in rough.Sites)
            {
                foreach (IMethodSymbol next in RunBy(site))
                {
                    if (_leads.TryGetValue(next, out bool leads))
                    {
                        if (leads) return true;
                    }
                    else if (!reached.ContainsKey(next))
                    {
                        reached.Add(next, by);
                        pending.Enqueue(next);
                    }
                }
            }
            return rough.Lambdas.Any(lambda => Comes(lambda, by));
        }
    }

    /// <summary>The same of a body.</summary>
    public bool Leads(Body body)
    {
        RoughBody rough = Of(body);
        return rough.Blocks || rough.Sites.Any(site => RunBy(site).Any(Leads)) || rough.Lambdas.Any(Leads);
    }

    /// <summary>The bodies that a call of a method runs.</summary>
    public IEnumerable<Body> BodiesOf(IMethodSymbol method)
    {
        foreach (Body body in _examination.BodiesOf(method)) yield return body;
        if (method.MethodKind != MethodKind.Constructor || method.IsStatic) yield break;
        // Making an object runs the initialisers of its fields, and its base's constructor.
        foreach (SyntaxReference reference in _examination.SourcesOf(method.ContainingType))
        {
            if (reference.GetSyntax() is not TypeDeclarationSyntax type) continue;
            foreach (MemberDeclarationSyntax member in type.Members)
            {
                if (member is not (BaseFieldDeclarationSyntax
                    or PropertyDeclarationSyntax { Initializer: not null })) continue;
                if (member.Modifiers.Any(SyntaxKind.StaticKeyword)) continue;
                if (_examination.OutlineOf(type.SyntaxTree).Find(member) is { } body) yield return body;
            }
        }
    }

    private RoughBody Draw(Body body) =>
        Draw(body, _examination.Suspects.MayBlock(body) ? _sites.In(body) : []);

    private RoughBody Draw(Body body, IEnumerable<(SyntaxNode Node, CallSite Site)> bound)
    {
        List<(SyntaxNode, CallSite)> all = [];
        List<CallSite> sites = [];
        bool blocks = body.MayNotEnd && !_examination.LooksForOpenCalls;
        foreach ((SyntaxNode node, CallSite site) in bound)
        {
            BlockingCall? row = _examination.RowOf(site);
            bool isFollowed = row is not null || RunBy(site).Count > 0;
            if (!isFollowed && !(site.Target.IsImplicitlyDeclared && BodiesOf(site.Target).Any())) continue;
            blocks |= row is not null;
            CallSite known = row is null ? site : new CallSite(site.Node, site.Target, row);
            all.Add((node, known));
            if (isFollowed) sites.Add(known);
        }
        return new RoughBody(all, sites, [.. body.Lambdas.Where(inner => !inner.IsAsync && _examination.Suspects.MayBlock(inner))], blocks);
    }

    // What is listed is not followed, and what nobody sees the source of cannot be; but another project's method may
    // lead back.
    private IReadOnlyList<IMethodSymbol> RunBy(CallSite site)
    {
        if (_examination.LeadsBackTo(site.Target) is { Count: > 0 } back) return [.. Own(site), .. back.SelectMany(OfSeveral)];
        return Own(site);
    }

    private IReadOnlyList<IMethodSymbol> Own(CallSite site)
    {
        if (site.Row is not null) return [];
        if (_implementations.Of(site) is { } only) return only.DeclaringSyntaxReferences.IsEmpty ? [] : [only];
        return OfSeveral((site.Target.ReducedFrom ?? site.Target).OriginalDefinition);
    }

    private IReadOnlyList<IMethodSymbol> OfSeveral(IMethodSymbol method) =>
        _implementations.HasUnseen(method) && _implementations.RowElsewhere(method) is null ? [] : _implementations.All(method);
}
