using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The default queue: lock-free and built of blocks. Each producing thread gets an inlet of its own, so producers do
/// not meet; consumers claim many items with one atomic operation. Items of one thread keep their order; items of
/// different threads do not.
/// </summary>
public sealed class BlockWorkQueue : IWorkQueue
{
    // More threads than this share one inlet, under its lock: each inlet is one more place for consumers to look.
    private const int InletLimit = 64;

    private readonly Inlet _shared = new();
    private readonly object _sharedLock = new();

    // All inlets; the shared one is first. Replaced under _sharedLock when an inlet is added, read by anyone.
    private Inlet[] _inlets;

    // Where the next TryDequeue starts to look. Any thread, plain: it only spreads the looking.
    private int _turn;

    /// <summary>Makes an empty queue.</summary>
    public BlockWorkQueue()
    {
        _inlets = [_shared];
    }

    /// <inheritdoc/>
    public bool IsEmpty
    {
        get
        {
            foreach (Inlet inlet in Volatile.Read(ref _inlets))
            {
                if (!inlet.IsEmpty) return false;
            }
            return true;
        }
    }

    /// <inheritdoc/>
    public long Count
    {
        get
        {
            long count = 0;
            foreach (Inlet inlet in Volatile.Read(ref _inlets)) count += inlet.Count;
            return count;
        }
    }

    /// <summary>How many inlets there are, the shared one included.</summary>
    internal int Inlets => Volatile.Read(ref _inlets).Length;

    /// <summary>Items ever added.</summary>
    internal long Enqueued
    {
        get
        {
            long count = 0;
            foreach (Inlet inlet in Volatile.Read(ref _inlets)) count += inlet.Enqueued;
            return count;
        }
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Enqueue(WorkItem item) => EnqueueAs(ThreadInlets.Current, item);

    /// <summary>As <see cref="Enqueue"/>, for who knows already what the calling thread owns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EnqueueAs(ThreadInlets? mine, WorkItem item)
    {
        if (mine is not null && ReferenceEquals(mine.LastQueue, this))
        {
            mine.LastInlet!.Enqueue(item);
            return;
        }
        EnqueueSlow(item);
    }

    /// <inheritdoc/>
    public bool TryDequeue(out WorkItem item)
    {
        if (TryClaim(ref _turn, 1, false, out Block block, out int from, out _))
        {
            item = block.Read(from);
            block.Finish(from, 1);
            return true;
        }
        item = default;
        return false;
    }

    /// <summary>
    /// Claims up to <paramref name="limit"/> items in a row. <paramref name="turn"/> is the caller's, and makes it
    /// fair between inlets.
    /// </summary>
    internal bool TryClaim(ref int turn, int limit, bool share, out Block block, out int from, out int count)
    {
        Inlet[] inlets = Volatile.Read(ref _inlets);
        int start = turn;
        // The turn may be another thread's just now, and beyond the end: a division would cost more than all the rest.
        int index = (uint)start < (uint)inlets.Length ? start : 0;
        for (int i = 0; i < inlets.Length; i++)
        {
            Inlet inlet = inlets[index];
            index = index + 1 < inlets.Length ? index + 1 : 0;
            if (inlet.TryClaim(limit, share, out block, out from, out count))
            {
                turn = index;
                return true;
            }
        }
        block = null!;
        from = count = 0;
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EnqueueSlow(WorkItem item)
    {
        if (ThreadInlets.Find(this) is { } own)
        {
            own.Enqueue(item);
            return;
        }
        lock (_sharedLock)
        {
            _shared.Enqueue(item);
        }
    }

    /// <summary>
    /// An inlet for the calling thread to own: one left behind by an ended thread, else a new one; null when there are
    /// enough.
    /// </summary>
    internal Inlet? Own()
    {
        lock (_sharedLock)
        {
            foreach (Inlet inlet in _inlets.AsSpan(1))
            {
                if (inlet.TryOwn()) return inlet;
            }
            if (_inlets.Length > InletLimit) return null;
            var added = new Inlet();
            added.TryOwn();
            Volatile.Write(ref _inlets, [.. _inlets, added]);
            return added;
        }
    }
}
