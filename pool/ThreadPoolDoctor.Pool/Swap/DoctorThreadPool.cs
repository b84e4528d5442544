using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// <see cref="ThreadPool"/>'s public surface on <see cref="WorkPool.Shared"/>. With
/// <c>&lt;UseThreadPoolDoctorPool&gt;true&lt;/UseThreadPoolDoctorPool&gt;</c> in a project the name ThreadPool means
/// this
/// class there, so that the source need not change.
/// </summary>
/// <remarks>
/// What it cannot reach: <c>Task.Run</c>, the continuations of <c>ConfigureAwait(false)</c>, and code inside libraries
/// stay on .NET's ThreadPool. The members about completion ports pass on to .NET's, which has no such threads to offer
/// off Windows. All members are safe from any thread.
/// </remarks>
public static class DoctorThreadPool
{
    private static WorkPool Pool => WorkPool.Shared;

    /// <summary>Worker threads of the pool, idle and blocked ones included.</summary>
    public static int ThreadCount => Pool.GetStatistics().Workers;

    /// <summary>Items that have run to their end.</summary>
    public static long CompletedWorkItemCount => Pool.GetStatistics().CompletedItems;

    /// <summary>Items that wait in the pool's queues.</summary>
    public static long PendingWorkItemCount => Pool.GetStatistics().QueueLength;

    /// <summary>Queues a callback; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.QueueUserWorkItem(WaitCallback)"/>
    public static bool QueueUserWorkItem(WaitCallback callBack) => QueueUserWorkItem(callBack, null);

    /// <summary>Queues a callback with its state; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.QueueUserWorkItem(WaitCallback, object)"/>
    public static bool QueueUserWorkItem(WaitCallback callBack, object? state)
    {
        ArgumentNullException.ThrowIfNull(callBack);
        return Pool.Queue(callBack, state);
    }

    /// <summary>Queues an action with typed state; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.QueueUserWorkItem{TState}(Action{TState}, TState, bool)"/>
    public static bool QueueUserWorkItem<TState>(Action<TState> callBack, TState state, bool preferLocal)
    {
        ArgumentNullException.ThrowIfNull(callBack);
        return Pool.Queue(callBack, state, preferLocal);
    }

    /// <summary>Queues a callback without flowing the <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeQueueUserWorkItem(WaitCallback, object)"/>
    public static bool UnsafeQueueUserWorkItem(WaitCallback callBack, object? state)
    {
        ArgumentNullException.ThrowIfNull(callBack);
        return Pool.UnsafeQueue(callBack, state);
    }

    /// <summary>Queues an action with typed state without flowing the <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeQueueUserWorkItem{TState}(Action{TState}, TState, bool)"/>
    public static bool UnsafeQueueUserWorkItem<TState>(Action<TState> callBack, TState state, bool preferLocal)
    {
        ArgumentNullException.ThrowIfNull(callBack);
        return Pool.UnsafeQueue(callBack, state, preferLocal);
    }

    /// <summary>
    /// Queues a work item object without flowing the <see cref="ExecutionContext"/>; allocates nothing.
    /// </summary>
    /// <inheritdoc cref="ThreadPool.UnsafeQueueUserWorkItem(IThreadPoolWorkItem, bool)"/>
    public static bool UnsafeQueueUserWorkItem(IThreadPoolWorkItem callBack, bool preferLocal)
    {
        ArgumentNullException.ThrowIfNull(callBack);
        if (callBack is Task) throw new ArgumentOutOfRangeException(nameof(callBack));
        return Pool.UnsafeQueue(callBack, preferLocal);
    }

    /// <summary>
    /// The limit as set last, which is .NET's too: both pools follow it. The bundled pool needs no more than 1,000
    /// unless a limit was set.
    /// </summary>
    /// <inheritdoc cref="ThreadPool.GetMaxThreads"/>
    public static void GetMaxThreads(out int workerThreads, out int completionPortThreads) =>
        ThreadPool.GetMaxThreads(out workerThreads, out completionPortThreads);

    /// <summary>
    /// The workers that start without delay, as set last, in both pools; in the bundled one at least one per
    /// processor.
    /// </summary>
    /// <inheritdoc cref="ThreadPool.GetMinThreads"/>
    public static void GetMinThreads(out int workerThreads, out int completionPortThreads) =>
        ThreadPool.GetMinThreads(out workerThreads, out completionPortThreads);

    /// <summary>
    /// How many more items could run at once: the limit less the bundled pool's workers that are inside an item.
    /// </summary>
    /// <inheritdoc cref="ThreadPool.GetAvailableThreads"/>
    public static void GetAvailableThreads(out int workerThreads, out int completionPortThreads)
    {
        ThreadPool.GetAvailableThreads(out _, out completionPortThreads);
        ThreadPool.GetMaxThreads(out workerThreads, out _);
        workerThreads = Math.Max(0, workerThreads - Pool.BusyWorkers);
    }

    /// <summary>Sets the most workers that either pool may have, .NET's and the bundled one.</summary>
    /// <inheritdoc cref="ThreadPool.SetMaxThreads"/>
    public static bool SetMaxThreads(int workerThreads, int completionPortThreads) =>
        ThreadPool.SetMaxThreads(workerThreads, completionPortThreads) && FollowLimits();

    /// <summary>Sets how many workers start without delay, in .NET's pool and in the bundled one.</summary>
    /// <inheritdoc cref="ThreadPool.SetMinThreads"/>
    public static bool SetMinThreads(int workerThreads, int completionPortThreads) =>
        ThreadPool.SetMinThreads(workerThreads, completionPortThreads) && FollowLimits();

    /// <summary>Registers a callback for when a handle is signalled or the time is up.</summary>
    /// <inheritdoc cref="ThreadPool.RegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, int, bool)"/>
    public static PoolRegisteredWaitHandle RegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, int millisecondsTimeOutInterval, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, millisecondsTimeOutInterval, executeOnlyOnce, flow: true);

    /// <summary>Registers a callback for when a handle is signalled or the time is up.</summary>
    /// <inheritdoc cref="ThreadPool.RegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, long,
    /// bool)"/>
    public static PoolRegisteredWaitHandle RegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, long millisecondsTimeOutInterval, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, Checked(millisecondsTimeOutInterval), executeOnlyOnce, flow: true);

    /// <summary>Registers a callback for when a handle is signalled or the time is up.</summary>
    /// <inheritdoc cref="ThreadPool.RegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, TimeSpan,
    /// bool)"/>
    public static PoolRegisteredWaitHandle RegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, TimeSpan timeout, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, Checked(timeout), executeOnlyOnce, flow: true);

    /// <summary>Registers a callback for when a handle is signalled or the time is up.</summary>
    /// <inheritdoc cref="ThreadPool.RegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, uint,
    /// bool)"/>
    public static PoolRegisteredWaitHandle RegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, uint millisecondsTimeOutInterval, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, Checked(millisecondsTimeOutInterval), executeOnlyOnce, flow: true);

    /// <summary>As RegisterWaitForSingleObject, without flowing the <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeRegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, int,
    /// bool)"/>
    public static PoolRegisteredWaitHandle UnsafeRegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, int millisecondsTimeOutInterval, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, millisecondsTimeOutInterval, executeOnlyOnce, flow: false);

    /// <summary>As RegisterWaitForSingleObject, without flowing the <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeRegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, long,
    /// bool)"/>
    public static PoolRegisteredWaitHandle UnsafeRegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, long millisecondsTimeOutInterval, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, Checked(millisecondsTimeOutInterval), executeOnlyOnce, flow: false);

    /// <summary>As RegisterWaitForSingleObject, without flowing the <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeRegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?,
    /// TimeSpan, bool)"/>
    public static PoolRegisteredWaitHandle UnsafeRegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, TimeSpan timeout, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, Checked(timeout), executeOnlyOnce, flow: false);

    /// <summary>As RegisterWaitForSingleObject, without flowing the <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeRegisterWaitForSingleObject(WaitHandle, WaitOrTimerCallback, object?, uint,
    /// bool)"/>
    public static PoolRegisteredWaitHandle UnsafeRegisterWaitForSingleObject(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, uint millisecondsTimeOutInterval, bool executeOnlyOnce) =>
        Pool.Register(waitObject, callBack, state, Checked(millisecondsTimeOutInterval), executeOnlyOnce, flow: false);

    /// <summary>Passed on to .NET's ThreadPool, which owns the completion ports.</summary>
    /// <inheritdoc cref="ThreadPool.BindHandle(SafeHandle)"/>
    [SupportedOSPlatform("windows")]
    public static bool BindHandle(SafeHandle osHandle) => ThreadPool.BindHandle(osHandle);

    /// <summary>Passed on to .NET's ThreadPool, which owns the completion ports.</summary>
    /// <inheritdoc cref="ThreadPool.BindHandle(IntPtr)"/>
    [Obsolete("ThreadPool.BindHandle(IntPtr) has been deprecated. Use ThreadPool.BindHandle(SafeHandle) instead.")]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [SupportedOSPlatform("windows")]
    public static bool BindHandle(IntPtr osHandle) => ThreadPool.BindHandle(osHandle);

    /// <summary>Passed on to .NET's ThreadPool, which owns the completion ports.</summary>
    /// <inheritdoc cref="ThreadPool.UnsafeQueueNativeOverlapped"/>
    [SupportedOSPlatform("windows")]
    public static unsafe bool UnsafeQueueNativeOverlapped(NativeOverlapped* overlapped) =>
        ThreadPool.UnsafeQueueNativeOverlapped(overlapped);

    private static bool FollowLimits()
    {
        Pool.FollowThreadPoolLimits();
        return true;
    }

    // What ThreadPool checks of each form; -1 as an unsigned number means for ever too.
    private static long Checked(long milliseconds)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(milliseconds, -1, "millisecondsTimeOutInterval");
        ArgumentOutOfRangeException.ThrowIfGreaterThan(milliseconds, int.MaxValue, "millisecondsTimeOutInterval");
        return milliseconds;
    }

    private static long Checked(uint milliseconds) => milliseconds == uint.MaxValue ? Timeout.Infinite : milliseconds;

    private static long Checked(TimeSpan timeout)
    {
        long milliseconds = (long)timeout.TotalMilliseconds;
        ArgumentOutOfRangeException.ThrowIfLessThan(milliseconds, -1, nameof(timeout));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(milliseconds, int.MaxValue, nameof(timeout));
        return milliseconds;
    }
}
