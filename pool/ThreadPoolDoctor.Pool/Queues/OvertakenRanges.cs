namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Claimed items that their workers did not come to, the oldest first, whoever gave them up and when: in the order of
/// giving up an old item would stand behind hundreds of newer ones that others had claimed. The items stay in their
/// blocks. A range is taken from its worker only when there is room for it here, so that none is lost where memory is
/// short.
/// </summary>
internal sealed class OvertakenRanges
{
    // Hardly ever more, as each worker has one range.
    private const int Usual = 64;

    private readonly Gate _gate = new();

    // Under _gate, by the age of their first items; and the count of their items, which is read by anyone, and right
    // only under _gate: while a range is taken over it is too high rather than too low.
    private readonly PriorityQueue<Part, Age> _parts = new(Usual, Comparer<Age>.Create(Age.Compare));
    private int _count;

    /// <summary>See <see cref="Lanes.OvertakenFault"/>.</summary>
    internal Action? GrowthFault { get; set; }

    internal bool IsEmpty => Volatile.Read(ref _count) == 0;

    internal int Count => Volatile.Read(ref _count);

    /// <summary>Takes over all that is left of a range. True if there was something. Any thread.</summary>
    /// <exception cref="OutOfMemoryException">The range is as it was.</exception>
    internal bool TakeOver(ClaimedRange range)
    {
        if (range.IsEmpty) return false;
        using (_gate.Enter())
        {
            MakeRoom();
            // Before the range is empty: its owner, which finds that, must not claim newer items first. Pairs with
            // WorkerItems.TryTakeGivenUp; the owner then waits for the gate.
            int before = Count;
            Volatile.Write(ref _count, before + 1);
            bool any = range.TryTakeRest(out Block block, out int from, out int count);
            if (any)
            {
                var part = new Part(block, from, from + count);
                _parts.Enqueue(part, part.Age);
            }
            Volatile.Write(ref _count, before + count);
            return any;
        }
    }

    /// <summary>The oldest. Any thread.</summary>
    internal bool TryTake(out WorkItem item)
    {
        item = default;
        if (IsEmpty) return false;
        Part part;
        using (_gate.Enter())
        {
            if (Count == 0) return false;
            part = _parts.Peek();
            Part rest = part with { From = part.From + 1 };
            if (rest.From == rest.To) _parts.Dequeue();
            // Another part's first item may be older than the next of this one.
            else _parts.DequeueEnqueue(rest, rest.Age);
            Volatile.Write(ref _count, Count - 1);
        }
        item = part.Block.Read(part.From);
        part.Block.Finish(part.From, 1);
        return true;
    }

    private void MakeRoom()
    {
        if (_parts.Count < _parts.EnsureCapacity(0)) return;
        GrowthFault?.Invoke();
        _parts.EnsureCapacity(_parts.Count + 1);
    }

    /// <summary>Slots of a block that only this queue may read, at least one.</summary>
    private readonly record struct Part(Block Block, int From, int To)
    {
        internal Age Age => new(Block.Stamps[From], From);
    }

    /// <summary>Items of one block and the same stamp are in the order of their slots.</summary>
    private readonly record struct Age(int Stamp, int Slot)
    {
        internal static int Compare(Age one, Age other) =>
            one.Stamp == other.Stamp ? one.Slot - other.Slot : QueueClock.IsBefore(one.Stamp, other.Stamp) ? -1 : 1;
    }
}
