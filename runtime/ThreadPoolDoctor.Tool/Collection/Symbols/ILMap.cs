namespace ThreadPoolDoctor.Tool.Collection.Symbols;

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

    public ILMap(int[] nativeOffsets, int[] ilOffsets)
    {
        // Code that moved (loops, cold blocks) makes the runtime's order that of the IL, not of the addresses. At the
        // same address the highest IL offset wins: the earlier ones were optimised to nothing.
        (int Native, int IL)[] pairs = [.. nativeOffsets.Zip(ilOffsets).Order()];
        _native = [.. pairs.Select(pair => pair.Native)];
        _il = [.. pairs.Select(pair => pair.IL)];
    }

    /// <summary>The IL offset whose code is at <paramref name="nativeOffset"/>, and whether it is just that or one before.</summary>
    public (int Offset, bool Exact)? Find(int nativeOffset)
    {
        int index = Array.BinarySearch(_native, nativeOffset);
        index = index >= 0 ? LastOfEqual(index) : ~index - 1;
        for (int at = index; at >= 0; at--)
        {
            if (_il[at] >= 0)
            {
                return (_il[at], at == index);
            }
            if (_il[at] == Prolog)
            {
                return (0, at == index);
            }
        }
        return null;
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
