using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A worker's own items, newest first for the worker, oldest first for thieves. The work-stealing deque of Chase and
/// Lev (SPAA 2005) with the orderings of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013). The ring grows with its items,
/// as theirs does, and is small again when the owner has found it empty. While nobody steals the owner pops without a
/// fence: the first thief asks for fences and makes one on all processors, as in Morrison and Afek's asymmetric queue
/// ("Fence-free work stealing on bounded TSO processors", ASPLOS 2014).
/// </summary>
internal sealed class LocalQueue
{
    // Indices are compared by difference, so they may wrap.
    // Top: next to steal; moved by compare-and-swap by thieves, and by the owner for the last item. Its stage (TopWord)
    // tells who pays for the race over the last item; moved on by thieves, and back to no fences by the owner.
    private PaddedLong _top;

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

    // The owner's alone: pops with a fence since it last stopped making them.
    private int _fencedPops;

    internal LocalQueue()
    {
        _slots = _first;
        _bottom.Value = _clean = BlockSize.FirstLocalIndex;
        _top.Value = TopWord.StartingAt(BlockSize.FirstLocalIndex).Raw;
    }

    /// <summary>For tests: called before the ring grows; throws OutOfMemoryException as the system would.</summary>
    internal Action? GrowthFault { get; set; }

    internal bool IsEmpty => Count == 0;

    /// <summary>
    /// Where the oldest item is; changes whenever one is stolen, and when the owner takes the last one.
    /// </summary>
    internal int Top => ReadTop().Index;

    internal int Count => Math.Max(0, Volatile.Read(ref _bottom.Value) - Top);

    /// <summary>Slots of the ring. Owner only.</summary>
    internal int Capacity => Memory.Own(ref _slots).Length;

    /// <summary>
    /// Makes room for one more item; how many there are. Apart from <see cref="Push"/>, since memory may be short: then
    /// nothing has been added, nor counted. Owner only.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Reserve()
    {
        int bottom = Memory.Own(ref _bottom.Value);
        // A stale top only makes the ring look fuller. Acquire: the thief's read of the slot we overwrite came first.
        int top = Top;
        if (bottom - top >= Memory.Own(ref _slots).Length) Grow(top, bottom);
        return bottom - top;
    }

    /// <summary>Adds the newest item, for which there is room. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Push(WorkItem item)
    {
        int bottom = Memory.Own(ref _bottom.Value);
        ref WorkItem slot = ref Slot(Memory.Own(ref _slots), bottom);
        Memory.Store(ref slot._target, item._target);
        // Mostly the mark that it has already: to read it is cheaper than to write a reference.
        if (!ReferenceEquals(Memory.Load(ref slot._state), item._state)) Memory.Store(ref slot._state, item._state);
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

    /// <summary>
    /// Takes the newest item. False, too, if just now a thief asks for fences: the owner looks again before it sleeps.
    /// Owner only.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPop(out WorkItem item)
    {
        int bottom = Memory.Own(ref _bottom.Value);
        // Without a fence: a top seen too low makes us look further, and nobody but us adds items.
        TopWord top = ReadTop();
        int count = bottom - top.Index;
        if (count > 1)
        {
            // Between the two reads of Top nobody has asked for a fence. Who asks now makes one here before it reads
            // Bottom, and so sees this store; that the same is read again tells that no item was stolen (pairs with
            // the barrier in MakeFenced).
            Volatile.Write(ref _bottom.Value, --bottom);
            if (!top.IsUnfenced || ReadTop() != top) return TryPopFenced(bottom, out item);
            Take(bottom, out item);
            return true;
        }
        item = default;
        return count == 1 && TryTakeOldest(top, out item);
    }

    /// <summary>Takes the oldest item. Owner only.</summary>
    internal bool TryTakeOldest(out WorkItem item)
    {
        TopWord top = ReadTop();
        item = default;
        return Memory.Own(ref _bottom.Value) - top.Index > 0 && TryTakeOldest(top, out item);
    }

    /// <summary>As a thief takes it: one atomic operation instead of two, and Bottom stays.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTakeOldest(TopWord top, out WorkItem item)
    {
        if (!TryReplaceTop(top, top.Next))
        {
            item = default;
            return false;
        }
        Take(top.Index, out item);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryPopFenced(int bottom, out WorkItem item)
    {
        // The store of Bottom must be seen before Top is read, or a thief and the owner both take the last item:
        // an exchange is store and full fence in one. Pairs with the order of the reads in TrySteal.
        Interlocked.Exchange(ref _bottom.Value, bottom);
        TopWord top = ReadTop();
        int left = bottom - top.Index;
        if (left > 0)
        {
            Take(bottom, out item);
            if (++_fencedPops >= BlockSize.FencedPops) StopFencing(top);
            return true;
        }
        // One item: whoever moves Top has it.
        bool won = left == 0 && TryReplaceTop(top, top.Next);
        Volatile.Write(ref _bottom.Value, bottom + 1);
        item = default;
        if (won) Take(bottom, out item);
        return won;
    }

    /// <summary>Only the owner writes slots, so nobody has changed this one. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Take(int index, out WorkItem item)
    {
        ref WorkItem slot = ref Slot(Memory.Own(ref _slots), index);
        item = Memory.Load(ref slot);
        Memory.Store(ref slot._target, null);
        if (!ItemKind.IsMark(item._state)) Memory.Store(ref slot._state, null);
    }

    /// <summary>
    /// No more fences, until the next thief asks for them; nothing is lost if just now somebody steals. Owner only, when
    /// it has its item.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void StopFencing(TopWord top)
    {
        _fencedPops = 0;
        if (top.IsFenced) TryReplaceTop(top, top.WithoutFence);
    }

    /// <summary>Takes the oldest item. Any thread.</summary>
    internal bool TrySteal(out WorkItem item)
    {
        while (true)
        {
            // Top must be read before Bottom: pairs with the exchange in TryPopFenced. Who sees a Top that another
            // thief moved after the owner's exchange then sees that exchange, too. Acquire gives that order wherever a
            // store becomes visible to all at once, which is everywhere .NET runs; Le et al. need a fence as C11
            // promises less.
            TopWord top = ReadTop();
            int bottom = Volatile.Read(ref _bottom.Value);
            if (bottom - top.Index <= 0)
            {
                item = default;
                return false;
            }
            if (!top.IsFenced)
            {
                MakeFenced(top);
                continue;
            }
            // The copy may be torn by a push into the same slot, but then Top has moved and the copy is thrown away.
            item = Memory.Load(ref Slot(Volatile.Read(ref _slots), top.Index));
            if (TryReplaceTop(top, top.Next)) return true;
        }
    }

    /// <summary>
    /// Sees to it that the owner pops with fences. Two steps: a thief that came between the first and its barrier would
    /// read a Bottom that the owner has left already.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeFenced(TopWord top)
    {
        if (top.IsUnfenced)
        {
            TopWord asked = top.NextStage;
            if (!TryReplaceTop(top, asked)) return;
            top = asked;
        }
        // From here on the owner reads the request before it takes an item, or its store of Bottom is visible.
        Interlocked.MemoryBarrierProcessWide();
        // Items come and go meanwhile. Another stage is another thief's doing, and after a lowered one the owner has to
        // be asked anew: the barrier came before that.
        for (TopWord seen = ReadTop(); seen.Stage == top.Stage; seen = ReadTop())
        {
            if (TryReplaceTop(seen, seen.NextStage)) return;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TopWord ReadTop() => new(Volatile.Read(ref _top.Value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryReplaceTop(TopWord top, TopWord next) =>
        Interlocked.CompareExchange(ref _top.Value, next.Raw, top.Raw) == top.Raw;

    /// <summary>
    /// Drops the references that thieves left behind: they may not clear a slot, for the owner may already have used it
    /// again. Owner only, when it has seen by the count that the queue is empty, which a pop that takes nothing does not
    /// tell; then no thief can succeed with what it read.
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
