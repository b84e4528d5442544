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

    // So many items may be claimed although older ones wait elsewhere: few against a block, as they may be long.
    private const int BesideOlder = 8;

    private readonly Inlet _shared = new();
    private readonly object _sharedLock = new();

    // All inlets; the shared one is first. Replaced under _sharedLock when an inlet is added, read by anyone.
    private Inlet[] _inlets;

    // The turn of TryDequeue. Any thread, plain: a lost update only repeats a turn.
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
        if (TryClaim(ref _turn, 1, out Block block, out int from, out _))
        {
            item = block.Read(from);
            block.Finish(from, 1);
            return true;
        }
        item = default;
        return false;
    }

    /// <summary>
    /// Claims up to <paramref name="limit"/> items in a row: by turns those that have waited longest, and a few of the
    /// next inlet that has any. The first bounds how long an item waits by the work before it, however much other
    /// producers queue after it; the second lets a few items start beside another producer's flood.
    /// </summary>
    /// <param name="turn">
    /// The caller's: the inlet to begin with, or its complement when the oldest items are to come first.
    /// </param>
    /// <param name="limit">At most so many.</param>
    /// <param name="block">Where they are.</param>
    /// <param name="from">The first slot.</param>
    /// <param name="count">How many slots.</param>
    internal bool TryClaim(ref int turn, int limit, out Block block, out int from, out int count)
    {
        Inlet[] inlets = Volatile.Read(ref _inlets);
        bool oldestFirst = turn < 0;
        int start = oldestFirst ? ~turn : turn;
        while (TryChoose(inlets, start, out int next, out int oldest))
        {
            int chosen = oldestFirst ? oldest : next;
            int most = chosen == oldest ? limit : Math.Min(limit, BesideOlder);
            if (!inlets[chosen].TryClaim(most, out block, out from, out count)) continue;
            turn = oldestFirst ? next : ~(next + 1);
            return true;
        }
        block = null!;
        from = count = 0;
        return false;
    }

    /// <summary>
    /// The first inlet from <paramref name="start"/> on that has items, and the one whose items are the oldest.
    /// </summary>
    private static bool TryChoose(Inlet[] inlets, int start, out int next, out int oldest)
    {
        next = oldest = -1;
        // The turn may be another thread's just now, and beyond the end: a division would cost more than all the rest.
        int index = (uint)start < (uint)inlets.Length ? start : 0;
        for (int i = 0; i < inlets.Length; i++)
        {
            if (!inlets[index].IsEmpty)
            {
                if (next < 0) next = oldest = index;
                else if (inlets[index].FirstOpenedAt < inlets[oldest].FirstOpenedAt) oldest = index;
            }
            index = index + 1 < inlets.Length ? index + 1 : 0;
        }
        return next >= 0;
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
