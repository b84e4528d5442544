using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <content>Registered waits.</content>
public sealed partial class WorkPool
{
    private PoolWaits? _waits;

    internal PoolWaits Waits => _waits ?? LazyInitializer.EnsureInitialized(ref _waits, () => new PoolWaits(new WaitServices(_intake, () => Timers)));

    /// <summary>
    /// Runs a callback on this pool when <paramref name="waitObject"/> is signalled, or when the time is up.
    /// </summary>
    /// <remarks>
    /// A <see cref="PoolEvent"/> needs no thread and starts the callback at once. Handles that keep their signal until
    /// it is consumed (<see cref="AutoResetEvent"/>, <see cref="Semaphore"/>) share one thread, whatever their number:
    /// up to 63 fire at once, beyond that those that fire often do, and the others within 1 to 100 milliseconds,
    /// growing with their number. Every other handle is waited for by a thread that serves 63 of them, lest a short
    /// pulse be missed. These threads end 15 seconds after their last wait. On Windows .NET's ThreadPool waits. Safe
    /// from any thread.
    /// </remarks>
    /// <param name="waitObject">What to wait for. Not a <see cref="Mutex"/>.</param>
    /// <param name="callBack">What to run; its second argument says whether the time was up.</param>
    /// <param name="state">Its first argument.</param>
    /// <param name="millisecondsTimeOutInterval">Milliseconds to wait; -1 for ever; 0 to look once.</param>
    /// <param name="executeOnlyOnce">
    /// Whether the registration ends with the first callback; otherwise the time begins anew with each.
    /// </param>
    /// <returns>The registration, to end it with <see cref="PoolRegisteredWaitHandle.Unregister"/>.</returns>
    /// <exception cref="ArgumentNullException">The handle or the callback is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is less than -1.</exception>
    /// <exception cref="NotSupportedException">
    /// The handle is a <see cref="Mutex"/>, which the waiting thread would own instead of the callback's.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool or the handle has been disposed.</exception>
    /// <exception cref="OutOfMemoryException">A thread is needed and the system has none.</exception>
    public PoolRegisteredWaitHandle RegisterWait(
        WaitHandle waitObject,
        WaitOrTimerCallback callBack,
        object? state = null,
        int millisecondsTimeOutInterval = Timeout.Infinite,
        bool executeOnlyOnce = true)
        => Register(waitObject, callBack, state, millisecondsTimeOutInterval, executeOnlyOnce, flow: true);

    /// <inheritdoc cref="RegisterWait(WaitHandle, WaitOrTimerCallback, object?, int, bool)"/>
    /// <param name="waitObject">What to wait for. Not a <see cref="Mutex"/>.</param>
    /// <param name="callBack">What to run; its second argument says whether the time was up.</param>
    /// <param name="state">Its first argument.</param>
    /// <param name="timeout">How long to wait; -1 millisecond for ever.</param>
    /// <param name="executeOnlyOnce">Whether the registration ends with the first callback.</param>
    public PoolRegisteredWaitHandle RegisterWait(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, TimeSpan timeout, bool executeOnlyOnce = true)
        => Register(waitObject, callBack, state, Milliseconds.From(timeout, int.MaxValue, nameof(timeout)), executeOnlyOnce, flow: true);

    /// <summary>As RegisterWait, without flowing the <see cref="ExecutionContext"/> to the callback.</summary>
    /// <inheritdoc cref="RegisterWait(WaitHandle, WaitOrTimerCallback, object?, int, bool)"/>
    public PoolRegisteredWaitHandle UnsafeRegisterWait(
        WaitHandle waitObject,
        WaitOrTimerCallback callBack,
        object? state = null,
        int millisecondsTimeOutInterval = Timeout.Infinite,
        bool executeOnlyOnce = true)
        => Register(waitObject, callBack, state, millisecondsTimeOutInterval, executeOnlyOnce, flow: false);

    /// <summary>
    /// Runs a callback on this pool, once, when the token is cancelled or the time is up. Needs no thread.
    /// </summary>
    /// <param name="cancellationToken">What to wait for.</param>
    /// <param name="callBack">What to run; its second argument says whether the time was up.</param>
    /// <param name="state">Its first argument.</param>
    /// <param name="millisecondsTimeOutInterval">Milliseconds to wait; -1 for ever.</param>
    /// <returns>The registration.</returns>
    public PoolRegisteredWaitHandle RegisterWait(
        CancellationToken cancellationToken,
        WaitOrTimerCallback callBack,
        object? state = null,
        int millisecondsTimeOutInterval = Timeout.Infinite)
        => Waits.For(cancellationToken, callBack, state, millisecondsTimeOutInterval);

    /// <summary>
    /// Runs a callback on this pool, once, when the task has ended in whatever way or the time is up. Needs no thread.
    /// </summary>
    /// <param name="task">What to wait for.</param>
    /// <param name="callBack">What to run; its second argument says whether the time was up.</param>
    /// <param name="state">Its first argument.</param>
    /// <param name="millisecondsTimeOutInterval">Milliseconds to wait; -1 for ever.</param>
    /// <returns>The registration.</returns>
    public PoolRegisteredWaitHandle RegisterWait(
        Task task, WaitOrTimerCallback callBack, object? state = null, int millisecondsTimeOutInterval = Timeout.Infinite)
        => Waits.For(task, callBack, state, millisecondsTimeOutInterval);

    /// <summary>
    /// Runs a callback on this pool, once, when the process has ended or the time is up. Needs no thread of its own.
    /// </summary>
    /// <param name="process">What to wait for; it must have been started.</param>
    /// <param name="callBack">What to run; its second argument says whether the time was up.</param>
    /// <param name="state">Its first argument.</param>
    /// <param name="millisecondsTimeOutInterval">Milliseconds to wait; -1 for ever.</param>
    /// <returns>The registration.</returns>
    public PoolRegisteredWaitHandle RegisterWait(
        Process process, WaitOrTimerCallback callBack, object? state = null, int millisecondsTimeOutInterval = Timeout.Infinite)
        => Waits.For(process, callBack, state, millisecondsTimeOutInterval);

    internal PoolRegisteredWaitHandle Register(
        WaitHandle waitObject, WaitOrTimerCallback callBack, object? state, long milliseconds, bool once, bool flow)
        => Waits.For(waitObject, callBack, state, milliseconds, once, flow);
}
