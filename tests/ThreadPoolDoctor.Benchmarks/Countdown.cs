using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// Counts a shape's items down and tells when none is left. The number has cache lines of its own: all items write it,
/// and what else lies there, such as the number of items that the producer compares with, would be fetched anew for
/// each item. That would be measured as if it were the pool's.
/// </summary>
internal sealed class Countdown(int items)
{
    private readonly ManualResetEventSlim _done = new();
    private PaddedInt _left = new() { Value = items };

    /// <summary>One item has ended.</summary>
    public void Signal()
    {
        if (Interlocked.Decrement(ref _left.Value) == 0) _done.Set();
    }

    /// <summary>Waits for all items.</summary>
    public void Wait() => _done.Wait();

    /// <summary>So many items are to come, after all others have ended.</summary>
    public void Reset(int items)
    {
        _left.Value = items;
        _done.Reset();
    }

    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct PaddedInt
    {
        [FieldOffset(128)]
        public int Value;
    }
}
