namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A registered wait on a cancellation token: its own registration calls, so no thread waits and no handle is made.
/// </summary>
internal sealed class TokenWait(CancellationToken token, in WaitRequest request) : RegisteredWait(request)
{
    private CancellationTokenRegistration _registration;

    private protected override void Attach() =>
        _registration = token.UnsafeRegister(static wait => ((TokenWait)wait!).Signalled(), this);

    // Unregister, not Dispose: that would wait for the call that is perhaps running, which may be the one that
    // detaches.
    private protected override void Detach() => _registration.Unregister();

    private void Signalled()
    {
        if (TryClaim()) Fire();
    }
}
