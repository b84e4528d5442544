namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The time-out of a registered wait. A signal that restarts it only notes the new due time; the node goes on hanging
/// in the wheel and moves when its old tick comes, so that a signal never takes the wheel's lock.
/// </summary>
internal sealed class WaitTimeout(RegisteredWait wait, long milliseconds) : TimerNode, ICarryingItem
{
    private readonly TimerWheel _wheel = wait.Services.Wheel;

    // The tick at which the wait times out. Written by whoever signals, read by the wheel's thread; an old value only
    // makes the node look again.
    private long _due;

    // 1 while the node hangs in the wheel or is being handled.
    private int _armed;

    // Set once and for all by Disarm.
    private volatile bool _ended;

    public WorkItem Inner => wait.Inner;

    internal void Restart()
    {
        long due = _wheel.TickAfter(TimeSpan.FromMilliseconds(milliseconds));
        Volatile.Write(ref _due, due);
        if (_armed == 0 && Interlocked.Exchange(ref _armed, 1) == 0) Arm(due);
    }

    internal void Disarm()
    {
        _ended = true;
        _wheel.Disarm(this);
    }

    internal override void OnDue(long dueTick)
    {
        if (_ended) return;
        long due = Volatile.Read(ref _due);
        if (due > dueTick)
        {
            Arm(due);
            return;
        }
        Volatile.Write(ref _armed, 0);
        wait.FireTimeout();
    }

    void IThreadPoolWorkItem.Execute() => wait.Run(timedOut: true);

    private void Arm(long due)
    {
        _wheel.Arm(this, due);
        // Disarmed meanwhile: the wheel's lock makes one of the two see the other.
        if (_ended) _wheel.Disarm(this);
    }
}
