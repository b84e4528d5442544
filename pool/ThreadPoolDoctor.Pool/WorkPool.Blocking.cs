namespace ThreadPoolDoctor.Pool;

/// <content>Blocked workers: what a work item can say itself. The monitor finds the rest.</content>
public sealed partial class WorkPool
{
    /// <summary>
    /// Says that the calling work item is about to block where the pool cannot see it begin (native code, a driver), so
    /// that another worker takes over at once: <c>using (pool.Blocking()) NativeRead();</c>. Waits of .NET itself are
    /// seen without it. On a thread that is no worker of this pool it does nothing.
    /// </summary>
    /// <returns>A scope to be disposed on the same thread. Scopes nest.</returns>
    public BlockingScope Blocking() => new(IsWorkerThread ? Worker.Current : null);
}
