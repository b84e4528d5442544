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
    /// The items of the worker whose thread this is, while it runs items: one look-up then tells both the inlet and the
    /// worker. Null on other threads, and while it searches, falls asleep or ends. Code of others runs there as well
    /// (what awaits a drain is queued there, and who listens to the pool's events is called), and what that queues
    /// would be left to a worker that does not look any more.
    /// </summary>
    internal WorkerItems? Worker { get; set; }

    /// <summary>The calling thread's.</summary>
    internal static ThreadInlets Mine => t_current ??= new ThreadInlets();

    /// <summary>The queue added to last: the fast path.</summary>
    internal BlockWorkQueue? LastQueue { get; private set; }

    internal Inlet? LastInlet { get; private set; }

    /// <summary>
    /// The current thread's inlet of <paramref name="queue"/>, acquired if need be; null if the queue has too many
    /// producers.
    /// </summary>
    internal static Inlet? Find(BlockWorkQueue queue)
    {
        ThreadInlets mine = Mine;
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
