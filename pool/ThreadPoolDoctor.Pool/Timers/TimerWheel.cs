using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Keeps any number of timers on one thread, with a tick of one millisecond. The thread runs no items: it is there
/// when every worker is blocked. It starts with the first timer, sleeps until the next tick at which something can
/// happen, does nothing but hand due nodes over, and ends when it has long had none. Safe from any thread.
/// </summary>
/// <remarks>
/// A node is never due early: due times are rounded up to the next tick, the clock is rounded down. Without a thread
/// (the system had none, or the wheel has handed over) nodes are armed with the system's timers.
/// </remarks>
/// <param name="fault">For tests: called before the thread is started; throws as the system would.</param>
/// <param name="idleMilliseconds">How long the thread stays when nothing is armed.</param>
internal sealed class TimerWheel(Action? fault = null, int idleMilliseconds = ServiceThread.IdleMilliseconds)
{
    private const string ThreadName = "TPD Timers";

    private readonly long _origin = Stopwatch.GetTimestamp();

    // Guards everything below, and every field of every node.
    private readonly Gate _gate = new();

    // Its tick lags behind the clock while the thread sleeps.
    private readonly TimerSlots _slots = new();

    // The tick the thread sleeps until; an earlier node must wake it. long.MinValue while it is awake or there is none.
    private long _sleepsUntil = long.MinValue;

    private int _count;
    private bool _hasThread;
    private bool _handsOver;

    /// <summary>Whether the wheel has a thread just now.</summary>
    internal bool HasThread
    {
        get { using (_gate.Enter()) return _hasThread; }
    }

    /// <summary>How many nodes are armed.</summary>
    internal int Count
    {
        get { using (_gate.Enter()) return _count; }
    }

    /// <summary>Milliseconds since the wheel began, rounded down.</summary>
    internal long Now => (long)Elapsed.TotalMilliseconds;

    private TimeSpan Elapsed => Stopwatch.GetElapsedTime(_origin);

    /// <summary>The tick at which something that is due in <paramref name="due"/> from now may fire.</summary>
    internal long TickAfter(TimeSpan due) => (long)Math.Ceiling((Elapsed + due).TotalMilliseconds);

    /// <summary>
    /// Arms <paramref name="node"/> for <paramref name="dueTick"/>, whether or not it is armed already. Never fails.
    /// </summary>
    internal void Arm(TimerNode node, long dueTick)
    {
        using (_gate.Enter())
        {
            Disarm_NeedsLock(node);
            if (_count++ == 0) _slots.Skip(Now);
            // A tick that has been handed over will not come again, so the past means "at the next tick".
            node.DueTick = Math.Clamp(dueTick, _slots.Tick + 1, _slots.Tick + TimerSlots.LongestDue);
            if (EnsureThread_NeedsLock())
            {
                _slots.Add(node);
                if (node.DueTick < _sleepsUntil) _gate.Pulse();
            }
            else
            {
                ArmWithSystem_NeedsLock(node);
            }
        }
    }

    /// <summary>
    /// Disarms <paramref name="node"/>; true if it was armed, that is, if this expiry will not happen.
    /// </summary>
    internal bool Disarm(TimerNode node)
    {
        using (_gate.Enter()) return Disarm_NeedsLock(node);
    }

    /// <summary>Ends the thread for good: what is armed, and what will be, is left to the system's timers.</summary>
    internal void HandOver()
    {
        using (_gate.Enter())
        {
            _handsOver = true;
            while (_slots.TakeAny() is { } node) ArmWithSystem_NeedsLock(node);
            _gate.Pulse();
        }
    }

    private bool Disarm_NeedsLock(TimerNode node)
    {
        if (node.Slot == TimerNode.NoSlot) return false;
        _count--;
        if (node.Slot == TimerNode.OnSystem)
        {
            node.Slot = TimerNode.NoSlot;
            node.SystemTimer!.Change(Timeout.Infinite, Timeout.Infinite);
        }
        else
        {
            _slots.Remove(node);
        }
        return true;
    }

    private bool EnsureThread_NeedsLock() =>
        !_handsOver && (_hasThread || (_hasThread = ServiceThread.TryStart(ThreadName, Run, fault, ThreadPriority.AboveNormal)));

    private void ArmWithSystem_NeedsLock(TimerNode node)
    {
        if (node.SystemTimer is null)
        {
            // Whoever happens to arm the node has nothing to do with its callback.
            bool flows = !ExecutionContext.IsFlowSuppressed();
            if (flows) ExecutionContext.SuppressFlow();
            node.SystemTimer = new Timer(state => OnSystemDue((TimerNode)state!), node, Timeout.Infinite, Timeout.Infinite);
            if (flows) ExecutionContext.RestoreFlow();
        }
        node.Slot = TimerNode.OnSystem;
        node.SystemTimer.Change(Math.Max(1, node.DueTick - Now), Timeout.Infinite);
    }

    private void OnSystemDue(TimerNode node)
    {
        long dueTick;
        using (_gate.Enter())
        {
            // Disarmed or armed anew since the timer was due.
            if (node.Slot != TimerNode.OnSystem) return;
            dueTick = node.DueTick;
            if (dueTick > Now)
            {
                node.SystemTimer!.Change(dueTick - Now, Timeout.Infinite);
                return;
            }
            Disarm_NeedsLock(node);
        }
        Expire(node, dueTick);
    }

    private void Run()
    {
        while (true)
        {
            TimerNode? node;
            long dueTick = 0;
            using (_gate.Enter())
            {
                node = _slots.TakeDue(Now);
                if (node is not null)
                {
                    _count--;
                    dueTick = node.DueTick;
                }
                else if (!TrySleep_NeedsLock())
                {
                    return;
                }
            }
            if (node is not null) Expire(node, dueTick);
        }
    }

    private static void Expire(TimerNode node, long dueTick)
    {
        try
        {
            node.OnDue(dueTick);
        }
        catch (Exception e)
        {
            // The other timers must go on, and nobody else is there to be told.
            PoolEventSource.Log.ServiceDegraded(ThreadName, e.ToString());
        }
    }

    /// <summary>Sleeps until something may be due. False if the thread is to end.</summary>
    private bool TrySleep_NeedsLock()
    {
        _sleepsUntil = _slots.NextBusyTick;
        bool idle = _sleepsUntil == long.MaxValue;
        // Rounded up, or the thread would wake within the last tick and spin until the clock reaches it.
        double wait = idle ? idleMilliseconds : Math.Ceiling(_sleepsUntil - Elapsed.TotalMilliseconds);
        bool pulsed = _handsOver || wait <= 0 || _gate.Wait((int)Math.Min(wait, int.MaxValue));
        _sleepsUntil = long.MinValue;
        return _hasThread = !_handsOver && (pulsed || !idle || _slots.NextBusyTick != long.MaxValue);
    }
}
