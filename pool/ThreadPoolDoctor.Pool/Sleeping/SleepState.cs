using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Who is awake, in one word. Bits 0-15: top of the stack of idle workers (index + 1, 0 for none). Bits 16-31: how many
/// workers search. Bit 32: the monitor sleeps. Bits 33-63: a version that grows whenever the stack changes, so that a
/// compare-and-swap cannot mistake a new top for the old one (ABA).
/// </summary>
internal readonly record struct SleepState(long Raw)
{
    internal const long OneSearching = 1L << 16;
    internal const long MonitorBit = 1L << 32;
    internal const long OneVersion = 1L << 33;

    private const long TopMask = 0xFFFF;
    private const long SearchingMask = 0xFFFFL << 16;

    private const long SomeoneMask = TopMask | SearchingMask | MonitorBit;

    /// <summary>
    /// Whether a worker is idle or searches, or the monitor sleeps. If not, a publisher has nothing to do.
    /// </summary>
    internal bool AnyoneToTell => (Raw & SomeoneMask) != 0;

    /// <summary>Index of the idle worker to wake first, or -1.</summary>
    internal int Top => (int)(Raw & TopMask) - 1;

    internal bool AnyIdle => (Raw & TopMask) != 0;

    internal int Searching => (int)((Raw & SearchingMask) >> 16);

    internal bool MonitorSleeps => (Raw & MonitorBit) != 0;

    internal SleepState WithTop(int index)
    {
        Debug.Assert(index is >= -1 and < WorkPoolOptions.WorkerLimit);
        return new(unchecked((Raw & ~TopMask) + OneVersion) | (long)(index + 1));
    }

    internal SleepState OneMoreSearching => new(Raw + OneSearching);

    internal SleepState OneFewerSearching
    {
        get
        {
            Debug.Assert(Searching > 0);
            return new(Raw - OneSearching);
        }
    }

    internal SleepState WithMonitorAwake => new(Raw & ~MonitorBit);
}
