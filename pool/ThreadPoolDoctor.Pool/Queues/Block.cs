using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A fixed run of slots: written once by one producer from the first slot to the last, taken by consumers in ranges,
/// then handed back to the <see cref="Inlet"/> it came from. Blocks are what consumers synchronise on, so that one
/// atomic operation hands over many items (the idea of BWoS, Wang et al., OSDI 2023).
/// </summary>
internal sealed class Block(Inlet home)
{
    /// <summary>Slots in a block. The smaller the rarer the tests' boundaries are, the larger the less each item pays.</summary>
    internal const int Size = BlockSize.Value;

    // Written by the inlet's producer before it publishes a slot, cleared by whoever ran the items. Nobody touches a
    // slot without having published or claimed it, so the accesses themselves are plain.
    private readonly WorkItem[] _slots = new WorkItem[Size];

    // Slots not yet done with. Consumers subtract what they ran; who reaches zero owns the block and returns it.
    private int _left = Size;

    /// <summary>Which block of its inlet it is just now. Written by the producer when it opens the block, read by who returns it.</summary>
    internal long Number;

    /// <summary>The next block in the inlet's free list. Written by who returns the block before it publishes it there.</summary>
    internal Block? NextFree;

    /// <summary>For the producer, which keeps it at hand: one look-up less for each item.</summary>
    internal WorkItem[] Slots => _slots;

    /// <summary>Called by the producer only, for a slot not yet published.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write(WorkItem[] slots, int index, WorkItem item) =>
        Memory.Store(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(slots), index), item);

    /// <summary>Called by who claimed the slot only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal WorkItem Read(int index) =>
        Memory.Load(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_slots), index));

    /// <summary>
    /// Forgets items that have run and counts them off. The clearing is in bulk: the lines come from the producer's
    /// cache, and one line at a time behind the items' own fences each would cost a trip across cores.
    /// </summary>
    internal void Finish(int from, int count)
    {
        Memory.Clear(_slots, from, count);
        // Releases our reads and clears to the producer that reuses the block (pairs with TakeFree's acquire).
        if (Interlocked.Add(ref _left, -count) == 0)
        {
            _left = Size;
            home.Return(this);
        }
    }
}
