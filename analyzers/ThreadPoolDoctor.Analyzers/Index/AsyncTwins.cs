namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The names X for which some XAsync exists in the source or in a referenced assembly: a filter, so that only calls of
/// such names are bound and tried.
/// </summary>
internal sealed class AsyncTwins
{
    private readonly OutlineIndex _outlines;
    private readonly ReferencedNames _referenced;

    public AsyncTwins(OutlineIndex outlines, ReferencedNames referenced)
    {
        _outlines = outlines;
        _referenced = referenced;
    }

    public bool Has(string name) => _referenced.HasTwin(name) || _outlines.Declares(name + "Async");
}
