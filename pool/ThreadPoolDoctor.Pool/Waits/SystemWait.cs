namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A registered wait that .NET's ThreadPool waits for (Windows, where it can be told to use the system's own pool,
/// which needs no thread per 63 handles). The callback still runs on the pool it was registered with.
/// </summary>
internal sealed class SystemWait(WaitHandle handle, in WaitRequest request) : RegisteredWait(request)
{
    // Both guarded by Gate, against an Unregister that comes while it is being registered.
    private RegisteredWaitHandle? _registration;
    private bool _detached;

    private protected override void Attach()
    {
        using (Gate.Enter())
        {
            if (_detached) return;
            // Time-outs are the pool's own, so that a busy ThreadPool does not delay them.
            _registration = ThreadPool.UnsafeRegisterWaitForSingleObject(
                handle, static (wait, _) => ((SystemWait)wait!).Signalled(), this, Timeout.Infinite, ExecuteOnlyOnce);
        }
    }

    private protected override void Detach()
    {
        using (Gate.Enter())
        {
            _detached = true;
            _registration?.Unregister(null);
        }
    }

    private void Signalled()
    {
        if (TryClaim()) Fire();
        else Handles.GiveBack(handle);
    }
}
