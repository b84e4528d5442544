namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A registered wait of a <see cref="WorkPool"/>: what <see cref="RegisteredWaitHandle"/> is to .NET's ThreadPool.
/// Safe from any thread.
/// </summary>
public abstract class PoolRegisteredWaitHandle
{
    private protected PoolRegisteredWaitHandle()
    {
    }

    /// <summary>Ends the registration: no callback is queued after this returns.</summary>
    /// <param name="waitObject">
    /// Signalled when the last callback that was queued or running has ended; <see langword="null"/> for no notice.
    /// A handle whose value is -1 makes the call itself wait for that; called from the registration's own callback, it
    /// waits for all others.
    /// </param>
    /// <returns><see langword="true"/>, or <see langword="false"/> if it has been called before.</returns>
    public abstract bool Unregister(WaitHandle? waitObject);
}
