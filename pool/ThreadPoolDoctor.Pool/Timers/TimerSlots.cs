using System.Numerics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A hierarchical timer wheel of four levels with 256 slots each (Varghese and Lauck, 1987): arming and cancelling
/// cost the same for ten timers and a million. It knows ticks and no clock, and is not safe for several threads.
/// </summary>
internal sealed class TimerSlots
{
    private const int Levels = 4;
    private const int SlotsPerLevel = 256;
    private const int BitsPerLevel = 8;

    /// <summary>
    /// The longest due time in ticks: what four levels can hold, and what Timer allows in milliseconds.
    /// </summary>
    internal const long LongestDue = 0xfffffffeL;

    // Heads of the slots' lists (level * 256 + index).
    private readonly TimerNode?[] _slots = new TimerNode?[Levels * SlotsPerLevel];

    // One bit per slot that is not empty, so that the next busy tick is found without walking empty slots.
    private readonly ulong[] _busy = new ulong[Levels * SlotsPerLevel / 64];

    /// <summary>The tick the wheel stands at: everything due before it has been taken.</summary>
    internal long Tick { get; private set; }

    /// <summary>
    /// The next tick at which <see cref="TakeDue"/> has something to do; long.MaxValue if nothing is armed.
    /// </summary>
    internal long NextBusyTick
    {
        get
        {
            long best = long.MaxValue;
            for (int level = 0; level < Levels; level++)
            {
                int distance = DistanceToBusySlot(level, IndexAt(Tick, level));
                if (distance == 0) continue;
                int shift = level * BitsPerLevel;
                best = Math.Min(best, ((Tick >> shift) + distance) << shift);
            }
            return best;
        }
    }

    /// <summary>
    /// Nothing is armed: the wheel may turn on to <paramref name="tick"/>, from where due times are measured.
    /// </summary>
    internal void Skip(long tick) => Tick = Math.Max(Tick, tick);

    /// <summary>
    /// Adds a node that is in no slot; its DueTick is after <see cref="Tick"/>, by no more than <see
    /// cref="LongestDue"/>.
    /// </summary>
    internal void Add(TimerNode node)
    {
        long delta = node.DueTick - Tick;
        int level = delta < 1L << 8 ? 0 : delta < 1L << 16 ? 1 : delta < 1L << 24 ? 2 : 3;
        int slot = level * SlotsPerLevel + IndexAt(node.DueTick, level);
        node.Slot = slot;
        node.Next = _slots[slot];
        if (node.Next is not null) node.Next.Previous = node;
        _slots[slot] = node;
        _busy[slot >> 6] |= 1UL << (slot & 63);
    }

    /// <summary>Takes a node out of the slot it is in.</summary>
    internal void Remove(TimerNode node)
    {
        if (node.Next is not null) node.Next.Previous = node.Previous;
        if (node.Previous is not null)
        {
            node.Previous.Next = node.Next;
        }
        else
        {
            _slots[node.Slot] = node.Next;
            if (node.Next is null) _busy[node.Slot >> 6] &= ~(1UL << (node.Slot & 63));
        }
        node.Next = node.Previous = null;
        node.Slot = TimerNode.NoSlot;
    }

    /// <summary>Takes one node that is due at <paramref name="now"/>, the earliest first; null if none is.</summary>
    internal TimerNode? TakeDue(long now)
    {
        while (true)
        {
            // Whatever is in the slot of the present tick is due: a node for the next round is on a higher level.
            if (_slots[IndexAt(Tick, 0)] is { } node)
            {
                Remove(node);
                return node;
            }
            long next = NextBusyTick;
            if (next > now)
            {
                // No slot in use begins between here and now, so the wheel may turn on at once; otherwise a node added
                // later would be measured from a tick long past.
                Skip(now);
                return null;
            }
            Tick = next;
            Cascade();
        }
    }

    /// <summary>Takes some node; null if there is none.</summary>
    internal TimerNode? TakeAny()
    {
        int word = Array.FindIndex(_busy, static bits => bits != 0);
        if (word < 0) return null;
        TimerNode node = _slots[word * 64 + BitOperations.TrailingZeroCount(_busy[word])]!;
        Remove(node);
        return node;
    }

    /// <summary>Moves the nodes of every higher slot that begins at this tick down to where they now belong.</summary>
    private void Cascade()
    {
        for (int level = Levels - 1; level > 0; level--)
        {
            long mask = (1L << (level * BitsPerLevel)) - 1;
            if ((Tick & mask) != 0) continue;
            int slot = level * SlotsPerLevel + IndexAt(Tick, level);
            while (_slots[slot] is { } node)
            {
                // Less than this slot's width is left, so the node goes to a lower level.
                Remove(node);
                Add(node);
            }
        }
    }

    /// <summary>
    /// Slots from <paramref name="index"/> (excluded) round to the next one in use, 1 to 256; 0 if none is.
    /// </summary>
    private int DistanceToBusySlot(int level, int index)
    {
        int first = level * SlotsPerLevel / 64;
        int start = (index + 1) & (SlotsPerLevel - 1);
        for (int step = 0; step <= SlotsPerLevel / 64; step++)
        {
            int word = ((start >> 6) + step) & 3;
            ulong bits = _busy[first + word];
            if (step == 0) bits &= ulong.MaxValue << (start & 63);
            if (step == SlotsPerLevel / 64) bits &= ~(ulong.MaxValue << (start & 63));
            if (bits == 0) continue;
            int slot = word * 64 + BitOperations.TrailingZeroCount(bits);
            return ((slot - start) & (SlotsPerLevel - 1)) + 1;
        }
        return 0;
    }

    private static int IndexAt(long tick, int level) => (int)(tick >> (level * BitsPerLevel)) & (SlotsPerLevel - 1);
}
