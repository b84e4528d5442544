using System.Numerics;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Slots of workers, a bit each. Whoever goes through it reads one word for 64 slots, so a pool that has been large is
/// as quick as one that has not; nothing is allocated and no entry moves, so no reader passes one over. Any thread.
/// </summary>
/// <param name="slots">How many there can ever be.</param>
internal sealed class SlotSet(int slots)
{
    private const int Bits = 64;

    private readonly long[] _words = new long[(slots + Bits - 1) / Bits];

    internal void Add(int slot) => Interlocked.Or(ref _words[slot / Bits], 1L << slot);

    internal void Remove(int slot) => Interlocked.And(ref _words[slot / Bits], ~(1L << slot));

    /// <summary>All of the set, from one slot on and round.</summary>
    /// <param name="start">Less than <paramref name="end"/>.</param>
    /// <param name="end">No slot of the set is beyond, but for one that is added just now.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Round From(int start, int end) => new(_words.AsSpan(0, (end + Bits - 1) / Bits), start);

    internal ref struct Round
    {
        private readonly Span<long> _words;
        private readonly long _before;
        private int _index, _left;
        private long _rest;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal Round(Span<long> words, int start)
        {
            _words = words;
            _index = start / Bits;
            _before = ~(-1L << start);
            _rest = Volatile.Read(ref words[_index]) & ~_before;
            // The other words, and what of the first is before the start.
            _left = words.Length;
        }

        public int Current { get; private set; }

        public readonly Round GetEnumerator() => this;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            while (_rest == 0)
            {
                if (_left-- == 0) return false;
                _index = _index + 1 < _words.Length ? _index + 1 : 0;
                _rest = Volatile.Read(ref _words[_index]) & (_left == 0 ? _before : -1);
            }
            Current = _index * Bits + BitOperations.TrailingZeroCount(_rest);
            _rest &= _rest - 1;
            return true;
        }
    }
}
