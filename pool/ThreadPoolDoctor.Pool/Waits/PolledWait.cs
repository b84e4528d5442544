namespace ThreadPoolDoctor.Pool;

/// <summary>A registered wait on a handle that was made elsewhere; a <see cref="HandleWatcher"/> watches it.</summary>
internal sealed class PolledWait(WaitHandle handle, HandleWatchers watchers, in WaitRequest request) : RegisteredWait(request)
{
    internal readonly WaitHandle Handle = handle;

    // A handle that keeps its signal may fire again while a callback runs; the others only after it has ended.
    private readonly bool _keepsItsSignal = Handles.KeepsItsSignal(handle);

    // Set by Attach, before the watcher hears of this wait.
    private HandleWatcher? _watcher;

    // Guarded by Gate, which decides between a signal and Unregister.
    private bool _detached;
    private bool _inFlight;

    // The fields below belong to the watcher's thread.
    internal int Place = -1;
    internal bool IsHot;
    internal long LastSignal;

    /// <summary>
    /// Whether the watcher should watch it at present. Read by the watcher; a late answer is put right by Signalled.
    /// </summary>
    internal bool IsWanted
    {
        get { using (Gate.Enter()) return !_detached && !_inFlight; }
    }

    private protected override void Attach()
    {
        _watcher = watchers.For(Handle);
        _watcher.Changed(this);
    }

    private protected override void Detach()
    {
        using (Gate.Enter())
        {
            if (_detached) return;
            _detached = true;
        }
        _watcher!.Changed(this);
        _watcher.Release();
    }

    /// <summary>The watcher consumed a signal. False if nobody wants it any more: it must be given back.</summary>
    internal bool Signalled()
    {
        using (Gate.Enter())
        {
            if (_detached || _inFlight || !TryClaim()) return false;
            _inFlight = !_keepsItsSignal && !ExecuteOnlyOnce;
        }
        if (ExecuteOnlyOnce) Detach();
        Fire();
        return true;
    }

    /// <summary>The handle can be waited for no more.</summary>
    internal void Abandon() => Detach();

    private protected override void Ended()
    {
        if (_keepsItsSignal || ExecuteOnlyOnce) return;
        using (Gate.Enter()) _inFlight = false;
        _watcher!.Changed(this);
    }
}
