using System.Numerics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Slots of workers, a bit each. Whoever goes through it reads one word for 64 slots, so a pool that has been large is as
/// quick as one that has not; nothing is allocated and no entry moves, so no reader passes one over. Any thread.
/// </summary>
/// <param name="slots">How many there can ever be.</param>
internal sealed class SlotSet(int slots)
{
    private const int Bits = 64;

    private readonly long[] _words = new long[(slots + Bits - 1) / Bits];

    internal void Add(int slot) => Interlocked.Or(ref _words[slot / Bits], 1L << slot);

    internal void Remove(int slot) => Interlocked.And(ref _words[slot / Bits], ~(1L << slot));

    /// <summary>The first slot of the set in a range of slots; -1 if there is none.</summary>
    /// <param name="from">The first slot of the range.</param>
    /// <param name="end">The slot after its last.</param>
    internal int Next(int from, int end)
    {
        // The slots of a word before the first one are none of the range.
        long mask = -1L << from;
        for (int start = from & -Bits; start < end; start += Bits, mask = -1)
        {
            long word = Volatile.Read(ref _words[start / Bits]) & mask;
            if (word == 0) continue;
            int slot = start + BitOperations.TrailingZeroCount(word);
            return slot < end ? slot : -1;
        }
        return -1;
    }
}
