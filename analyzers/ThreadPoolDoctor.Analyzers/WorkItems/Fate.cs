using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Which thread runs a delegate, worst news last.</summary>
internal enum Runner
{
    /// <summary>Nobody can say: it leaves the code that can be seen.</summary>
    Unknown,

    /// <summary>A thread of its own, or one that is meant to block.</summary>
    Dedicated,

    /// <summary>Whoever runs the body that the delegate is used in.</summary>
    Inline,

    /// <summary>It is an expression tree: data, not code.</summary>
    None,

    Pool,
}

/// <summary>What becomes of a delegate.</summary>
internal readonly struct Fate
{
    private readonly SyntaxNode[]? _others;

    public Fate(Runner runner, SyntaxNode? at = null, string? api = null, WorkItemKind kind = WorkItemKind.Queued)
        : this(runner, at, api, kind, null)
    {
    }

    private Fate(Runner runner, SyntaxNode? at, string? api, WorkItemKind kind, SyntaxNode[]? others)
    {
        Runner = runner;
        At = at;
        Api = api;
        Kind = kind;
        _others = others;
    }

    public Runner Runner { get; }

    /// <summary>Where it is queued, or for <see cref="Runner.Inline"/> where it is run.</summary>
    public SyntaxNode? At { get; }

    public string? Api { get; }

    public WorkItemKind Kind { get; }

    /// <summary>Everywhere that it is run, which is several places for a delegate that is kept.</summary>
    public IEnumerable<SyntaxNode> Places => At is not { } at ? [] : _others is { } others ? others.Prepend(at) : [at];

    /// <summary>
    /// Of two uses of one delegate the one that tells more; where both run it, the first of them and the places of
    /// both.
    /// </summary>
    public Fate Or(Fate other) => other.Runner > Runner ? other
        : Runner == Runner.Inline && other.Runner == Runner.Inline
            ? new Fate(Runner, At, Api, Kind, [.. Places.Concat(other.Places).Distinct().Skip(1)]) : this;
}
