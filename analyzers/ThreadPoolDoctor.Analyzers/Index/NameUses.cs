using System.Collections.Generic;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The bodies of one file that use one name, by the way they use it, and where: a place is found again by its position
/// (see <see cref="UsePlaces"/>), which keeps no node alive.
/// </summary>
internal sealed class NameUses
{
    private List<Body>? _callers;
    private List<Body>? _readers;
    private List<int>? _calls;
    private List<int>? _reads;
    private List<int>? _passed;

    /// <summary>It is followed by an argument list, or is the type of an object creation.</summary>
    public IReadOnlyList<Body> Callers => _callers ?? (IReadOnlyList<Body>)[];

    /// <summary>It stands without an argument list.</summary>
    public IReadOnlyList<Body> Readers => _readers ?? (IReadOnlyList<Body>)[];

    /// <summary>Where it is called; where it prints to the console as well, which makes nobody a caller.</summary>
    public IReadOnlyList<int> Calls => _calls ?? (IReadOnlyList<int>)[];

    /// <summary>Where it is read or written.</summary>
    public IReadOnlyList<int> Reads => _reads ?? (IReadOnlyList<int>)[];

    /// <summary>
    /// Where it stands where a delegate can be handed on: an argument, a value that is assigned, returned or kept.
    /// </summary>
    public IReadOnlyList<int> Passed => _passed ?? (IReadOnlyList<int>)[];

    public void AddCaller(Body body) => (_callers ??= []).Add(body);

    public void AddReader(Body body) => (_readers ??= []).Add(body);

    public void AddCall(int place) => (_calls ??= []).Add(place);

    public void AddRead(int place) => (_reads ??= []).Add(place);

    public void AddPassed(int place) => (_passed ??= []).Add(place);

    /// <summary>A chain of calls is met from its end.</summary>
    public void Sort()
    {
        _calls?.Sort();
        _reads?.Sort();
        _passed?.Sort();
    }

    /// <summary>Where it is used in a part of the file, in whatever way.</summary>
    public List<int> In(TextSpan part)
    {
        List<int> places = [];
        CallsIn(part, places);
        ReadsIn(part, places);
        return places;
    }

    /// <summary>Adds where it is called in a part of the file.</summary>
    public void CallsIn(TextSpan part, List<int> places) => Add(_calls, part, places);

    /// <summary>Adds where it is read or written in a part of the file.</summary>
    public void ReadsIn(TextSpan part, List<int> places) => Add(_reads, part, places);

    private static void Add(List<int>? all, TextSpan part, List<int> places)
    {
        if (all is null) return;
        int first = all.BinarySearch(part.Start);
        for (int i = first < 0 ? ~first : first; i < all.Count && all[i] < part.End; i++) places.Add(all[i]);
    }
}
