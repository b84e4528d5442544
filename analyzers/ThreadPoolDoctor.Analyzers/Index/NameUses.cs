using System.Collections.Generic;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>The bodies of one file that use one name, by the way they use it.</summary>
internal sealed class NameUses
{
    private List<Body>? _callers;
    private List<Body>? _readers;
    private List<Body>? _passers;

    /// <summary>It is followed by an argument list, or is the type of an object creation.</summary>
    public IReadOnlyList<Body> Callers => _callers ?? (IReadOnlyList<Body>)[];

    /// <summary>It stands without an argument list.</summary>
    public IReadOnlyList<Body> Readers => _readers ?? (IReadOnlyList<Body>)[];

    /// <summary>
    /// It stands where a delegate can be handed on: an argument, a value that is assigned, returned or kept.
    /// </summary>
    public IReadOnlyList<Body> Passers => _passers ?? (IReadOnlyList<Body>)[];

    public void AddCaller(Body body) => (_callers ??= []).Add(body);

    public void AddReader(Body body) => (_readers ??= []).Add(body);

    public void AddPasser(Body body)
    {
        _passers ??= [];
        if (_passers.Count == 0 || _passers[_passers.Count - 1] != body) _passers.Add(body);
    }
}
