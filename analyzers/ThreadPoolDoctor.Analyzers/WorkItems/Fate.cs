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
    private readonly Fate[]? _others;

    public Fate(Runner runner, SyntaxNode? at = null, string? api = null, WorkItemKind kind = WorkItemKind.Queued)
        : this(runner, at, api, kind, null)
    {
    }

    private Fate(Runner runner, SyntaxNode? at, string? api, WorkItemKind kind, Fate[]? others)
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
    public IEnumerable<SyntaxNode> Places => Each.Select(each => each.At!);

    private IEnumerable<Fate> Each => At is null ? [] : _others is { } others ? others.Prepend(this) : [this];

    /// <summary>
    /// Of two uses of one delegate the one that tells more; where both run it, the first of them and the places of
    /// both.
    /// </summary>
    public Fate Or(Fate other) => other.Runner > Runner ? other
        : Runner == other.Runner && Runner is Runner.Inline or Runner.Pool ? Of([.. Each.Concat(other.Each)]) : this;

    /// <summary>What is left of it without some of its places.</summary>
    public Fate Without(System.Func<SyntaxNode, bool> isClosed) =>
        At is null ? this : Of([.. Each.Where(each => !isClosed(each.At!))]);

    private static Fate Of(Fate[] all)
    {
        Fate[] places = [.. all.GroupBy(each => each.At).Select(each => each.First())];
        if (places.Length == 0) return default;
        Fate first = places[0];
        return new Fate(first.Runner, first.At, first.Api, first.Kind, places.Length > 1 ? [.. places.Skip(1)] : null);
    }
}
