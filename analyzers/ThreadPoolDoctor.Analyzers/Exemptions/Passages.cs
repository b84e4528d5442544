namespace ThreadPoolDoctor.Analyzers;

/// <summary>The call graph's ways as the table of exemptions leaves them.</summary>
internal sealed class Passages : IPassages
{
    private readonly Examination _examination;

    public Passages(Examination examination) => _examination = examination;

    public bool Counts(CallSite site, Body body)
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
