namespace ThreadPoolDoctor.Analyzers;

/// <summary>What kind of work a pool thread is doing when it runs a body.</summary>
internal enum WorkItemKind
{
    /// <summary>An async method, lambda, local function or iterator, or one that returns a task.</summary>
    AsyncBody,

    /// <summary>A delegate, or an IThreadPoolWorkItem, that was handed to the pool.</summary>
    Queued,

    /// <summary>Code that a server runs per request: an action, handler, middleware, filter or hub method.</summary>
    Request,
}
