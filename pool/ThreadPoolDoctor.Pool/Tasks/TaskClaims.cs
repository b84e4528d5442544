using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether tasks have to be claimed before they run. A worker that waits for a queued task may run it in place, so the
/// one that takes it from the queue would have to claim it with a compare-and-swap, a tenth of what a short task costs.
/// Until the first worker wants to run a queued task in place nobody does: each worker notes what it runs instead.
/// </summary>
/// <param name="crew">Its workers run the tasks, and nobody else does without a claim.</param>
internal sealed class TaskClaims(Crew crew)
{
    // Written by the first that need claims, never reset. Read by a worker behind its note.
    private bool _needed;

    // What workers had begun without a claim when claims came to be needed; null until then. Written behind the barrier
    // by the first, each with what it has seen: a later one leaves out what has ended since. Read by who may run others.
    // Weak, as it stays for as long as the pool does, and the tasks are not to.
    private WeakReference<Task>[]? _unclaimed;

    /// <summary>
    /// Whether the worker may run without a claim what it notes hereby. Its own thread only. The note and the second
    /// read may change places on a processor: the barrier in <see cref="NeedClaims"/> pays for that.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool MayRunUnclaimed(Worker worker, Task task)
    {
        if (Volatile.Read(ref _needed)) return false;
        worker.Note(task);
        return !Volatile.Read(ref _needed);
    }

    /// <summary>Whether a queued task may be run where it is waited for, by who claims it. Any thread.</summary>
    internal bool MayRunInPlace(Task task)
    {
        foreach (WeakReference<Task> unclaimed in Volatile.Read(ref _unclaimed) ?? NeedClaims())
        {
            if (unclaimed.TryGetTarget(out Task? begun) && ReferenceEquals(begun, task)) return false;
        }
        return true;
    }

    private WeakReference<Task>[] NeedClaims()
    {
        Volatile.Write(ref _needed, true);
        // A worker that has read the old value has its note in memory now; one that reads later claims.
        Interlocked.MemoryBarrierProcessWide();
        var begun = new List<WeakReference<Task>>();
        foreach (Worker worker in crew.Workers)
        {
            if (worker.Noted is { IsCompleted: false } task) begun.Add(new(task));
        }
        WeakReference<Task>[] unclaimed = [.. begun];
        Volatile.Write(ref _unclaimed, unclaimed);
        return unclaimed;
    }
}
