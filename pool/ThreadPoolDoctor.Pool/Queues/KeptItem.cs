using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Room for one item that a worker keeps for itself: no atomic operation to put it in or to take it out. Anybody may take
/// it away, at the price of a process-wide barrier, when the worker does not come back to it.
/// </summary>
/// <remarks>
/// The owner announces that it takes, then looks whether somebody else does; the other one announces, then looks. As in
/// <see cref="ClaimedRange"/> the fence between is all on the side of who comes rarely.
/// </remarks>
internal sealed class KeptItem
{
    private const int Empty = 0, Full = 1, Leaving = 2;

    // The owner's while the room is empty; then of who empties it.
    private WorkItem _item;

    // Empty to Full by the owner; Full to Empty by the owner; Full to Leaving to Empty by who takes it away.
    private int _state;

    // Written by the owner: it is about to empty the room without a compare-and-swap.
    private bool _taking;

    // How many are about to take the item away. While it is not 0 the owner uses a compare-and-swap.
    private int _others;

    internal bool IsFull => Volatile.Read(ref _state) == Full;

    /// <summary>Owner only; false if there is an item already, or one is just being taken away.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPut(WorkItem item)
    {
        if (Volatile.Read(ref _state) != Empty)
        {
            return false;
        }
        Memory.Store(ref _item, item);
        // Publishes the item (pairs with the compare-and-swap in TryTakeAway).
        Volatile.Write(ref _state, Full);
        return true;
    }

    /// <summary>Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(out WorkItem item)
    {
        if (Volatile.Read(ref _state) == Empty)
        {
            item = default;
            return false;
        }
        // Announced before the looks that follow; not fenced: pairs with the process-wide barrier in TryTakeAway.
        Volatile.Write(ref _taking, true);
        bool mine = Volatile.Read(ref _others) == 0 ? Volatile.Read(ref _state) == Full : TryLock();
        item = default;
        if (mine)
        {
            item = Memory.Load(ref _item);
            Memory.Store(ref _item, default);
            Volatile.Write(ref _state, Empty);
        }
        Volatile.Write(ref _taking, false);
        return mine;
    }

    /// <summary>Takes the item away from its owner. Any thread.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryTakeAway(out WorkItem item)
    {
        item = default;
        if (Volatile.Read(ref _state) != Full)
        {
            return false;
        }
        Interlocked.Increment(ref _others);
        Interlocked.MemoryBarrierProcessWide();
        // From here on the owner either was seen to be taking it, or sees that it is not alone.
        bool mine = !Volatile.Read(ref _taking) && TryLock();
        if (mine)
        {
            item = Memory.Load(ref _item);
            Memory.Store(ref _item, default);
            Volatile.Write(ref _state, Empty);
        }
        Interlocked.Decrement(ref _others);
        return mine;
    }

    private bool TryLock() => Interlocked.CompareExchange(ref _state, Leaving, Full) == Full;
}
