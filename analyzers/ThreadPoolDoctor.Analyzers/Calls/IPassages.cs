namespace ThreadPoolDoctor.Analyzers;

/// <summary>Which ways the call graph may take, and what counts at their end: answered by who knows why not.</summary>
internal interface IPassages
{
    /// <summary>
    /// Whether what a body of a helper does at a place counts: a call that blocks, one to be followed, or a loop
    /// without an end.
    /// </summary>
    bool Counts(CallSite site, Body body);

    /// <summary>Whether a call may be followed into what it calls.</summary>
    bool LeadsOn(CallSite site);

    /// <summary>Whether those who came this way take this step.</summary>
    bool IsOpen(Callers callers, CallSite step);

    /// <summary>How sure a way is, the last step of which waits.</summary>
    WayConfidence ConfidenceIn(CallSite[] path);
}
