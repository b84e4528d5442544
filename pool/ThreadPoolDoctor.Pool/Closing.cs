namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Those who wait for a pool to become quiet or to end. The pool's own threads tell them; nothing here runs on .NET's
/// ThreadPool, which may be as starved as the program that is being shut down.
/// </summary>
internal sealed class Closing(Crew crew)
{
    /// <summary>A worker about to sleep may miss the nudge that tells it of the end, so that is repeated.</summary>
    private const int NudgeAgainAfter = 5;

    // Guards the fields below. Pulsed when a drain or the last worker's thread has ended.
    private readonly Gate _gate = new();
    private readonly List<Drain> _drains = [];

    // The last thread of the closed pool has ended.
    private bool _over;

    // What DisposeAsync returns, once it was called.
    private TaskCompletionSource? _finished;

    // As many as _drains has; read by workers without the lock.
    private int _drainCount;

    /// <summary>Drains that have not ended.</summary>
    internal int Waiting => Volatile.Read(ref _drainCount);

    internal Task DrainAsync(CancellationToken cancellationToken)
    {
        Drain drain = Join();
        if (!cancellationToken.CanBeCanceled || drain.Task.IsCompleted) return drain.Task;
        CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(
            static (state, token) =>
            {
                var (closing, drain) = ((Closing, Drain))state!;
                closing.Cancel(drain, token);
            }, (this, drain));
        using (_gate.Enter())
        {
            if (!drain.Task.IsCompleted)
            {
                drain.Registration = registration;
                return drain.Task;
            }
        }
        // Not Dispose, which would wait for a callback that runs.
        registration.Unregister();
        return drain.Task;
    }

    /// <summary>Called by each worker that falls asleep, and by whoever joins.</summary>
    internal void EndDrainsIfQuiet()
    {
        if (Volatile.Read(ref _drainCount) == 0) return;
        using (_gate.Enter())
        {
            // Under the lock, so that a drain which joins later is not ended by what was quiet before.
            if (!crew.IsQuiet) return;
            // Before they are told: who goes on then finds none that waits.
            Volatile.Write(ref _drainCount, 0);
            foreach (Drain drain in _drains)
            {
                drain.Registration.Unregister();
                drain.TrySetResult();
            }
            _drains.Clear();
            _gate.PulseAll();
        }
    }

    /// <summary>
    /// A worker's thread of the closed pool is about to end. The last one tells: if each did, who waits would nudge all
    /// others again for each of them.
    /// </summary>
    internal void WorkerEnded()
    {
        // Each has counted itself off before it comes here, so one at least finds none (pairs with
        // Crew.TryRetireThread).
        if (crew.Threads > 0) return;
        using (_gate.Enter())
        {
            _over |= crew.Threads == 0 && crew.IsQuiet;
            _gate.PulseAll();
        }
    }

    /// <summary>The calling thread waits until the closed pool has run everything and its threads have ended.</summary>
    internal void Finish()
    {
        Drain drain = Join();
        using (_gate.Enter())
        {
            while (!drain.Task.IsCompleted) _gate.Wait();
            crew.NudgeAll();
            while (!_over && crew.Threads > 0)
            {
                if (!_gate.Wait(NudgeAgainAfter)) crew.NudgeAll();
            }
            _over = true;
        }
    }

    /// <summary>As <see cref="Finish"/>; a thread made for it waits, for no other may be had.</summary>
    internal Task FinishAsync()
    {
        using (_gate.Enter())
        {
            if (_finished is not null) return _finished.Task;
            _finished = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }
        if (crew.IsQuiet && crew.Threads == 0)
        {
            _finished.SetResult();
        }
        else if (!ServiceThread.TryStart("TPD Closing", FinishAndTell, crew.StartFault))
        {
            ThreadPool.UnsafeQueueUserWorkItem(static closing => closing.FinishAndTell(), this, preferLocal: false);
        }
        return _finished.Task;
    }

    private void FinishAndTell()
    {
        Finish();
        _finished!.SetResult();
    }

    private Drain Join()
    {
        var drain = new Drain();
        using (_gate.Enter())
        {
            _drains.Add(drain);
            // Full fence: a worker that ends the last item after our look sees the count (pairs with EndDrainsIfQuiet).
            Interlocked.Increment(ref _drainCount);
        }
        EndDrainsIfQuiet();
        return drain;
    }

    private void Cancel(Drain drain, CancellationToken token)
    {
        using (_gate.Enter())
        {
            if (!_drains.Remove(drain)) return;
            Volatile.Write(ref _drainCount, _drains.Count);
            drain.TrySetCanceled(token);
        }
    }

    /// <summary>One who waits. Continuations run elsewhere: this one is completed with the lock held.</summary>
    private sealed class Drain() : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
    {
        // Under the lock; empty if the wait cannot be cancelled.
        internal CancellationTokenRegistration Registration;
    }
}
