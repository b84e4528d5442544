using System;
using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The names X for which some XAsync exists in the source or in a referenced assembly: a filter, so that only calls of
/// such names are bound and tried.
/// </summary>
internal sealed class AsyncTwins
{
    private readonly OutlineIndex _outlines;
    private readonly ReferencedNames _referenced;
    private readonly ConcurrentDictionary<string, bool> _known = new(StringComparer.Ordinal);

    public AsyncTwins(OutlineIndex outlines, ReferencedNames referenced)
    {
        _outlines = outlines;
        _referenced = referenced;
    }

    public bool Has(string name) => _known.GetOrAdd(name, each =>
        _referenced.HasTwin(each) || _outlines.Declares(each + "Async"));
}
