namespace ThreadPoolDoctor.Pool;

// Draining and closing. Nothing that was accepted is ever dropped: closing refuses new items and runs the rest.
public sealed partial class WorkPool
{
    private readonly Closing _closing;

    // Set once, under no lock; read on every way in.
    private bool _closed;

    /// <summary>
    /// Completes when no item is queued or running, those included that items queue meanwhile. It refuses nothing:
    /// while others keep queueing it may never complete. Waiting for it inside an item blocks for ever (awaiting does
    /// not).
    /// </summary>
    /// <remarks>
    /// The pool's own threads complete the task, however busy .NET's ThreadPool is. The code after an <c>await</c> runs
    /// where that await wants it, which without a context is .NET's ThreadPool.
    /// </remarks>
    /// <param name="cancellationToken">Ends the waiting, not the items.</param>
    public Task DrainAsync(CancellationToken cancellationToken = default) => Closing.DrainAsync(cancellationToken);

    /// <summary>
    /// Refuses new items from outside, lets everything queued run to its end, what its items still queue included, and
    /// ends the threads. Waits for all of that; called from inside an item of the pool it only begins it.
    /// </summary>
    /// <remarks>
    /// What others still hold of the pool keeps working. Continuations of awaits that come back later run, on a thread
    /// made for them. Timers of <see cref="TimeProvider"/> and registered waits stay armed and become the system's:
    /// their callbacks run on a thread made for them. An item that another thread queues at the same moment is refused,
    /// or runs, perhaps after this has returned.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The pool is <see cref="Shared"/>.</exception>
    public void Dispose()
    {
        Close();
        if (IsWorkerThread) Closing.FinishAsync();
        else Closing.Finish();
    }

    /// <summary>As <see cref="Dispose"/>, without blocking.</summary>
    /// <exception cref="InvalidOperationException">The pool is <see cref="Shared"/>.</exception>
    public ValueTask DisposeAsync()
    {
        Close();
        return new ValueTask(Closing.FinishAsync());
    }

    /// <summary>Those who wait for the pool to become quiet or to end.</summary>
    internal Closing Closing => _closing;

    internal bool IsClosed => Volatile.Read(ref _closed);

    internal void EndDrainsIfQuiet() => Closing.EndDrainsIfQuiet();

    internal void WorkerEnded()
    {
        if (IsClosed) Closing.WorkerEnded();
    }

    /// <summary>
    /// Queues what comes after an await: also when the pool is closed, for there is nowhere else it could go.
    /// </summary>
    internal void Continue(Action continuation, WorkLane lane, bool flow)
    {
        var item = new WorkItem(continuation, ItemKind.Plain);
        EnqueueAccepted(flow ? ContextFlow.Capture(item) : item, preferLocal: false, lane);
    }

    private void Close()
    {
        if (_isShared)
        {
            throw new InvalidOperationException("The shared pool belongs to the whole process and cannot be disposed.");
        }
        Volatile.Write(ref _closed, true);
        _crew.Close();
        Telemetry.Remove(this);
        Volatile.Read(ref _timers)?.HandOver();
        _crew.NudgeAll();
    }
}
