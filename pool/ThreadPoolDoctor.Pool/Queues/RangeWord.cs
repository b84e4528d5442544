using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A claimed range of a block in one word: bits 0-15 the next slot to run, bits 16-31 the end, bits 32-63 a version
/// that grows with every new range, so that a word is never the same twice while somebody still looks at the old one.
/// </summary>
internal readonly record struct RangeWord(long Raw)
{
    internal const int MaximumSize = 1 << 14;

    internal RangeWord(int from, int to, int version)
        : this(((long)version << 32) | ((long)to << 16) | (uint)from)
    {
        Debug.Assert(from <= to && to <= MaximumSize);
    }

    internal int From => (int)(Raw & 0xFFFF);

    internal int To => (int)((Raw >> 16) & 0xFFFF);

    internal int Version => (int)(Raw >> 32);

    // The owner's unconditional increment may carry From one past To.
    internal int Count => To - From;

    internal RangeWord EndingAt(int to) => new((Raw & ~0xFFFF_0000L) | ((long)to << 16));
}
