namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The top of a local queue in one word: bits 0-31 the index of the next item to steal, bits 32-63 a stage, which only
/// grows. Its lowest bits tell whether the owner pops without a fence (0), has been asked for fences (1), or is known to
/// make them (2); the others make a stage differ from the one four before.
/// </summary>
internal readonly record struct TopWord(long Raw)
{
    private const long OneStage = 1L << 32;
    private const int Unfenced = 0, Fenced = 2, Stages = 4;

    internal static TopWord StartingAt(int index) => new((uint)index);

    internal int Index => (int)Raw;

    internal int Stage => (int)(Raw >> 32);

    internal bool IsUnfenced => (Stage & (Stages - 1)) == Unfenced;

    internal bool IsFenced => (Stage & (Stages - 1)) == Fenced;

    /// <summary>The same stage, one item later.</summary>
    internal TopWord Next => new((Raw & ~(OneStage - 1)) | (uint)(Index + 1));

    /// <summary>From unfenced to asked, and from asked to fenced.</summary>
    internal TopWord NextStage => new(Raw + OneStage);

    /// <summary>From fenced to the next unfenced stage.</summary>
    internal TopWord WithoutFence => new(Raw + (Stages - Fenced) * OneStage);
}
