using System.Numerics;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A first-in-first-out queue with one producer at a time and any number of consumers. The producer pays plain stores
/// and one release store per item; a consumer claims all that a block holds with one compare-and-swap.
/// </summary>
/// <remarks>
/// Positions count items since the beginning and never wrap in practice (64 bits). Position p lives in block
/// p / Size, slot p % Size; the ring maps block numbers to blocks. A claim moves the head from h to h'. That
/// compare-and-swap succeeding proves that no item from h on had been claimed before, hence that the block of h had
/// not been finished and reused, hence that the ring entry read for it was the right one. So claims need no lock and
/// a stale claimer can do no harm.
/// </remarks>
internal sealed class Inlet
{
    private const int FirstRing = 8;

    /// <summary>
    /// Finished blocks kept for reuse; what is beyond goes to the garbage collector, so a flood's memory is given
    /// back.
    /// </summary>
    private const int FreeLimit = 16;

    // The producer's alone.
    private Block _tailBlock = null!;
    private object?[] _tailTargets = null!;
    private int[] _tailStamps = null!;

    // The state that all slots of the tail's block have so far; where states go once they differ.
    private object? _tailState;
    private object?[]? _tailStates;

    // Written by the producer per item; read by consumers, who then read _ring from the same line.
    private long _tail;

    // Moved by consumers, once per claim; on lines of its own, so that claims do not disturb the producer.
    private PaddedLong _head;

    // Block number -> block, by the number's low bits. The producer replaces and fills it; consumers read it after
    // reading the tail (acquire), so they see the entry of every published position.
    private Block[] _ring = new Block[FirstRing];

    // Blocks to reuse: pushed by any consumer, popped by the producer alone, so a popped block cannot come back
    // between its read and its compare-and-swap (no ABA).
    private Block? _free;
    private int _freeCount;

    // The thread that owns the producer's side, for as long as it lives. By compare-and-swap.
    private Thread? _owner;

    internal Inlet()
    {
        _tail = BlockSize.FirstIndex;
        _head.Value = BlockSize.FirstIndex;
    }

    /// <summary>Whether nothing is published that is not claimed.</summary>
    internal bool IsEmpty => Volatile.Read(ref _head.Value) >= Volatile.Read(ref _tail);

    internal long Count => Math.Max(0, Volatile.Read(ref _tail) - Volatile.Read(ref _head.Value));

    /// <summary>
    /// When the first item that waits was queued. By the time the caller reads it the item may be gone and the block
    /// another one's: it serves for choosing only.
    /// </summary>
    internal int FirstStamp
    {
        get
        {
            long head = Volatile.Read(ref _head.Value);
            return BlockOf(head) is { } block ? block.Stamps[(int)head & (Block.Size - 1)] : QueueClock.Now;
        }
    }

    /// <summary>Items ever published.</summary>
    internal long Enqueued => Volatile.Read(ref _tail) - BlockSize.FirstIndex;

    /// <summary>
    /// How many of the first items, of one block, are not younger than <paramref name="stamp"/>. As good as
    /// <see cref="FirstStamp"/>.
    /// </summary>
    internal int CountUpTo(int stamp)
    {
        long head = Volatile.Read(ref _head.Value);
        if (BlockOf(head) is not { } block) return 0;
        int from = (int)head & (Block.Size - 1);
        ReadOnlySpan<int> stamps = block.Stamps.AsSpan(from, (int)Math.Clamp(Volatile.Read(ref _tail) - head, 0, Block.Size - from));
        if (stamps.IsEmpty || !QueueClock.IsBefore(stamp, stamps[^1])) return stamps.Length;
        // A producer's stamps rise, so the first that is younger is found by halving.
        int count = 0, younger = stamps.Length - 1;
        while (count < younger)
        {
            int middle = (count + younger) / 2;
            if (QueueClock.IsBefore(stamp, stamps[middle])) younger = middle;
            else count = middle + 1;
        }
        return count;
    }

    /// <summary>
    /// Makes the calling thread the producer, if the one before has ended: all that it wrote is visible to whoever has
    /// seen its end.
    /// </summary>
    internal bool TryOwn()
    {
        Thread? owner = Volatile.Read(ref _owner);
        return owner is not { IsAlive: true } && Interlocked.CompareExchange(ref _owner, Thread.CurrentThread, owner) == owner;
    }

    /// <summary>Called by the owner of the producer's side only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Enqueue(WorkItem item)
    {
        long tail = Memory.Own(ref _tail);
        int index = (int)tail & (Block.Size - 1);
        // The first index of all is a block's first, so there always is a block to write to.
        if (index == 0) OpenBlock(tail, item._state);
        Block.Write(_tailTargets, index, item._target);
        Block.Stamp(_tailStamps, index);
        if (_tailStates is { } states)
        {
            Block.Write(states, index, item._state);
        }
        else if (!ReferenceEquals(item._state, _tailState))
        {
            Block.Write(_tailStates = _tailBlock.DifferFrom(index), index, item._state);
        }
        // Publishes slot, block and ring (pairs with the reads of the tail in TryClaim and IsEmpty).
        Volatile.Write(ref _tail, tail + 1);
    }

    /// <summary>Claims up to <paramref name="limit"/> items in a row, all in one block. Any thread.</summary>
    internal bool TryClaim(int limit, out Block block, out int from, out int count)
    {
        while (true)
        {
            // The head first, so that a queue found empty was empty when its tail was read.
            long head = Volatile.Read(ref _head.Value);
            long tail = Volatile.Read(ref _tail);
            if (head >= tail)
            {
                block = null!;
                from = count = 0;
                return false;
            }
            Block[] ring = Volatile.Read(ref _ring);
            block = ring[(int)(head >> BlockShift) & (ring.Length - 1)];
            from = (int)head & (Block.Size - 1);
            count = (int)Math.Min(Math.Min(tail - head, Block.Size - from), limit);
            if (Interlocked.CompareExchange(ref _head.Value, head + count, head) == head) return true;
        }
    }

    /// <summary>Takes back a block whose every slot is finished. Any thread.</summary>
    internal void Return(Block block)
    {
        // The ring would keep the blocks of a flood alive for good. If the producer is just replacing the ring, its
        // copy of the entry stays until it is overwritten; nobody looks it up any more.
        Block[] ring = Volatile.Read(ref _ring);
        Interlocked.CompareExchange(ref ring[(int)block.Number & (ring.Length - 1)]!, null, block);
        if (Interlocked.Increment(ref _freeCount) > FreeLimit)
        {
            Interlocked.Decrement(ref _freeCount);
            return;
        }
        Block? first;
        do
        {
            first = Volatile.Read(ref _free);
            block.NextFree = first;
        }
        while (Interlocked.CompareExchange(ref _free, block, first) != first);
    }

    /// <summary>As in TryClaim; null when it has been returned, for then it is not the head's any more.</summary>
    private Block? BlockOf(long position)
    {
        Block[] ring = Volatile.Read(ref _ring);
        return Volatile.Read(ref ring[(int)(position >> BlockShift) & (ring.Length - 1)]);
    }

    private static readonly int BlockShift = BitOperations.Log2(Block.Size);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenBlock(long tail, object? state)
    {
        Block block = TakeFree() ?? new Block(this);
        long number = tail >> BlockShift;
        // The oldest block that a consumer may still look up is the head's.
        long live = number - (Volatile.Read(ref _head.Value) >> BlockShift) + 1;
        Block[] ring = Memory.Own(ref _ring);
        if (live > ring.Length || (live * 8 < ring.Length && ring.Length > FirstRing))
        {
            ring = Resize(ring, number, live);
        }
        // Only what the block does not keep alive: an item's own state goes to its slot.
        _tailState = ItemKind.IsMark(state) ? state : null;
        _tailStates = null;
        block.Open(number, _tailState);
        _tailBlock = block;
        ring[(int)number & (ring.Length - 1)] = block;
        _tailTargets = block.Targets;
        _tailStamps = block.Stamps;
        QueueClock.Tick();
        if (ring != Memory.Own(ref _ring))
        {
            // A replaced ring is never written again, so a claimer that still holds it finds every entry it may use.
            Volatile.Write(ref _ring, ring);
        }
    }

    private static Block[] Resize(Block[] old, long number, long live)
    {
        var ring = new Block[Math.Max(FirstRing, (int)BitOperations.RoundUpToPowerOf2((ulong)live * 2))];
        for (long n = number - live + 1; n < number; n++)
        {
            ring[(int)n & (ring.Length - 1)] = old[(int)n & (old.Length - 1)];
        }
        return ring;
    }

    private Block? TakeFree()
    {
        Block? first;
        do
        {
            // Acquires what the finishing consumers wrote (pairs with Return's compare-and-swap).
            first = Volatile.Read(ref _free);
            if (first is null) return null;
        }
        while (Interlocked.CompareExchange(ref _free, first.NextFree, first) != first);
        Interlocked.Decrement(ref _freeCount);
        return first;
    }
}
