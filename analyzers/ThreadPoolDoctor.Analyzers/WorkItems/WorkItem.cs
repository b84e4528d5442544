using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>A body that a pool thread runs, and how it came to that.</summary>
internal sealed class WorkItem
{
    public WorkItem(WorkItemKind kind, string thread, string? api = null, bool isEntryPoint = false,
        SyntaxNode? queuedAt = null)
    {
        Kind = kind;
        _thread = thread;
        Api = api;
        IsEntryPoint = isEntryPoint;
        QueuedAt = queuedAt;
    }

    public WorkItemKind Kind { get; }

    // "a pool thread queued at line 42"
    private readonly string _thread;

    public string? Api { get; }

    /// <summary>The call that queues it; null where a framework calls it by what it is.</summary>
    public SyntaxNode? QueuedAt { get; }

    /// <summary>How often it runs; an async body runs as often as whoever calls it wants.</summary>
    public Frequency Frequency => Kind != WorkItemKind.Queued || Api is null || QueuedAt is null ? Frequency.Repeated
        : WorkItemApis.FrequencyOf(Api) is var said and not Frequency.Once ? said
        : LoopShape.QueuesMany(QueuedAt) ? Frequency.Batch : Frequency.Once;

    /// <summary>The program's main method: before its first await it has a thread of its own.</summary>
    public bool IsEntryPoint { get; }

    /// <summary>The thread as a message names it that speaks of a body: "a pool thread queued at line 42".</summary>
    public string ThreadOf(Body body) => QueuedAt is null || QueuedAt.SyntaxTree == body.Node.SyntaxTree ? _thread
        : _thread + " of " + System.IO.Path.GetFileName(QueuedAt.SyntaxTree.FilePath);

    public static WorkItem Queued(Fate fate)
    {
        FileLinePositionSpan place = fate.At!.GetLocation().GetLineSpan();
        string line = (place.StartLinePosition.Line + 1).ToString(System.Globalization.CultureInfo.InvariantCulture);
        string thread = fate.Kind != WorkItemKind.Request ? "a pool thread queued at line "
            : WorkItemApis.IsOfContainer(fate.Api!) ? "the pool thread of each request that asks for the service added at line "
            : "the pool thread of a request handled at line ";
        return new WorkItem(fate.Kind, thread + line, fate.Api, queuedAt: fate.At);
    }

    public static WorkItem Async(Body body, bool isEntryPoint = false) =>
        new(WorkItemKind.AsyncBody, "the pool thread that runs " + body.Node switch
        {
            MethodDeclarationSyntax method => method.Identifier.ValueText,
            LocalFunctionStatementSyntax local => local.Identifier.ValueText,
            AnonymousFunctionExpressionSyntax => body.IsAsync ? "this async lambda" : "this lambda",
            _ => "the program after its first await",
        }, isEntryPoint: isEntryPoint);

    /// <param name="by">Who calls it, as <see cref="Conventions"/> says.</param>
    /// <param name="name">What is called.</param>
    public static WorkItem CalledByAll(string by, string name) =>
        new(WorkItemKind.Request, $"the pool thread of {by} {name}", by);

    public static WorkItem Request(string name) =>
        new(WorkItemKind.Request, "the pool thread of a request handled by " + name);
}
