using System;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What would be reported, or followed, unless a row of <see cref="Exemptions"/> speaks against it.</summary>
internal sealed class Candidate
{
    private readonly CallSite? _site;
    private Body? _body;
    private Endpoint? _end;

    /// <summary>A body as a whole, where no call in it is meant.</summary>
    public Candidate(Examination examination, Body body, WorkItem item)
    {
        Examination = examination;
        _body = body;
        Item = item;
        Side = Side.WorkItem;
    }

    /// <param name="examination">Of the compilation.</param>
    /// <param name="site">The call, or the loop.</param>
    /// <param name="body">Where it stands.</param>
    /// <param name="item">The work item, when the call stands in one.</param>
    /// <param name="side">Whether the call stands in a work item or in a helper; neither where only what is always true
    /// counts.</param>
    /// <param name="path">From the call to what blocks, without the call itself; null where no way is known
    /// yet.</param>
    /// <param name="callers">The calls that a step was come by.</param>
    public Candidate(
        Examination examination, CallSite site, Body? body, WorkItem? item = null, Side side = Side.Anywhere,
            CallSite[]? path = null, Callers? callers = null)
    {
        Path = path;
        Callers = callers;
        Examination = examination;
        _site = site;
        _body = body;
        Item = item;
        Side = item is null ? side : Side.WorkItem;
    }

    public Examination Examination { get; }

    /// <summary>Whether the body as a whole is meant: then there is no <see cref="Site"/>.</summary>
    public bool IsWhole => _site is null;

    public CallSite Site => _site ?? throw new InvalidOperationException("A body as a whole is no call.");

    public WorkItem? Item { get; }

    public Side Side { get; }

    public CallSite[]? Path { get; }

    public Callers? Callers { get; }

    public Body Body => _body ??= Examination.BodyAround(Node)!;

    public SyntaxNode Node => _site?.Node ?? _body!.Node;

    public SemanticModel Model => Examination.ModelOf(Node);

    /// <summary>What waits: the call itself, or the end of the path.</summary>
    public CallSite Wait => Path is { Length: > 0 } path ? path[path.Length - 1] : Site;

    public BlockingCall? Row => Wait.Row;

    /// <summary>
    /// It waits for something other than a task that can be seen here: what it reads or writes decides.
    /// </summary>
    public bool IsNotOnTask => Row?.Ailment != Ailments.BlockingOnTask || Row is ForeignCall;

    /// <summary>
    /// What is at the end of the stream that the call reads or writes; of an open call nobody can say.
    /// </summary>
    public Endpoint End => _end ??= Row is OpenCall ? Endpoint.Unknown : Endpoints.Of(Examination, Site, Callers);

    /// <summary>Whether the catalogue lists the call only under this circumstance.</summary>
    public bool Needs(Circumstance circumstance) => Row is { } row && (row.When & circumstance) != 0;
}
