using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The inlets that the current thread owns, one for each queue it adds to. When the thread has ended, others may own
/// them; items left in them stay where they are and run as usual.
/// </summary>
internal sealed class ThreadInlets
{
    // A thread that a queue has refused an inlet asks again after so many items: to ask costs a look at all inlets.
    private const int AskAgainAfter = 4096;

    [ThreadStatic]
    private static ThreadInlets? t_current;

    // All fields belong to the thread.
    private readonly List<(WeakReference<BlockWorkQueue> Queue, Inlet Inlet)> _owned = [];
    private int _refused;

    internal static ThreadInlets? Current => t_current;

    /// <summary>
    /// The items of the worker whose thread this is; null on other threads, and until <see cref="Introduce"/>.
    /// </summary>
    internal WorkerItems? Worker { get; private set; }

    /// <summary>
    /// Called first thing on a worker's thread: one look-up then tells both the inlet and the worker.
    /// </summary>
    internal static void Introduce(WorkerItems worker) => (t_current ??= new ThreadInlets()).Worker = worker;

    /// <summary>The queue added to last: the fast path.</summary>
    internal BlockWorkQueue? LastQueue { get; private set; }

    internal Inlet? LastInlet { get; private set; }

    /// <summary>
    /// The current thread's inlet of <paramref name="queue"/>, acquired if need be; null if the queue has too many
    /// producers.
    /// </summary>
    internal static Inlet? Find(BlockWorkQueue queue)
    {
        ThreadInlets mine = t_current ??= new ThreadInlets();
        Inlet? inlet = mine.FindOwned(queue) ?? mine.Acquire(queue);
        if (inlet is not null)
        {
            mine.LastQueue = queue;
            mine.LastInlet = inlet;
        }
        return inlet;
    }

    private Inlet? FindOwned(BlockWorkQueue queue)
    {
        foreach ((WeakReference<BlockWorkQueue> reference, Inlet inlet) in _owned)
        {
            if (reference.TryGetTarget(out BlockWorkQueue? target) && target == queue) return inlet;
        }
        return null;
    }

    private Inlet? Acquire(BlockWorkQueue queue)
    {
        if (_refused > 0 && --_refused > 0) return null;
        Inlet? inlet = queue.Own();
        if (inlet is null)
        {
            _refused = AskAgainAfter;
            return null;
        }
        _owned.RemoveAll(static entry => !entry.Queue.TryGetTarget(out _));
        _owned.Add((new WeakReference<BlockWorkQueue>(queue), inlet));
        return inlet;
    }
}
