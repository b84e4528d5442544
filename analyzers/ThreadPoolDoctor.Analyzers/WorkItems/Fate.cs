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
    public Fate(Runner runner, SyntaxNode? at = null, string? api = null, WorkItemKind kind = WorkItemKind.Queued)
    {
        Runner = runner;
        At = at;
        Api = api;
        Kind = kind;
    }

    public Runner Runner { get; }

    /// <summary>Where it is queued, or for <see cref="Runner.Inline"/> where it is run.</summary>
    public SyntaxNode? At { get; }

    public string? Api { get; }

    public WorkItemKind Kind { get; }

    /// <summary>Of two uses of one delegate the one that tells more.</summary>
    public Fate Or(Fate other) => other.Runner > Runner ? other : this;
}
