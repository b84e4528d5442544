using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Each distinct stack once. Blocked threads show the same addresses at every tick, so a burst of 100,000 samples is a
/// few hundred stacks: all later work is done on these.
/// </summary>
internal sealed class StackTable
{
    private readonly List<ulong[]> _stacks = [];
    private readonly List<int> _next = []; // the next stack in the same bucket, or -1
    private int[] _buckets = Empty(1024);

    public int Count => _stacks.Count;

    public ReadOnlySpan<ulong> this[int id] => _stacks[id];

    /// <summary>The id of this stack: the same for the same addresses, counted from 0.</summary>
    public int IdOf(ReadOnlySpan<ulong> addresses)
    {
        int hash = Hash(addresses);
        for (int id = _buckets[hash & (_buckets.Length - 1)]; id >= 0; id = _next[id])
        {
            if (addresses.SequenceEqual(_stacks[id]))
            {
                return id;
            }
        }
        _stacks.Add(addresses.ToArray());
        _next.Add(-1);
        if (_stacks.Count > _buckets.Length)
        {
            Grow();
        }
        else
        {
            Link(_stacks.Count - 1, hash);
        }
        return _stacks.Count - 1;
    }

    private void Grow()
    {
        _buckets = Empty(_buckets.Length * 2);
        for (int id = 0; id < _stacks.Count; id++)
        {
            Link(id, Hash(_stacks[id]));
        }
    }

    private void Link(int id, int hash)
    {
        ref int bucket = ref _buckets[hash & (_buckets.Length - 1)];
        _next[id] = bucket;
        bucket = id;
    }

    private static int Hash(ReadOnlySpan<ulong> addresses)
    {
        var hash = new HashCode();
        hash.AddBytes(MemoryMarshal.AsBytes(addresses));
        return hash.ToHashCode();
    }

    private static int[] Empty(int size)
    {
        int[] buckets = new int[size];
        Array.Fill(buckets, -1);
        return buckets;
    }
}
