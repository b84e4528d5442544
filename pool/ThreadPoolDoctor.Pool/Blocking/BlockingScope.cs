namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What <see cref="WorkPool.Blocking"/> returns: until it is disposed, the pool counts the current worker as blocked.
/// A ref struct, so that it cannot live across an <see langword="await"/>, after which another thread would end it.
/// </summary>
public readonly ref struct BlockingScope
{
    // Null when the scope was opened on a thread that is no worker of the pool: there is nothing to make up for.
    private readonly Worker? _worker;

    internal BlockingScope(Worker? worker)
    {
        _worker = worker;
        worker?.EnterBlocked(BlockedBy.Scope);
    }

    /// <summary>The worker goes on. Must be called on the thread that opened the scope, once.</summary>
    public void Dispose() => _worker?.LeaveBlocked();
}
