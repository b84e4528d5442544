using System.Collections.Generic;
using System.Linq;
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
    private readonly PlacesOfTypes? _converting;

    /// <param name="outlines">Of the compilation.</param>
    /// <param name="blocking">The names that suspicion starts with.</param>
    /// <param name="converting">Where a value may wait while it becomes another, of which nothing is to be seen; null
    /// for nowhere.</param>
    /// <param name="cancellation">Ends it.</param>
    public Suspects(OutlineIndex outlines, IEnumerable<(string Name, bool IsCall)> blocking, PlacesOfTypes? converting,
        CancellationToken cancellation)
    {
        _converting = converting;
        HashSet<Body> marked = [];
        Queue<(string Name, bool IsCall)> pending = new();
        foreach (Outline outline in outlines.Outlines)
        {
            foreach (Body body in outline.Endless) Mark(body);
            if (converting is null) continue;
            foreach (Body body in outline.Bodies) if (converting.Include(body)) Mark(body);
        }
        foreach ((string Name, bool IsCall) name in blocking) Suspect(name);
        while (pending.Count > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            (string name, bool isCall) = pending.Dequeue();
            foreach (NameUses uses in outlines.UsesOf(name))
            {
                if (isCall) foreach (Body body in uses.Callers) Mark(body);
                // A method may also be passed on by its name alone.
                foreach (Body body in uses.Readers) Mark(body);
            }
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
                if (!marked.Add(at)) return;
                if (at.LooksAwaitable) continue;
                foreach ((string, bool) name in at.DeclaredNames) Suspect(name);
            }
        }
    }

    /// <summary>All of them, and whether they are called or read.</summary>
    public IEnumerable<(string Name, bool IsCall)> Names =>
        _calls.Select(name => (name, true)).Concat(_gets.Select(name => (name, false)));

    public bool MayCall(string name) => _calls.Contains(name);

    public bool MayGet(string name) => _gets.Contains(name) || _calls.Contains(name);

    public bool MayBlock(Body body)
    {
        if (_converting?.Include(body) == true) return true;
        foreach (string name in body.Calls) if (_calls.Contains(name)) return true;
        foreach (string name in body.Gets) if (MayGet(name)) return true;
        return false;
    }
}
