namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The watchers of the process: one for all handles that keep their signal, and one for every 63 of the others, which
/// must be waited for all the time lest a short pulse be missed.
/// </summary>
internal static class HandleWatchers
{
    private static readonly object s_gate = new();
    private static readonly List<HandleWatcher> s_waiting = [];
    private static HandleWatcher? s_polling;

    /// <summary>Threads in use for handles that were made elsewhere.</summary>
    internal static int Threads
    {
        get { lock (s_gate) return s_waiting.Count + (s_polling is null ? 0 : 1); }
    }

    internal static HandleWatcher For(WaitHandle handle)
    {
        lock (s_gate)
        {
            if (Handles.KeepsItsSignal(handle))
            {
                s_polling ??= new HandleWatcher(polls: true);
                s_polling.TryReserve_NeedsLock();
                return s_polling;
            }
            foreach (HandleWatcher watcher in s_waiting)
            {
                if (watcher.TryReserve_NeedsLock()) return watcher;
            }
            var another = new HandleWatcher(polls: false);
            another.TryReserve_NeedsLock();
            s_waiting.Add(another);
            return another;
        }
    }

    internal static void Release(HandleWatcher watcher)
    {
        lock (s_gate) watcher.Release_NeedsLock();
    }
}
