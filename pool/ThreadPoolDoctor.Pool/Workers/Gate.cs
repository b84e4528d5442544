namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The pool's lock: <c>using (gate.Enter())</c>. Unlike <c>lock</c> it is no wait that <see cref="Thread.Interrupt"/>
/// ends: an item may leave its thread interrupted, or somebody may interrupt a worker that is idle by now, and that is
/// meant for the next wait of an item, as on ThreadPool; in the worker's own code it would end the process.
/// </summary>
/// <remarks>
/// In a file of its own because the model tests replace it: a thread that is held inside a lock of .NET's would hold
/// the others.
/// </remarks>
internal sealed class Gate
{
    private readonly object _lock = new();

    internal Holder Enter()
    {
        if (!Monitor.TryEnter(_lock)) EnterSlow();
        return new Holder(_lock);
    }

    /// <summary>
    /// Waits until pulsed; false if the time is over. With the lock held, which it has again afterwards. A wait of its
    /// caller's, so an interrupt ends it.
    /// </summary>
    /// <exception cref="ThreadInterruptedException">The thread was interrupted.</exception>
    internal bool Wait(int milliseconds = Timeout.Infinite) => Monitor.Wait(_lock, milliseconds);

    /// <summary>Lets one that waits go on. With the lock held.</summary>
    internal void Pulse() => Monitor.Pulse(_lock);

    /// <summary>Lets all that wait go on. With the lock held.</summary>
    internal void PulseAll() => Monitor.PulseAll(_lock);

    private void EnterSlow()
    {
        bool interrupted = false;
        while (true)
        {
            try
            {
                Monitor.Enter(_lock);
                break;
            }
            catch (ThreadInterruptedException)
            {
                interrupted = true;
            }
        }
        // It was for somebody else.
        if (interrupted) Thread.CurrentThread.Interrupt();
    }

    internal readonly ref struct Holder(object held)
    {
        public void Dispose() => Monitor.Exit(held);
    }
}
