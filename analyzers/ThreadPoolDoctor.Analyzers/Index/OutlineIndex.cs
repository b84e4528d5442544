using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The outlines of one compilation, and which of them use or declare a name. Made anew for every edit, so it puts whole
/// outlines together, never bodies.
/// </summary>
internal sealed class OutlineIndex
{
    private readonly Dictionary<string, List<Outline>> _users = [];
    private readonly Lazy<Dictionary<string, List<Outline>>> _declarers;
    private readonly HashSet<string> _types = [];

    public OutlineIndex(IReadOnlyList<Outline> outlines)
    {
        Outlines = outlines;
        foreach (Outline outline in outlines)
        {
            foreach (string name in outline.UsedNames) Add(_users, name, outline);
            AsyncVoids.UnionWith(outline.AsyncVoids);
            Registrars.UnionWith(outline.Registrars);
            _types.UnionWith(outline.Types);
        }
        _declarers = new(() =>
        {
            Dictionary<string, List<Outline>> declarers = [];
            foreach (Outline outline in outlines)
            {
                foreach (string name in outline.DeclaredNames) Add(declarers, name, outline);
            }
            return declarers;
        });
    }

    public IReadOnlyList<Outline> Outlines { get; }

    /// <summary>Names of async void methods and functions anywhere in the compilation.</summary>
    public HashSet<string> AsyncVoids { get; } = [];

    /// <summary>Names of what registers waits with the pool.</summary>
    public HashSet<string> Registrars { get; } = [];

    public bool DeclaresType(string name) => _types.Contains(name);

    /// <summary>Whether anything here is called or read by this name.</summary>
    public bool Declares(string name) => _declarers.Value.ContainsKey(name);

    public bool Uses(string name) => _users.ContainsKey(name);

    /// <summary>Every body that is called or read by this name.</summary>
    public IEnumerable<Body> DeclaredAs(string name) =>
        _declarers.Value.TryGetValue(name, out List<Outline>? outlines)
            ? outlines.SelectMany(outline => outline.DeclaredAs(name)) : [];

    /// <summary>Who uses this name, file by file.</summary>
    public IEnumerable<NameUses> UsesOf(string name) => Using(name).Select(outline => outline.UsesOf(name)!);

    /// <summary>The files that use this name.</summary>
    public IReadOnlyList<Outline> Using(string name) =>
        _users.TryGetValue(name, out List<Outline>? outlines) ? outlines : [];

    private static void Add(Dictionary<string, List<Outline>> index, string name, Outline outline)
    {
        if (!index.TryGetValue(name, out List<Outline>? outlines)) index.Add(name, outlines = []);
        outlines.Add(outline);
    }
}
