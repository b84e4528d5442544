using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// Draining and closing. Nothing that was accepted is ever dropped: closing refuses new items and runs the rest.
public sealed partial class WorkPool
{
    private readonly object _drainLock = new();

    // Under _drainLock; _drainCount lets workers see without the lock whether anybody waits.
    private readonly List<TaskCompletionSource> _drains = [];
    private int _drainCount;

    // Set once, under no lock; read on every way in.
    private bool _closed;

    // Ends when the last thread of a closed pool has ended.
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>
    /// Completes when no item is queued or running, those included that items queue meanwhile. It refuses nothing: while
    /// others keep queueing it may never complete. Waiting for it inside an item blocks for ever (awaiting does not).
    /// </summary>
    /// <param name="cancellationToken">Ends the waiting, not the items.</param>
    public Task DrainAsync(CancellationToken cancellationToken = default)
    {
        var drain = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_drainLock)
        {
            _drains.Add(drain);
            // Full fence: a worker that ends the last item after our look sees the count (pairs with EndDrainsIfQuiet).
            Interlocked.Increment(ref _drainCount);
        }
        EndDrainsIfQuiet();
        return drain.Task.WaitAsync(cancellationToken);
    }

    /// <summary>
    /// Refuses new items from outside, lets everything queued run to its end, what its items still queue included, and
    /// ends the threads. Waits for all of that; called from inside an item of the pool it only begins it. Continuations
    /// of awaits that come back later still run, on a thread made for them.
    /// </summary>
    /// <exception cref="InvalidOperationException">The pool is <see cref="Shared"/>.</exception>
    public void Dispose()
    {
        Close();
        if (!IsWorkerThread)
        {
            FinishAsync().GetAwaiter().GetResult();
        }
    }

    /// <summary>As <see cref="Dispose"/>, without blocking.</summary>
    /// <exception cref="InvalidOperationException">The pool is <see cref="Shared"/>.</exception>
    public async ValueTask DisposeAsync()
    {
        Close();
        await FinishAsync().ConfigureAwait(false);
    }

    internal void EndDrainsIfQuiet()
    {
        if (Volatile.Read(ref _drainCount) == 0)
        {
            return;
        }
        lock (_drainLock)
        {
            // Under the lock, so that a drain which joins later is not ended by what was quiet before.
            if (!IsQuiet)
            {
                return;
            }
            foreach (TaskCompletionSource drain in _drains)
            {
                drain.TrySetResult();
            }
            _drains.Clear();
            Volatile.Write(ref _drainCount, 0);
        }
    }

    /// <summary>
    /// No item queued or running at some moment of the call. Both counts only grow; the ended ones are read first, so
    /// ended(read) &lt;= ended(then) &lt;= queued(then) &lt;= queued(read), and equality of the outer two makes all equal.
    /// </summary>
    internal bool IsQuiet
    {
        get
        {
            long ended = Ended;
            Interlocked.MemoryBarrier();
            return Enqueued == ended;
        }
    }

    internal void WorkerEnded()
    {
        if (Volatile.Read(ref _closed) && Volatile.Read(ref _threads) == 0)
        {
            _ended.TrySetResult();
        }
    }

    /// <summary>Grows with each item ended or moved: if it stands still, nobody moves.</summary>
    internal long Progress => Ended;

    private long Ended
    {
        get
        {
            long sum = 0;
            foreach (Worker worker in Workers)
            {
                sum += worker.ItemsCompleted + worker.Moved;
            }
            return sum;
        }
    }

    private long Enqueued
    {
        get
        {
            long sum = Interlocked.Read(ref _customEnqueued);
            foreach (IWorkQueue lane in _lanes)
            {
                sum += lane is BlockWorkQueue blocks ? blocks.Enqueued : 0;
            }
            foreach (Worker worker in Workers)
            {
                sum += worker.LocalPushes;
            }
            return sum;
        }
    }

    private void Close()
    {
        if (_isShared)
        {
            throw new InvalidOperationException("The shared pool belongs to the whole process and cannot be disposed.");
        }
        Volatile.Write(ref _closed, true);
        Telemetry.Remove(this);
    }

    private async Task FinishAsync()
    {
        await DrainAsync().ConfigureAwait(false);
        // Those that sleep find the pool closed and end; those awake end when they find nothing more. A nudge may come
        // between a worker's look at _closed and its sleep, so it is repeated.
        while (Volatile.Read(ref _threads) > 0)
        {
            NudgeAll();
            await Task.WhenAny(_ended.Task, Task.Delay(5)).ConfigureAwait(false);
        }
    }

    private void NudgeAll()
    {
        foreach (Worker worker in Workers)
        {
            worker.Nudge();
        }
        Monitor.Nudge();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowIfOutside()
    {
        if (!IsWorkerThread)
        {
            throw new ObjectDisposedException(Name, "The pool has been disposed and takes no new items from outside.");
        }
    }
}
