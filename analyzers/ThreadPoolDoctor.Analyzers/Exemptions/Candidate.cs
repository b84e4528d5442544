using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What would be reported, or followed, unless a row of <see cref="Exemptions"/> speaks against it.</summary>
internal sealed class Candidate
{
    private Body? _body;
    private Endpoint? _end;

    /// <param name="examination">Of the compilation.</param>
    /// <param name="site">The call, or the loop; null when the body as a whole is meant.</param>
    /// <param name="body">Where it stands.</param>
    /// <param name="item">The work item, when the call stands in one.</param>
    /// <param name="side">Whether the call stands in a work item or in a helper; neither where only what is always true counts.</param>
    /// <param name="path">From the call to what blocks, without the call itself; null where no way is known yet.</param>
    /// <param name="callers">The calls that a step was come by.</param>
    public Candidate(
        Examination examination, CallSite site, Body? body, WorkItem? item = null, Side side = Side.Anywhere,
            CallSite[]? path = null, Callers? callers = null)
    {
        Path = path;
        Callers = callers;
        Examination = examination;
        Site = site;
        _body = body;
        Item = item;
        Side = item is null ? side : Side.WorkItem;
    }

    public Examination Examination { get; }

    public CallSite Site { get; }

    public WorkItem? Item { get; }

    public Side Side { get; }

    public CallSite[]? Path { get; }

    public Callers? Callers { get; }

    public Body Body => _body ??= Examination.BodyAround(Site.Node)!;

    public SyntaxNode Node => Site.Node;

    public SemanticModel Model => Examination.ModelOf(Site.Node);

    /// <summary>What waits: the call itself, or the end of the path.</summary>
    public CallSite Wait => Path is { Length: > 0 } path ? path[path.Length - 1] : Site;

    public BlockingCall? Row => Wait.Row;

    /// <summary>It waits for something other than a task that can be seen here: what it reads or writes decides.</summary>
    public bool IsNotOnTask => Row?.Ailment != Ailments.BlockingOnTask || Row is ForeignCall;

    /// <summary>What is at the end of the stream that the call reads or writes; of an open call nobody can say.</summary>
    public Endpoint End => _end ??= Row is OpenCall ? Endpoint.Unknown : Endpoints.Of(Examination, Site, Callers);

    /// <summary>Whether the catalogue lists the call only under this circumstance.</summary>
    public bool Needs(Circumstance circumstance) => Row is { } row && (row.When & circumstance) != 0;
}
