using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The default queue: lock-free and built of blocks. Each producing thread gets an inlet of its own, so producers do
/// not meet; consumers claim many items with one atomic operation. Items of one thread keep their order; items of
/// different threads do so roughly, the oldest first.
/// </summary>
public sealed class BlockWorkQueue : IWorkQueue
{
    // More threads than this share one inlet, under its lock: each inlet is one more place for consumers to look.
    private const int InletLimit = 64;

    // So many items may be claimed although older ones wait elsewhere, few against a block as they may be long; and
    // that after so many that were claimed by age.
    private const int BesideOlder = 8, ByAge = 64;

    private readonly Inlet _shared = new();
    private readonly Gate _sharedLock = new();

    // All inlets; the shared one is first. Replaced under _sharedLock when an inlet is added, read by anyone.
    private Inlet[] _inlets;

    // The turn of TryDequeue. Any thread, plain: a lost update only repeats a turn.
    private ClaimTurn _turn;

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
    /// Claims up to <paramref name="limit"/> items in a row: those that have waited longest, up to where another
    /// inlet's are older; and now and then a few of the next inlet that has any. The first bounds how long an item
    /// waits by the work before it, however much other producers queue after it; the second lets a few items start
    /// beside another producer's flood.
    /// </summary>
    /// <param name="turn">The caller's.</param>
    /// <param name="limit">At most so many.</param>
    /// <param name="block">Where they are.</param>
    /// <param name="from">The first slot.</param>
    /// <param name="count">How many slots.</param>
    internal bool TryClaim(ref ClaimTurn turn, int limit, out Block block, out int from, out int count)
    {
        Inlet[] inlets = Volatile.Read(ref _inlets);
        while (TryChoose(inlets, turn.Next, out int oldest, out int next, out int? second))
        {
            bool byAge = second is null || turn.ByAge < ByAge;
            int most = !byAge ? BesideOlder : second is { } stamp ? Math.Max(BesideOlder, inlets[oldest].CountUpTo(stamp)) : limit;
            if (!inlets[byAge ? oldest : next].TryClaim(Math.Min(limit, most), out block, out from, out count)) continue;
            turn = byAge
                ? turn with { ByAge = Math.Min(turn.ByAge + Math.Max(count, BesideOlder), ByAge) }
                : new ClaimTurn { Next = next + 1 };
            return true;
        }
        block = null!;
        from = count = 0;
        return false;
    }

    /// <summary>
    /// The inlet whose items are the oldest; if others have items too, the first of them from <paramref name="start"/>
    /// on, and the age of the oldest there.
    /// </summary>
    private static bool TryChoose(Inlet[] inlets, int start, out int oldest, out int next, out int? second)
    {
        oldest = next = -1;
        second = null;
        int first = 0;
        // The turn may be another thread's just now, and beyond the end: a division would cost more than all the rest.
        int index = (uint)start < (uint)inlets.Length ? start : 0;
        for (int i = 0; i < inlets.Length; i++)
        {
            if (!inlets[index].IsEmpty)
            {
                int stamp = inlets[index].FirstStamp;
                if (oldest < 0 || QueueClock.IsBefore(stamp, first))
                {
                    if (oldest >= 0) (next, second) = (next < 0 ? oldest : next, first);
                    (oldest, first) = (index, stamp);
                }
                else
                {
                    if (next < 0) next = index;
                    if (second is not { } other || QueueClock.IsBefore(stamp, other)) second = stamp;
                }
            }
            index = index + 1 < inlets.Length ? index + 1 : 0;
        }
        return oldest >= 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EnqueueSlow(WorkItem item)
    {
        if (ThreadInlets.Find(this) is { } own)
        {
            own.Enqueue(item);
            return;
        }
        using (_sharedLock.Enter())
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
        using (_sharedLock.Enter())
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
