namespace ThreadPoolDoctor.Pool;

/// <summary>What the waits of one pool need of it, and how many there are. Any thread.</summary>
/// <param name="intake">Where callbacks go.</param>
/// <param name="timers">The pool's timers, made when one is needed.</param>
internal sealed class WaitServices(Intake intake, Func<PoolTimers> timers)
{
    // Behind so many items in the Normal lane no callback is to wait, however many callbacks there are.
    private const int Backlog = 1024;

    private readonly AheadTurns _ahead = new();

    // A plain counter, changed by any thread.
    private int _registered;

    internal Intake Intake => intake;

    /// <summary>
    /// Where the next callback goes: as on ThreadPool ahead of all items, but for floods of callbacks while there is no
    /// backlog.
    /// </summary>
    internal WorkLane NextLane() =>
        intake.Crew.Lanes[WorkLane.Normal].Count > Backlog ? WorkLane.High : _ahead.Next();

    internal TimerWheel Wheel => timers().Wheel;

    /// <summary>Waits that can still fire.</summary>
    internal int Registered => Volatile.Read(ref _registered);

    internal void CountBegun() => Interlocked.Increment(ref _registered);

    internal void CountEnded() => Interlocked.Decrement(ref _registered);
}
