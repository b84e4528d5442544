namespace ThreadPoolDoctor.Pool;

/// <summary>Posts to the pool. Current on every worker (unless switched off), so that awaits come home.</summary>
internal sealed partial class WorkPoolSynchronizationContext(WorkPool pool) : SynchronizationContext
{
    private readonly WorkPool _pool = pool;

    public override void Post(SendOrPostCallback d, object? state)
    {
        ArgumentNullException.ThrowIfNull(d);
        _pool.Post(d, state);
    }

    public override void Send(SendOrPostCallback d, object? state)
    {
        ArgumentNullException.ThrowIfNull(d);
        if (_pool.IsWorkerThread)
        {
            d(state);
        }
        else
        {
            _pool.Run(() => d(state)).GetAwaiter().GetResult();
        }
    }

    // All contexts of one pool are one: nothing in it depends on the copy.
    public override SynchronizationContext CreateCopy() => this;
}
