using System.Collections.Generic;
using System.Threading;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The names that may lead to a blocking call: those of the catalogue, and those of every body that uses such a name.
/// Names only, so it errs on the side of suspicion; it decides where a semantic model is asked at all.
/// </summary>
internal sealed class Suspects
{
    private readonly HashSet<string> _calls = [];
    private readonly HashSet<string> _gets = [];
    private readonly Dictionary<string, List<Body>> _callers = [];
    private readonly Dictionary<string, List<Body>> _readers = [];

    public Suspects(IEnumerable<Outline> outlines, CatalogIndex catalogue, CancellationToken cancellation)
    {
        Dictionary<Body, bool> marked = [];
        Queue<(string Name, bool IsCall)> pending = new();
        foreach (Outline outline in outlines)
        {
            foreach (Body body in outline.Bodies)
            {
                foreach (string name in body.Calls) Add(_callers, name, body);
                foreach (string name in body.Gets) Add(_readers, name, body);
                if (body.MayNotEnd) Mark(body);
            }
        }
        foreach ((string Name, bool IsCall) name in catalogue.Names) Suspect(name);
        while (pending.Count > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            (string name, bool isCall) = pending.Dequeue();
            if (_callers.TryGetValue(name, out List<Body>? bodies) && isCall) bodies.ForEach(Mark);
            // A method may also be passed on by its name alone.
            if (_readers.TryGetValue(name, out bodies)) bodies.ForEach(Mark);
        }

        void Suspect((string Name, bool IsCall) name)
        {
            if ((name.IsCall ? _calls : _gets).Add(name.Name)) pending.Enqueue(name);
        }

        void Mark(Body body)
        {
            // What a lambda does, the body around it may do.
            for (Body? at = body; at is not null; at = at.IsLambda ? at.Parent : null)
            {
                if (marked.ContainsKey(at)) return;
                marked.Add(at, true);
                if (at.LooksAwaitable) continue;
                foreach ((string, bool) name in at.DeclaredNames()) Suspect(name);
            }
        }
    }

    /// <summary>Bodies with a call of this spelling.</summary>
    public IEnumerable<Body> CallersOf(string name) => _callers.TryGetValue(name, out List<Body>? bodies) ? bodies : [];

    /// <summary>Bodies that use this name without an argument list.</summary>
    public IEnumerable<Body> ReadersOf(string name) => _readers.TryGetValue(name, out List<Body>? bodies) ? bodies : [];

    public bool MayCall(string name) => _calls.Contains(name);

    public bool MayGet(string name) => _gets.Contains(name) || _calls.Contains(name);

    public bool MayBlock(Body body)
    {
        foreach (string name in body.Calls) if (_calls.Contains(name)) return true;
        foreach (string name in body.Gets) if (MayGet(name)) return true;
        return false;
    }

    private static void Add(Dictionary<string, List<Body>> index, string name, Body body)
    {
        if (!index.TryGetValue(name, out List<Body>? bodies)) index.Add(name, bodies = []);
        bodies.Add(body);
    }
}
