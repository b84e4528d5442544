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
    /// <summary>
    /// Slots in a block. The smaller the rarer the tests' boundaries are, the larger the less each item pays.
    /// </summary>
    internal const int Size = BlockSize.Value;

    // A slot is an entry in each of these: what to run, and its state. Written by the inlet's producer before it
    // publishes the slot, cleared by whoever ran the items. Nobody touches a slot without having published or claimed
    // it, so the accesses themselves are plain.
    private readonly object?[] _targets = new object?[Size];
    private object?[]? _states;

    // When each item was queued. Written by the inlet's producer before it publishes the slot, read by claimers to
    // choose among inlets: a stale one does no harm, so nobody clears them.
    private readonly int[] _stamps = new int[Size];

    // Slots before _statesFrom have this one state (nothing, or a mark of ItemKind), and no entry in _states: half of
    // what travels between two processors' caches for most items. Written by the producer before it publishes a slot
    // that they concern; who reads the second one early still finds it right for the slots it may read.
    private object? _sameState;
    private int _statesFrom;

    // Slots not yet done with. Consumers subtract what they ran; who reaches zero owns the block and returns it.
    private int _left = Size;

    /// <summary>
    /// Which block of its inlet it is just now. Written by the producer when it opens the block, read by who returns
    /// it.
    /// </summary>
    internal long Number;

    /// <summary>
    /// The next block in the inlet's free list. Written by who returns the block before it publishes it there.
    /// </summary>
    internal Block? NextFree;

    /// <summary>For the producer, which keeps it at hand: one look-up less for each item.</summary>
    internal object?[] Targets => _targets;

    /// <summary>In <see cref="QueueClock"/>'s numbers, by slot.</summary>
    internal int[] Stamps => _stamps;

    /// <summary>
    /// The producer begins to fill the block; <paramref name="same"/> is the state of the slots until <see
    /// cref="DifferFrom"/>.
    /// </summary>
    internal void Open(long number, object? same)
    {
        Number = number;
        Memory.Store(ref _sameState, same);
        Memory.Store(ref _statesFrom, Size);
    }

    /// <summary>From this slot on the producer writes each state to what is returned.</summary>
    internal object?[] DifferFrom(int index)
    {
        // Where memory is short nothing has changed.
        object?[] states = _states ??= new object?[Size];
        Memory.Store(ref _statesFrom, index);
        return states;
    }

    /// <summary>
    /// Called by the producer only, for a slot not yet published: its entry in <see cref="Targets"/> or the states.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write(object?[] entries, int index, object? value) =>
        Memory.Store(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(entries), index), value);

    /// <summary>Called by the producer only, for a slot not yet published.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Stamp(int[] stamps, int index) =>
        Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(stamps), index) = QueueClock.Now;

    /// <summary>Called by who claimed the slot only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal WorkItem Read(int index)
    {
        object? target = Memory.Load(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_targets), index));
        object? state = index < Memory.Load(ref _statesFrom)
            ? Memory.Load(ref _sameState)
            : Memory.Load(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_states!), index));
        return new WorkItem(target!, state);
    }

    /// <summary>
    /// Forgets items that have run and counts them off. The clearing is in bulk: the lines come from the producer's
    /// cache, and one line at a time behind the items' own fences each would cost a trip across cores.
    /// </summary>
    internal void Finish(int from, int count)
    {
        Memory.Clear(_targets, from, count);
        if (from + count > Memory.Load(ref _statesFrom)) Memory.Clear(_states!, from, count);
        // Releases our reads and clears to the producer that reuses the block (pairs with TakeFree's acquire).
        if (Interlocked.Add(ref _left, -count) == 0)
        {
            _left = Size;
            home.Return(this);
        }
    }
}
