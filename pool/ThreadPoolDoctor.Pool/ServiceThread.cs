namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Threads of the pool that run no items (timers, waits, closing): background threads with a small stack.
/// </summary>
internal static class ServiceThread
{
    /// <summary>
    /// How long a thread that has nothing to serve stays, in milliseconds; less than the 20 seconds of
    /// ThreadPool's wait threads.
    /// </summary>
    internal const int IdleMilliseconds = 15_000;

    private const int StackSize = 256 * 1024;

    /// <summary>Starts a thread. False if the system has none to give: the caller goes on without it.</summary>
    /// <param name="name">The thread's name.</param>
    /// <param name="run">What it runs; must not throw.</param>
    /// <param name="fault">For tests: throws as the system would.</param>
    /// <param name="priority">The thread's priority.</param>
    internal static bool TryStart(string name, Action run, Action? fault = null, ThreadPriority priority = ThreadPriority.Normal)
    {
        try
        {
            fault?.Invoke();
            new Thread(new ThreadStart(run), StackSize) { IsBackground = true, Name = name, Priority = priority }.UnsafeStart();
            return true;
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            PoolEventSource.Log.ServiceDegraded(name, e.Message);
            return false;
        }
    }
}
