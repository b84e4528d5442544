using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>The call graph's ways as the table of exemptions leaves them.</summary>
internal sealed class Passages : IPassages
{
    private readonly Examination _examination;
    private readonly ConcurrentDictionary<CallSite, bool> _counting = new();

    public Passages(Examination examination) => _examination = examination;

    // Asked by each graph that follows several implementations.
    public bool Counts(CallSite site, Body body) => _counting.GetOrAdd(site, each => Ask(each, body));

    private bool Ask(CallSite site, Body body)
    {
        Candidate candidate = new(_examination, site, body, side: Side.Helper);
        if (site.Row == CallGraph.EndlessLoop) return !candidate.IsExempt(Scope.Loop);
        return !candidate.IsExempt(Scope.Place) && (site.Row is null || !candidate.IsExempt(Scope.Call));
    }

    public bool LeadsOn(CallSite site) => !new Candidate(_examination, site, body: null).IsExempt(Scope.Step);

    public bool IsOpen(Callers callers, CallSite step) =>
        !new Candidate(_examination, step, body: null, side: Side.Helper, callers: callers).IsExempt(Scope.Way);

    public WayConfidence ConfidenceIn(CallSite[] path) => PathConfidence.Of(path, _examination);
}
