using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Where timers and waits queue what they call: ahead of all other items, so that it starts while every worker is busy;
/// but a flood of callbacks takes its turn behind older items.
/// </summary>
internal sealed class AheadTurns
{
    // So many a millisecond go ahead of everything else.
    private const int AheadAtOnce = 8;

    // The last millisecond in which a callback was queued, and how many there were. Any thread, plain: a lost update
    // lets one more go ahead.
    private long _tick;
    private int _inTick;

    internal WorkLane Next()
    {
        long now = (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds;
        if (now != _tick) (_tick, _inTick) = (now, 0);
        return _inTick++ < AheadAtOnce ? WorkLane.High : WorkLane.Normal;
    }
}
