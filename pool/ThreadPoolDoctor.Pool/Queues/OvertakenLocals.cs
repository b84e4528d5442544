using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Local items that their workers did not come to, first in, first out, under a short lock. An item is taken from where
/// it is only when there is room for it here: where memory is short it stays there until the next look, and none is
/// lost.
/// </summary>
internal sealed class OvertakenLocals
{
    // At most so many items are moved with the lock held: others want it between two items.
    private const int MoveAtOnce = Block.Size;

    private readonly Gate _gate = new();

    // Under _gate, and the count is read by anyone. The ring grows with its items and is small again when it is empty.
    private readonly WorkItem[] _first = new WorkItem[2 * Block.Size];
    private WorkItem[] _ring;
    private int _head, _count;

    internal OvertakenLocals()
    {
        _ring = _first;
    }

    /// <summary>See <see cref="Lanes.OvertakenFault"/>.</summary>
    internal Action? GrowthFault { get; set; }

    internal bool IsEmpty => Volatile.Read(ref _count) == 0;

    internal int Count => Volatile.Read(ref _count);

    /// <summary>Takes over a few of the oldest items of a local queue; how many they are. Any thread.</summary>
    /// <exception cref="OutOfMemoryException">What was not taken over is where it was.</exception>
    internal int TakeOver(LocalQueue local, int most)
    {
        using (_gate.Enter())
        {
            int taken = 0;
            for (; taken < Math.Min(most, MoveAtOnce); taken++)
            {
                MakeRoom();
                if (!local.TrySteal(out WorkItem item)) break;
                Add(item);
            }
            return taken;
        }
    }

    /// <summary>The oldest. Any thread.</summary>
    internal bool TryTake(out WorkItem item)
    {
        item = default;
        if (IsEmpty) return false;
        using (_gate.Enter())
        {
            int count = Count;
            if (count == 0) return false;
            ref WorkItem slot = ref Slot(_ring, _head++);
            item = slot;
            slot = default;
            if (count == 1) _ring = _first;
            Volatile.Write(ref _count, count - 1);
            return true;
        }
    }

    private void Add(WorkItem item)
    {
        int count = Count;
        Slot(_ring, _head + count) = item;
        Volatile.Write(ref _count, count + 1);
    }

    private void MakeRoom()
    {
        int count = Count;
        if (count < _ring.Length) return;
        GrowthFault?.Invoke();
        var ring = new WorkItem[_ring.Length * 2];
        for (int i = _head; i != _head + count; i++) Slot(ring, i) = Slot(_ring, i);
        _ring = ring;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref WorkItem Slot(WorkItem[] ring, int index) => ref ring[index & (ring.Length - 1)];
}
