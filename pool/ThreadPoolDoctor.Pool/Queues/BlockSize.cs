namespace ThreadPoolDoctor.Pool;

/// <summary>In a file of its own because the model tests replace it by a tiny one.</summary>
internal static class BlockSize
{
    /// <summary>A power of two, at most <see cref="RangeWord.MaximumSize"/>; 256 slots are 4 KiB.</summary>
    internal const int Value = 256;

    /// <summary>Where the indices of an inlet start; the model starts them just below overflow.</summary>
    internal const long FirstIndex = 0;

    /// <summary>Where the indices of a local queue start.</summary>
    internal const int FirstLocalIndex = int.MaxValue - 1000;

    /// <summary>
    /// Every so many items a worker takes one from where it looks last, so that items which fork without end in its
    /// own queue keep nobody out. A power of two.
    /// </summary>
    internal const int FairnessPeriod = 64;

    /// <summary>As many items as a worker claims at once that is new, or whose item blocked. A power of two.</summary>
    internal const int FirstClaim = 1;

    /// <summary>So many lone items are for everybody after one that its worker did not come to.</summary>
    internal const int Debt = 64;

    /// <summary>Slots that a worker's local queue begins with; a power of two.</summary>
    internal const int Local = 256;

    /// <summary>
    /// Pops with a fence after which the owner of a local queue stops making fences. More where there are more
    /// processors, as the barrier of the next thief interrupts all of them; how many was not tuned.
    /// </summary>
    internal static readonly int FencedPops = 2048 * Environment.ProcessorCount;
}
