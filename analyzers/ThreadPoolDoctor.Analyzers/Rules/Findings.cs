using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Examines the work items of one file, call by call. What it finds serves the rules TPD001 to TPD005 alike.
/// </summary>
internal sealed class Findings
{
    private readonly Examination _examination;

    public Findings(Examination examination) => _examination = examination;

    public IReadOnlyList<Finding> In(SyntaxTree tree, TextSpan? span, CancellationToken cancellation)
    {
        List<Finding> findings = [];
        Outline outline = _examination.OutlineOf(tree);
        ILookup<Body, SimpleNameSyntax> passed = outline.PassedOn(_examination.Suspects.MayCall);
        foreach (Body body in outline.BodiesIn(span))
        {
            cancellation.ThrowIfCancellationRequested();
            if (!IsWorthALook(body)) continue;
            if (_examination.WorkItems.Find(body) is { } item) ExamineWhole(body, item, SitesIn(body, item), findings);
            foreach ((CallSite site, Body handed, WorkItem run) in _examination.Calls.Sites.HandedOn(body, passed[body]))
            {
                ExamineWhole(handed, run, [site], findings);
            }
        }
        return findings;
    }

    private void ExamineWhole(Body body, WorkItem item, IEnumerable<CallSite> sites, List<Finding> findings)
    {
        Candidate whole = new(_examination, body, item);
        if (whole.IsExempt(Scope.Body)) return;
        int before = findings.Count;
        Examine(body, item, sites, findings);
        if (findings.Count > before && whole.IsExempt(Scope.Reported)) findings.RemoveRange(before, findings.Count - before);
    }

    /// <summary>What there would be to tell of a body if it were async: for a fix that makes it so.</summary>
    public IReadOnlyList<Finding> IfAsync(Body body)
    {
        List<Finding> findings = [];
        WorkItem item = WorkItem.Async(body);
        Examine(body, item, SitesIn(body, item), findings);
        return findings;
    }

    private IEnumerable<CallSite> SitesIn(Body body, WorkItem item) =>
        _examination.Calls.SitesIn(body, item.IsEntryPoint || _examination.LooksForOpenCalls ? null : MayHaveTwin);

    private bool MayHaveTwin(string name) =>
        _examination.Options.PairByName && Pairing.MayHaveTwin(name) && _examination.Twins.Has(name);

    private bool IsWorthALook(Body body)
    {
        if (body.Node is BaseTypeDeclarationSyntax) return false;
        if (_examination.Suspects.MayBlock(body)) return true;
        if (_examination.LooksForOpenCalls) return false;
        if (body.MayNotEnd) return true;
        foreach (string name in body.Calls)
        {
            if (MayHaveTwin(name)) return true;
        }
        return false;
    }

    private void Examine(Body body, WorkItem item, IEnumerable<CallSite> sites, List<Finding> findings)
    {
        HashSet<SyntaxNode> done = [];
        Repeats repeats = new(_examination);
        foreach (CallSite site in sites)
        {
            if (done.Contains(site.Node) || Examine(body, item, site) is not { } first || repeats.HasGetter(first)) continue;
            IEnumerable<Finding> told = Others(body, item, site, first).Prepend(first).Where(each => !repeats.HasRead(each));
            foreach (Finding finding in _examination.Options.TellsRoots ? told : told.Take(1))
            {
                done.Add(site.Node);
                findings.Add(finding);
            }
        }
        if (_examination.LooksForOpenCalls) return;
        foreach (SyntaxNode loop in EndlessLoops.In(_examination, body))
        {
            CallSite site = new(loop, null!, CallGraph.EndlessLoop);
            if (!new Candidate(_examination, site, body, item)
                .IsExempt(Scope.Loop)) findings.Add(new Finding(body, item, [site]));
        }
    }

    // A build tells what blocks where it stands: also what is further from the call than the first. An editor asks
    // where the first says nothing new.
    private IEnumerable<Finding> Others(Body body, WorkItem item, CallSite site, Finding first)
    {
        IEnumerable<CallSite[]> ways = first.Path.Length > 1 || first.Row is ForeignCall
            ? _examination.Calls.PathsFrom(site).Concat(_examination.Calls.AlsoElsewhere(site).Select(there => new[] { there })) : [];
        if (first.Path.Length == 1) ways = ways.Prepend([.. first.Path]);
        CallSite told = first.Path[first.Path.Length - 1];
        foreach (CallSite[] path in ways.SelectMany(ForeignCall.Spread))
        {
            CallSite last = path[path.Length - 1];
            bool isDirect = last.Node == site.Node;
            if (last.Node == told.Node && (last.Row is not ForeignCall || last.Row == told.Row)) continue;
            Candidate way = isDirect ? new(_examination, last, body, item) : new(_examination, site, body, item, path: path);
            if (!way.IsExempt(isDirect ? Scope.Call : Scope.Path)) yield return new Finding(body, item, isDirect ? [last] : [site, .. path]);
        }
    }

    private Finding? Examine(Body body, WorkItem item, CallSite site)
    {
        if ((site.Row ?? _examination.RowOf(site)) is { } row)
        {
            CallSite wait = new(site.Node, site.Target, row);
            Candidate call = new(_examination, wait, body, item);
            return call.IsExempt(Scope.Place) || call.IsExempt(Scope.Call) ? null : new Finding(body, item, [wait]);
        }
        if (_examination.Calls.PathFrom(site) is { } path)
        {
            Candidate way = new(_examination, site, body, item, path: path);
            return way.IsExempt(Scope.Path) || way.IsExempt(Scope.Place) ? null
                : new Finding(body, item, [site, .. path]);
        }
        if (item.IsEntryPoint || _examination.LooksForOpenCalls
            || Pairing.TwinOf(_examination, body, site) is not { } twin) return null;
        Candidate pair = new(_examination, site, body, item);
        if (pair.IsExempt(Scope.Place) || pair.IsExempt(Scope.Pair)) return null;
        BlockingCall paired = new(Ailments.BlockingIO,
            MemberNames.OfType(site.Target.ContainingType.OriginalDefinition), site.Target.Name, twin);
        return new Finding(body, item, [new CallSite(site.Node, site.Target, paired)], twin);
    }
}
