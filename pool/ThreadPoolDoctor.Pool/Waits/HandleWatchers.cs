namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The watchers of the process: one for all handles that keep their signal, and one for every 63 of the others, which
/// must be waited for all the time lest a short pulse be missed. A watcher that has long had nothing to watch ends.
/// </summary>
/// <param name="idleMilliseconds">How long a watcher stays when it has nothing to watch.</param>
/// <param name="fault">For tests: called before a thread is started; throws as the system would.</param>
internal sealed class HandleWatchers(int idleMilliseconds, Action? fault = null)
{
    internal static readonly HandleWatchers Shared = new(ServiceThread.IdleMilliseconds);

    // Guards the list and each watcher's number of places taken.
    private readonly Gate _gate = new();
    private readonly List<HandleWatcher> _watchers = [];

    internal int IdleMilliseconds => idleMilliseconds;

    internal Action? Fault => fault;

    /// <summary>Threads in use for handles that were made elsewhere.</summary>
    internal int Threads
    {
        get { using (_gate.Enter()) return _watchers.Count; }
    }

    /// <summary>Takes a place with a watcher that fits the handle; the caller gives it back by Release.</summary>
    /// <exception cref="OutOfMemoryException">A thread is needed and there is none.</exception>
    internal HandleWatcher For(WaitHandle handle)
    {
        bool polls = Handles.KeepsItsSignal(handle);
        using (_gate.Enter())
        {
            foreach (HandleWatcher watcher in _watchers)
            {
                if (watcher.TryTakePlace_NeedsLock(polls)) return watcher;
            }
            var another = new HandleWatcher(this, polls);
            another.TryTakePlace_NeedsLock(polls);
            if (!another.TryStart()) throw new OutOfMemoryException("No thread can be started that would wait for the handle.");
            _watchers.Add(another);
            return another;
        }
    }

    /// <summary>Gives a place back.</summary>
    internal void Release(HandleWatcher watcher)
    {
        using (_gate.Enter()) watcher.ReleasePlace_NeedsLock();
    }

    /// <summary>True if nobody has a place with the watcher, which then gets no more.</summary>
    internal bool TryRemove(HandleWatcher watcher)
    {
        using (_gate.Enter()) return watcher.IsUnused_NeedsLock && _watchers.Remove(watcher);
    }
}
