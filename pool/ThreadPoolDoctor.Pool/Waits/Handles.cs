using Microsoft.Win32.SafeHandles;

namespace ThreadPoolDoctor.Pool;

/// <summary>What can be known about a wait handle that was made elsewhere.</summary>
internal static class Handles
{
    /// <summary>
    /// Whether a signal stays until one waiter consumes it, so that looking now and then cannot miss it.
    /// </summary>
    internal static bool KeepsItsSignal(WaitHandle handle) => handle is AutoResetEvent or Semaphore;

    /// <summary>Gives a consumed signal back.</summary>
    internal static void GiveBack(WaitHandle handle)
    {
        try
        {
            if (handle is AutoResetEvent signal) signal.Set();
            else if (handle is Semaphore semaphore) semaphore.Release();
        }
        catch (Exception e) when (e is ObjectDisposedException or SemaphoreFullException)
        {
            // Nobody can wait for it any more, or its count is full anyway.
        }
    }

    /// <summary>Signals whatever event the user gave to be told of the end.</summary>
    internal static void Signal(WaitHandle handle)
    {
        try
        {
            switch (handle)
            {
                case PoolEvent pooled:
                    pooled.Set();
                    break;
                case EventWaitHandle @event:
                    @event.Set();
                    break;
                case Semaphore semaphore:
                    semaphore.Release();
                    break;
                default:
                    SignalRaw(handle);
                    break;
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or SemaphoreFullException)
        {
            // Whoever disposed it does not want to know.
        }
    }

    private static void SignalRaw(WaitHandle handle)
    {
        SafeWaitHandle theirs = handle.SafeWaitHandle;
        bool added = false;
        try
        {
            theirs.DangerousAddRef(ref added);
            using var view = new EventWaitHandle(false, EventResetMode.ManualReset);
            view.SafeWaitHandle.Dispose();
            view.SafeWaitHandle = new SafeWaitHandle(theirs.DangerousGetHandle(), ownsHandle: false);
            view.Set();
        }
        finally
        {
            if (added) theirs.DangerousRelease();
        }
    }
}
