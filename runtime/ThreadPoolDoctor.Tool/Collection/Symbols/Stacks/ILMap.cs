namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// The IL from <paramref name="Start"/> up to <paramref name="End"/>; not exact when the machine code is only near it.
/// </summary>
internal readonly record struct ILRange(int Start, int End, bool Exact)
{
    public bool Contains(int offset) => offset >= Start && offset < End;
}

/// <summary>
/// From an offset in a method's machine code to the IL it was compiled from. Code of methods that were compiled into
/// this one maps to the call in this method, so a line found here is always one of this method.
/// </summary>
internal sealed class ILMap
{
    // What the runtime writes instead of an IL offset: NO_MAPPING -1, PROLOG -2, EPILOG -3.
    private const int Prolog = -2;

    private readonly int[] _native;
    private readonly int[] _il;
    private readonly int[] _starts;

    public ILMap(int[] nativeOffsets, int[] ilOffsets)
    {
        // Code that moved (loops, cold blocks) makes the runtime's order that of the IL, not of the addresses. At the
        // same address the highest IL offset wins: the earlier ones were optimised to nothing.
        long[] pairs = new long[Math.Min(nativeOffsets.Length, ilOffsets.Length)];
        for (int i = 0; i < pairs.Length; i++) pairs[i] = ((long)nativeOffsets[i] << 32) + ilOffsets[i];
        Array.Sort(pairs);
        _native = Array.ConvertAll(pairs, pair => (int)((pair - (int)pair) >> 32));
        _il = Array.ConvertAll(pairs, pair => (int)pair);
        _starts = Array.FindAll(ilOffsets, offset => offset >= 0);
        Array.Sort(_starts);
    }

    /// <summary>
    /// The IL whose code is at <paramref name="nativeOffset"/>: all of it up to the next place that the map tells
    /// apart.
    /// </summary>
    public ILRange? Find(int nativeOffset)
    {
        int index = Array.BinarySearch(_native, nativeOffset);
        index = index >= 0 ? LastOfEqual(index) : ~index - 1;
        for (int at = index; at >= 0; at--)
        {
            int il = _il[at] == Prolog ? 0 : _il[at];
            if (il >= 0)
            {
                return new ILRange(il, NextStart(il), at == index);
            }
        }
        return null;
    }

    private int NextStart(int il)
    {
        int next = Array.BinarySearch(_starts, il + 1);
        next = next >= 0 ? next : ~next;
        return next < _starts.Length ? _starts[next] : int.MaxValue;
    }

    private int LastOfEqual(int index)
    {
        while (index + 1 < _native.Length && _native[index + 1] == _native[index])
        {
            index++;
        }
        return index;
    }
}
