namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What tells older items from younger ones where each producer has a queue of its own. Reading the time would cost
/// more than queueing; this is a number that rises at each look of a monitor while work waits, and with each block that
/// a producer opens. Items of the same number are of the same age.
/// </summary>
internal static class QueueClock
{
    // Read for every item, changed some hundred times a second, and once for as many items as a block holds.
    private static PaddedLong s_now;

    /// <summary>Wraps: compare by <see cref="IsBefore"/>. A late reading only makes an item look older.</summary>
    internal static int Now => (int)s_now.Value;

    internal static void Tick() => System.Threading.Interlocked.Increment(ref s_now.Value);

    internal static bool IsBefore(int stamp, int other) => unchecked(stamp - other) < 0;
}
