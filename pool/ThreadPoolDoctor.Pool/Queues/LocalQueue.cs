using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A worker's own items, newest first for the worker, oldest first for thieves. The work-stealing deque of Chase and
/// Lev (SPAA 2005) with the orderings of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013), on a ring of fixed size:
/// what does not fit goes to the shared queue.
/// </summary>
internal sealed class LocalQueue
{
    internal const int Capacity = BlockSize.Local;
    private const int Mask = Capacity - 1;

    // Indices are compared by difference, so they may wrap.
    // Top: next to steal; moved by compare-and-swap by thieves, and by the owner for the last item.
    private PaddedInt _top;

    // Bottom: next free; written by the owner, read by thieves.
    private PaddedInt _bottom;

    // Written by the owner below Bottom's publication, read by thieves before they move Top.
    private readonly WorkItem[] _slots = new WorkItem[Capacity];

    // The owner's alone: a top up to which no slot holds an item that a thief took.
    private int _clean;

    internal LocalQueue()
    {
        _top.Value = _bottom.Value = _clean = BlockSize.FirstLocalIndex;
    }

    internal bool IsEmpty => Count == 0;

    /// <summary>
    /// Where the oldest item is; changes whenever one is stolen, and when the owner takes the last one.
    /// </summary>
    internal int Top => Volatile.Read(ref _top.Value);

    internal int Count => Math.Max(0, Volatile.Read(ref _bottom.Value) - Volatile.Read(ref _top.Value));

    /// <summary>Adds the newest item; false if the ring is full. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPush(WorkItem item)
    {
        int bottom = Memory.Own(ref _bottom.Value);
        // A stale top only makes the ring look fuller. Acquire: the thief's read of the slot we overwrite came first.
        if (bottom - Volatile.Read(ref _top.Value) >= Capacity) return false;
        Memory.Store(ref Slot(bottom), item);
        // Publishes the slot (pairs with the read of Bottom in TrySteal).
        Volatile.Write(ref _bottom.Value, bottom + 1);
        return true;
    }

    /// <summary>Takes the newest item. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPop(out WorkItem item)
    {
        int bottom = Memory.Own(ref _bottom.Value);
        // Without a fence: a top seen too low makes us look further, and nobody but us adds items.
        int count = bottom - Volatile.Read(ref _top.Value);
        if (count > 1) return TryPopSlow(bottom - 1, out item);
        item = default;
        return count == 1 && TryTakeOnly(bottom - 1, out item);
    }

    /// <summary>A lone item, as a thief takes it: one atomic operation instead of two, and Bottom stays.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTakeOnly(int top, out WorkItem item)
    {
        if (Interlocked.CompareExchange(ref _top.Value, top + 1, top) != top)
        {
            item = default;
            return false;
        }
        // Only the owner writes slots, so nobody has changed this one.
        item = Memory.Load(ref Slot(top));
        Memory.Store(ref Slot(top), default);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryPopSlow(int bottom, out WorkItem item)
    {
        // The store of Bottom must be seen before Top is read, or a thief and the owner both take the last item:
        // an exchange is store and full fence in one. Pairs with the fence in TrySteal.
        Interlocked.Exchange(ref _bottom.Value, bottom);
        int top = Volatile.Read(ref _top.Value);
        int left = bottom - top;
        if (left > 0)
        {
            item = Memory.Load(ref Slot(bottom));
            Memory.Store(ref Slot(bottom), default);
            return true;
        }
        bool won = TryPopLast(bottom, top, left, out WorkItem last);
        item = last;
        return won;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryPopLast(int bottom, int top, int left, out WorkItem item)
    {
        bool won = false;
        item = default;
        if (left == 0)
        {
            // One item: whoever moves Top has it.
            item = Memory.Load(ref Slot(bottom));
            won = Interlocked.CompareExchange(ref _top.Value, top + 1, top) == top;
        }
        Volatile.Write(ref _bottom.Value, bottom + 1);
        if (won)
        {
            Memory.Store(ref Slot(bottom), default);
        }
        else
        {
            item = default;
        }
        return won;
    }

    /// <summary>Takes the oldest item. Any thread.</summary>
    internal bool TrySteal(out WorkItem item)
    {
        while (true)
        {
            // Top must be read before Bottom: pairs with the exchange in TryPop. Who sees a Top that another thief
            // moved after the owner's exchange then sees that exchange, too. Acquire gives that order wherever a store
            // becomes visible to all at once, which is everywhere .NET runs; Le et al. need a fence as C11 promises
            // less.
            int top = Volatile.Read(ref _top.Value);
            int bottom = Volatile.Read(ref _bottom.Value);
            if (bottom - top <= 0)
            {
                item = default;
                return false;
            }
            // The copy may be torn by a push into the same slot, but then Top has moved and the copy is thrown away.
            item = Memory.Load(ref Slot(top));
            if (Interlocked.CompareExchange(ref _top.Value, top + 1, top) == top) return true;
        }
    }

    /// <summary>
    /// Drops the references that thieves left behind: they may not clear a slot, for the owner may already have used it
    /// again. Owner only, when it has found the queue empty; then no thief can succeed with what it read.
    /// </summary>
    internal void ForgetStolen()
    {
        int bottom = Memory.Own(ref _bottom.Value);
        if (_clean != bottom)
        {
            Memory.Clear(_slots, 0, Capacity);
            _clean = bottom;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref WorkItem Slot(int index) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_slots), index & Mask);

    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct PaddedInt
    {
        [FieldOffset(128)]
        internal int Value;
    }
}
