using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>Registers the waits of one pool.</summary>
internal sealed class PoolWaits(WaitServices services)
{
    /// <summary>Waits that can still fire.</summary>
    internal int Registered => services.Registered;

    /// <summary>Who watches handles that were made elsewhere. Tests set their own.</summary>
    internal HandleWatchers Watchers { get; set; } = HandleWatchers.Shared;

    internal PoolRegisteredWaitHandle For(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, long milliseconds, bool once, bool flow)
    {
        ArgumentNullException.ThrowIfNull(waitObject);
        if (waitObject is Mutex)
        {
            throw new NotSupportedException(
                "A Mutex cannot be registered: it would belong to the thread that waits, and the callback could not release it. Wait for it inside a work item.");
        }
        WaitRequest request = Request(callBack, state, milliseconds, once, flow);
        RegisteredWait wait = waitObject is PoolEvent pooled ? new EventWait(pooled, request)
            : OperatingSystem.IsWindows() ? new SystemWait(waitObject, request)
            : new PolledWait(waitObject, Watchers, request);
        return Begin(wait, waitObject.GetType().Name);
    }

    internal PoolRegisteredWaitHandle For(CancellationToken token, WaitOrTimerCallback callBack, object? state, long milliseconds) =>
        Begin(new TokenWait(token, Request(callBack, state, milliseconds)), "CancellationToken");

    internal PoolRegisteredWaitHandle For(Task task, WaitOrTimerCallback callBack, object? state, long milliseconds)
    {
        ArgumentNullException.ThrowIfNull(task);
        return Begin(new TaskWait(task, Request(callBack, state, milliseconds)), "Task");
    }

    internal PoolRegisteredWaitHandle For(Process process, WaitOrTimerCallback callBack, object? state, long milliseconds)
    {
        ArgumentNullException.ThrowIfNull(process);
        return Begin(new ProcessWait(process, Request(callBack, state, milliseconds)), "Process");
    }

    private RegisteredWait Begin(RegisteredWait wait, string kind)
    {
        services.Intake.Crew.ThrowIfRefused();
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.WaitRegistered(services.Intake.Crew.Name, kind);
        wait.Begin();
        return wait;
    }

    private WaitRequest Request(WaitOrTimerCallback callBack, object? state, long milliseconds, bool once = true, bool flow = true)
    {
        ArgumentNullException.ThrowIfNull(callBack);
        ArgumentOutOfRangeException.ThrowIfLessThan(milliseconds, -1, "millisecondsTimeOutInterval");
        ArgumentOutOfRangeException.ThrowIfGreaterThan(milliseconds, TimerSlots.LongestDue, "millisecondsTimeOutInterval");
        return new WaitRequest(services, callBack, state, milliseconds, once, flow);
    }
}
