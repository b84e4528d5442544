using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Each distinct stack once. Blocked threads show the same addresses at every tick, so a burst of 100,000 samples is a
/// few hundred stacks: all later work is done on these.
/// </summary>
internal sealed class StackTable
{
    private readonly List<ulong[]> _stacks = [];
    private readonly Dictionary<ReadOnlyMemory<ulong>, int> _ids = new(Addresses.Equal);
    private ulong[] _asked = new ulong[128];

    public int Count => _stacks.Count;

    public ReadOnlySpan<ulong> this[int id] => _stacks[id];

    /// <summary>The id of this stack: the same for the same addresses, counted from 0.</summary>
    public int IdOf(ReadOnlySpan<ulong> addresses)
    {
        if (_asked.Length < addresses.Length) _asked = new ulong[addresses.Length];
        addresses.CopyTo(_asked);
        if (_ids.TryGetValue(_asked.AsMemory(0, addresses.Length), out int known)) return known;
        ulong[] stack = addresses.ToArray();
        _stacks.Add(stack);
        return _ids[stack] = _stacks.Count - 1;
    }

    /// <summary>Stacks are equal when their addresses are.</summary>
    private sealed class Addresses : IEqualityComparer<ReadOnlyMemory<ulong>>
    {
        public static readonly Addresses Equal = new();

        public bool Equals(ReadOnlyMemory<ulong> x, ReadOnlyMemory<ulong> y) => x.Span.SequenceEqual(y.Span);

        public int GetHashCode(ReadOnlyMemory<ulong> addresses)
        {
            HashCode hash = new();
            hash.AddBytes(MemoryMarshal.AsBytes(addresses.Span));
            return hash.ToHashCode();
        }
    }
}
