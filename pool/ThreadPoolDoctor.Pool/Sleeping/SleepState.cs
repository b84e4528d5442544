using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Who is awake, in one word. Bits 0-15: top of the stack of idle workers (index + 1, 0 for none). Bits 16-31: how many
/// workers search. Bit 32: the monitor sleeps. Bit 33: publishers are to fence. Bit 34: all of them know. Bits 35-63: a
/// version that grows whenever the stack changes, so that a compare-and-swap cannot mistake a new top for the old one (ABA).
/// </summary>
internal readonly record struct SleepState(long Raw)
{
    internal const long OneSearching = 1L << 16;
    internal const long MonitorBit = 1L << 32;
    internal const long FencesBit = 1L << 33;
    internal const long SettledBit = 1L << 34;
    internal const long OneVersion = 1L << 35;

    private const long TopMask = 0xFFFF;
    private const long SearchingMask = 0xFFFFL << 16;

    private const long SomeoneMask = TopMask | SearchingMask | MonitorBit;

    /// <summary>A publisher has nothing to do while none of these is set: every worker is busy and the monitor watches.</summary>
    internal const long NoticeMask = SomeoneMask | FencesBit;

    /// <summary>Whether a worker is idle or searches, or the monitor sleeps.</summary>
    internal bool AnyoneToTell => (Raw & SomeoneMask) != 0;

    /// <summary>Index of the idle worker to wake first, or -1.</summary>
    internal int Top => (int)(Raw & TopMask) - 1;

    internal bool AnyIdle => (Raw & TopMask) != 0;

    internal int Searching => (int)((Raw & SearchingMask) >> 16);

    /// <summary>Publishers pay a full fence before they read this word, so that workers need no process-wide barrier to sleep.</summary>
    internal bool PublishersFence => (Raw & FencesBit) != 0;

    /// <summary>Each publisher that may not have seen <see cref="PublishersFence"/> has passed a fence since it was set.</summary>
    internal bool IsSettled => (Raw & SettledBit) != 0;

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
