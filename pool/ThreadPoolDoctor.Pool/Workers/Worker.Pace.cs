using System.Diagnostics;
using System.Numerics;

namespace ThreadPoolDoctor.Pool;

// How quick the worker is just now: the items since it last looked, by the time since then, the search for them included.
internal sealed partial class Worker
{
    // More says nothing more, and a number that changes often would travel to every publisher each time.
    private const int LongestReach = 1024;

    private static readonly long s_waking = Stopwatch.Frequency * Sleep.WakingMicroseconds / 1_000_000;

    // All of these are the owner's alone. The first is 0 after a sleep: the time before it does not count.
    private long _paceSince;
    private long _itemsThen;

    /// <summary>Called every so many items. Powers of two only, so that the figure seldom changes.</summary>
    private void MeasurePace()
    {
        long now = Stopwatch.GetTimestamp();
        if (_paceSince != 0 && !IsReserve)
        {
            long reach = (_itemsCompleted - _itemsThen) * s_waking / Math.Max(1, now - _paceSince);
            Pool.Sleep.SetPace(Index, reach == 0 ? 0 : 1 << BitOperations.Log2((uint)Math.Min(reach, LongestReach)));
        }
        _paceSince = now;
        _itemsThen = _itemsCompleted;
    }

    /// <summary>Before it goes to sleep. True if others may have left items to it.</summary>
    private bool EndPace()
    {
        _paceSince = 0;
        return Pool.Sleep.EndPace(Index);
    }
}
