using System.Collections.Generic;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The bodies of one file that use one name, by the way they use it, and where some of the uses are: a place is found
/// again by its position, which keeps nothing alive.
/// </summary>
internal sealed class NameUses
{
    private List<Body>? _callers;
    private List<Body>? _readers;
    private List<int>? _calls;
    private List<int>? _passed;

    /// <summary>It is followed by an argument list, or is the type of an object creation.</summary>
    public IReadOnlyList<Body> Callers => _callers ?? (IReadOnlyList<Body>)[];

    /// <summary>It stands without an argument list.</summary>
    public IReadOnlyList<Body> Readers => _readers ?? (IReadOnlyList<Body>)[];

    /// <summary>Where it is followed by an argument list.</summary>
    public IReadOnlyList<int> Calls => _calls ?? (IReadOnlyList<int>)[];

    /// <summary>
    /// Where it stands where a delegate can be handed on: an argument, a value that is assigned, returned or kept.
    /// </summary>
    public IReadOnlyList<int> Passed => _passed ?? (IReadOnlyList<int>)[];

    public void AddCaller(Body body) => (_callers ??= []).Add(body);

    public void AddReader(Body body) => (_readers ??= []).Add(body);

    public void AddCall(int place) => (_calls ??= []).Add(place);

    public void AddPassed(int place) => (_passed ??= []).Add(place);
}
