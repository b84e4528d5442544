using System.Runtime.Versioning;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// An event whose registered callbacks need no thread: <see cref="Set"/> itself queues them to their pool. It is a real
/// <see cref="WaitHandle"/> all the same, so threads can wait for it, alone or with others.
/// </summary>
/// <remarks>
/// Registered callbacks come before threads that wait through <see cref="WaitHandle.WaitAny(WaitHandle[])"/>; with
/// threads inside <see cref="WaitOne()"/> they take turns. All members but <see cref="WaitHandle.Dispose()"/> are safe
/// from any thread.
/// </remarks>
public abstract class PoolEvent : WaitHandle
{
    // The operating system's event, whose handle is also this object's. It alone remembers a signal that nobody has
    // consumed; registrations only intercept a Set.
    private protected readonly EventWaitHandle Kernel;

    // Guards the fields below, and the decisions between registrations and the kernel's event.
    private protected readonly Gate Gate = new();

    // A ring: the registration whose turn is next, its neighbours by Next and Previous. Null while nobody is
    // registered.
    private protected EventWait? Next;

    // Threads inside WaitOne. Added to by those threads, read under the lock by Set: a thread that is about to wait
    // and not counted yet finds the signal in the kernel's event or waits for the next, as with any event.
    private protected int Blocked;

    private protected PoolEvent(bool initialState, EventResetMode mode)
    {
        Kernel = new EventWaitHandle(initialState, mode);
        SafeWaitHandle = Kernel.SafeWaitHandle;
    }

    /// <summary>Signals the event.</summary>
    /// <returns>Always <see langword="true"/>.</returns>
    /// <exception cref="ObjectDisposedException">The event has been disposed.</exception>
    public abstract bool Set();

    /// <summary>Takes the signal back.</summary>
    /// <returns>Always <see langword="true"/>.</returns>
    /// <exception cref="ObjectDisposedException">The event has been disposed.</exception>
    public abstract bool Reset();

    /// <inheritdoc/>
    public override bool WaitOne() => WaitOne(Timeout.Infinite);

    /// <inheritdoc/>
    public override bool WaitOne(int millisecondsTimeout)
    {
        if (millisecondsTimeout == 0) return base.WaitOne(0);
        Interlocked.Increment(ref Blocked);
        try
        {
            return base.WaitOne(millisecondsTimeout);
        }
        finally
        {
            Interlocked.Decrement(ref Blocked);
        }
    }

    /// <inheritdoc/>
    public override bool WaitOne(TimeSpan timeout) => WaitOne((int)Milliseconds.From(timeout, int.MaxValue, nameof(timeout)));

    /// <inheritdoc/>
    public override bool WaitOne(int millisecondsTimeout, bool exitContext) => WaitOne(millisecondsTimeout);

    /// <inheritdoc/>
    public override bool WaitOne(TimeSpan timeout, bool exitContext) => WaitOne(timeout);

    /// <summary>Registers; fires at once, as a wait on a signalled event does, if a signal is there.</summary>
    internal abstract void Attach(EventWait wait);

    /// <summary>Afterwards the event signals <paramref name="wait"/> no more.</summary>
    internal void Detach(EventWait wait)
    {
        using (Gate.Enter()) Remove_NeedsLock(wait);
    }

    private protected void Insert_NeedsLock(EventWait wait)
    {
        if (Next is null)
        {
            wait.Next = wait.Previous = wait;
            Next = wait;
        }
        else
        {
            // Before the one whose turn is next, that is, at the end of the row.
            wait.Next = Next;
            wait.Previous = Next.Previous;
            wait.Previous!.Next = wait;
            Next.Previous = wait;
        }
    }

    private protected void Remove_NeedsLock(EventWait wait)
    {
        if (wait.Next is null) return;
        if (ReferenceEquals(wait.Next, wait))
        {
            Next = null;
        }
        else
        {
            if (ReferenceEquals(Next, wait)) Next = wait.Next;
            wait.Previous!.Next = wait.Next;
            wait.Next.Previous = wait.Previous;
        }
        wait.Next = wait.Previous = null;
    }

    private protected void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(SafeWaitHandle.IsClosed, this);
}
