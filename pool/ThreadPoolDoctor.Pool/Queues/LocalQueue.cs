using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A worker's own items, newest first for the worker, oldest first for thieves. The work-stealing deque of Chase and
/// Lev (SPAA 2005) with the orderings of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013). The ring grows with its items,
/// as theirs does, and is small again when the owner has found it empty.
/// </summary>
internal sealed class LocalQueue
{
    // Indices are compared by difference, so they may wrap.
    // Top: next to steal; moved by compare-and-swap by thieves, and by the owner for the last item.
    private PaddedInt _top;

    // Bottom: next free; written by the owner, read by thieves.
    private PaddedInt _bottom;

    // Written by the owner below Bottom's publication, read by thieves before they move Top. The owner replaces the
    // ring by a larger one; nobody writes to the old one before the queue has been empty, and by then Top has moved
    // past all that a thief which still holds it may have read.
    private WorkItem[] _slots;

    // The ring it begins with and comes back to: a worker that goes to sleep must not need memory.
    private readonly WorkItem[] _first = new WorkItem[BlockSize.Local];

    // The owner's alone: a top up to which no slot holds an item that a thief took.
    private int _clean;

    internal LocalQueue()
    {
        _slots = _first;
        _top.Value = _bottom.Value = _clean = BlockSize.FirstLocalIndex;
    }

    /// <summary>For tests: called before the ring grows; throws OutOfMemoryException as the system would.</summary>
    internal Action? GrowthFault { get; set; }

    internal bool IsEmpty => Count == 0;

    /// <summary>
    /// Where the oldest item is; changes whenever one is stolen, and when the owner takes the last one.
    /// </summary>
    internal int Top => Volatile.Read(ref _top.Value);

    internal int Count => Math.Max(0, Volatile.Read(ref _bottom.Value) - Volatile.Read(ref _top.Value));

    /// <summary>Slots of the ring. Owner only.</summary>
    internal int Capacity => Memory.Own(ref _slots).Length;

    /// <summary>
    /// Makes room for one more item. Apart from <see cref="Push"/>, since memory may be short: then nothing has been
    /// added, nor counted. Owner only.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Reserve()
    {
        int bottom = Memory.Own(ref _bottom.Value);
        // A stale top only makes the ring look fuller. Acquire: the thief's read of the slot we overwrite came first.
        int top = Volatile.Read(ref _top.Value);
        if (bottom - top >= Memory.Own(ref _slots).Length) Grow(top, bottom);
    }

    /// <summary>Adds the newest item, for which there is room. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Push(WorkItem item)
    {
        int bottom = Memory.Own(ref _bottom.Value);
        Memory.Store(ref Slot(Memory.Own(ref _slots), bottom), item);
        // Publishes slot and ring (pairs with the read of Bottom in TrySteal).
        Volatile.Write(ref _bottom.Value, bottom + 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int top, int bottom)
    {
        GrowthFault?.Invoke();
        WorkItem[] old = Memory.Own(ref _slots);
        var slots = new WorkItem[old.Length * 2];
        for (int i = top; i != bottom; i++) Memory.Store(ref Slot(slots, i), Memory.Load(ref Slot(old, i)));
        Volatile.Write(ref _slots, slots);
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
        item = Memory.Load(ref Slot(_slots, top));
        Memory.Store(ref Slot(_slots, top), default);
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
            item = Memory.Load(ref Slot(_slots, bottom));
            Memory.Store(ref Slot(_slots, bottom), default);
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
            item = Memory.Load(ref Slot(_slots, bottom));
            won = Interlocked.CompareExchange(ref _top.Value, top + 1, top) == top;
        }
        Volatile.Write(ref _bottom.Value, bottom + 1);
        if (won)
        {
            Memory.Store(ref Slot(_slots, bottom), default);
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
            item = Memory.Load(ref Slot(Volatile.Read(ref _slots), top));
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
        if (_clean == bottom) return;
        Memory.Clear(_first, 0, _first.Length);
        Volatile.Write(ref _slots, _first);
        _clean = bottom;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref WorkItem Slot(WorkItem[] slots, int index) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(slots), index & (slots.Length - 1));

    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct PaddedInt
    {
        [FieldOffset(128)]
        internal int Value;
    }
}
