using System.Collections.Concurrent;
using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Watches wait handles that were made elsewhere, on one thread. The operating system lets a thread wait for 64
/// handles at a time and offers no way to be called back, so the thread waits for one set of handles (those that
/// signalled last) and looks at all others now and then, 64 with one call.
/// </summary>
/// <remarks>
/// Only handles that keep their signal until it is consumed may be looked at now and then (AutoResetEvent, Semaphore).
/// For the others a watcher is made with <c>polls: false</c>: it takes no more handles than it can wait for.
/// All private fields belong to the watcher's thread unless they say otherwise.
/// </remarks>
internal sealed class HandleWatcher
{
    /// <summary>What one call can wait for: 64, of which one is the watcher's own wake-up.</summary>
    internal const int WaitableAtOnce = 63;

    // A handle that has not signalled for this long is no longer looked at in every round.
    private const long HotMilliseconds = 200;

    // Looking at everything may take this share of the thread's time, so the more handles, the less often.
    private const double CostShare = 1 / 20.0;
    private const double ShortestPeriod = 1, LongestPeriod = 100;

    private readonly HandleWatchers _owner;

    // Looks now and then, at any number of handles; otherwise waits for a few all the time.
    private readonly bool _polls;

    // Guarded by the owner's lock.
    private int _places;

    // Changes from any thread; the watcher's thread takes them in at the start of a round.
    private readonly ConcurrentQueue<PolledWait> _changes = new();

    // Signalled when there is a change. The flag saves a call to the system per change: set by who changes, cleared
    // by the watcher before it takes changes in.
    private readonly AutoResetEvent _wake = new(false);
    private int _wakePending;

    private readonly List<PolledWait> _all = [];
    private readonly List<PolledWait> _hot = [];
    private WaitHandle[][] _groups = [];
    private bool _groupsStale;
    private WaitHandle[] _waitedFor;
    private PolledWait[] _waiters = [];
    private bool _waitedForStale = true;
    private double _period = ShortestPeriod;
    private long _nextLook;

    // The last wait was for nothing, and lasted as long as a thread without work may stay.
    private bool _idle;

    internal HandleWatcher(HandleWatchers owner, bool polls)
    {
        _owner = owner;
        _polls = polls;
        _waitedFor = [_wake];
    }

    /// <summary>Whether nobody has a place.</summary>
    internal bool IsUnused_NeedsLock => _places == 0;

    /// <summary>
    /// Takes a place for a handle that keeps its signal, or for one that does not, if this is the watcher for it and
    /// has one.
    /// </summary>
    internal bool TryTakePlace_NeedsLock(bool keepsSignal)
    {
        if (_polls != keepsSignal || (!_polls && _places == WaitableAtOnce)) return false;
        _places++;
        return true;
    }

    internal void ReleasePlace_NeedsLock() => _places--;

    /// <summary>False if the system has no thread.</summary>
    internal bool TryStart() => ServiceThread.TryStart("TPD Waits", Run, _owner.Fault);

    /// <summary>Gives a place back.</summary>
    internal void Release() => _owner.Release(this);

    /// <summary>The wait began, ended, or wants to be watched again after its callback.</summary>
    internal void Changed(PolledWait wait)
    {
        _changes.Enqueue(wait);
        // Full fence: pairs with the exchange in TakeChanges, so that either it sees this change or this sees no wake.
        if (Interlocked.Exchange(ref _wakePending, 1) == 0) _wake.Set();
    }

    private void Run()
    {
        while (!TryLeave())
        {
            try
            {
                TakeChanges();
                bool any = _polls && LookAtHot();
                if (_polls && _all.Count > WaitableAtOnce && Stopwatch.GetTimestamp() >= _nextLook) any |= LookAtAll();
                WaitAwhile(any);
            }
            catch (Exception e)
            {
                // Memory is short: what was being built is built again, and the waits go on.
                PoolEventSource.Log.ServiceDegraded("TPD Waits", e.Message);
                _groupsStale = _waitedForStale = true;
                Thread.Sleep(1);
            }
        }
    }

    /// <summary>
    /// Whether the thread is to end: it had nothing to watch for as long as a thread may stay, and nobody has a place.
    /// A wait whose last callback ends later may still tell of it, to nobody; the event is left to the collector for
    /// that.
    /// </summary>
    private bool TryLeave() => _idle && _all.Count == 0 && _owner.TryRemove(this);

    private void TakeChanges()
    {
        Interlocked.Exchange(ref _wakePending, 0);
        while (_changes.TryDequeue(out PolledWait? wait))
        {
            bool wanted = wait.IsWanted;
            if (wanted == wait.Place >= 0) continue;
            if (wanted) Add(wait);
            else Remove(wait);
        }
    }

    private void Add(PolledWait wait)
    {
        wait.Place = _all.Count;
        _all.Add(wait);
        _groupsStale = true;
        if (_all.Count <= WaitableAtOnce) _waitedForStale = true;
    }

    private void Remove(PolledWait wait)
    {
        PolledWait last = _all[^1];
        _all[wait.Place] = last;
        last.Place = wait.Place;
        _all.RemoveAt(_all.Count - 1);
        wait.Place = -1;
        if (wait.IsHot) _hot.Remove(wait);
        wait.IsHot = false;
        _groupsStale = true;
        _waitedForStale = true;
    }

    /// <summary>
    /// Looks at each handle that signalled of late, by itself: cheaper than 64 at once when many are signalled.
    /// </summary>
    private bool LookAtHot()
    {
        if (_hot.Count == 0) return false;
        long now = Environment.TickCount64;
        bool any = false;
        for (int i = _hot.Count - 1; i >= 0; i--)
        {
            PolledWait wait = _hot[i];
            if (TryConsume(wait))
            {
                any = true;
                wait.LastSignal = now;
            }
            else if (now - wait.LastSignal > HotMilliseconds)
            {
                wait.IsHot = false;
                _hot[i] = _hot[^1];
                _hot.RemoveAt(_hot.Count - 1);
                _waitedForStale = true;
            }
            if (i > _hot.Count) i = _hot.Count;
        }
        return any;
    }

    private bool LookAtAll()
    {
        long start = Stopwatch.GetTimestamp();
        if (_groupsStale) BuildGroups();
        bool any = false;
        for (int group = 0; group < _groups.Length; group++) any |= LookAtGroup(group);
        double cost = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        // Signals that came make the look longer but not more useless: only the cost of looking in vain counts.
        if (!any) _period = Math.Clamp(cost / CostShare, ShortestPeriod, LongestPeriod);
        _nextLook = Stopwatch.GetTimestamp() + (long)(_period * Stopwatch.Frequency / 1000);
        return any;
    }

    private bool LookAtGroup(int group)
    {
        bool any = false;
        WaitHandle[] handles = _groups[group];
        // Each call consumes one signal. The bound lets a handle that is signalled without end not stop the others.
        for (int signals = 0; signals < handles.Length; signals++)
        {
            int index;
            try
            {
                index = WaitHandle.WaitAny(handles, 0);
            }
            catch (Exception)
            {
                // One of them has been disposed or cannot be waited for.
                return any | LookOneByOne(group * 64, handles.Length);
            }
            if (index == WaitHandle.WaitTimeout) break;
            any = true;
            Signalled(_all[group * 64 + index]);
        }
        return any;
    }

    private bool LookOneByOne(int first, int count)
    {
        bool any = false;
        for (int i = first; i < first + count; i++) any |= TryConsume(_all[i]);
        return any;
    }

    private void BuildGroups()
    {
        _groupsStale = false;
        _groups = new WaitHandle[(_all.Count + 63) / 64][];
        for (int group = 0; group < _groups.Length; group++)
        {
            var handles = new WaitHandle[Math.Min(64, _all.Count - group * 64)];
            for (int i = 0; i < handles.Length; i++) handles[i] = _all[group * 64 + i].Handle;
            _groups[group] = handles;
        }
    }

    private bool TryConsume(PolledWait wait)
    {
        if (!wait.IsWanted) return false;
        try
        {
            if (!wait.Handle.WaitOne(0)) return false;
        }
        catch (Exception e)
        {
            // Disposed while registered, as a rule: it can signal no more, so the wait ends without a callback.
            if (e is not ObjectDisposedException) PoolEventSource.Log.ServiceDegraded("TPD Waits", e.Message);
            wait.Abandon();
            return false;
        }
        Signalled(wait);
        return true;
    }

    private void Signalled(PolledWait wait)
    {
        if (!wait.Signalled())
        {
            Handles.GiveBack(wait.Handle);
            return;
        }
        wait.LastSignal = Environment.TickCount64;
        if (!_polls)
        {
            // A handle that stays signalled would fire without end: it comes back after its callback.
            if (!wait.IsWanted) Changed(wait);
        }
        else if (!wait.IsHot && !wait.ExecuteOnlyOnce)
        {
            wait.IsHot = true;
            _hot.Add(wait);
            if (_hot.Count <= WaitableAtOnce) _waitedForStale = true;
        }
    }

    /// <summary>Waits for a change or one of the hottest handles, at most until it is time to look again.</summary>
    private void WaitAwhile(bool busy)
    {
        int limit = HowLong(busy);
        if (limit == 0) return;
        if (_waitedForStale) BuildWaitedFor();
        int index;
        try
        {
            index = WaitHandle.WaitAny(_waitedFor, limit);
        }
        catch (Exception)
        {
            // As in LookAtGroup.
            foreach (PolledWait wait in _waiters) TryConsume(wait);
            _waitedForStale = true;
            Thread.Sleep(1);
            return;
        }
        _idle = index == WaitHandle.WaitTimeout && _all.Count == 0;
        if (index == WaitHandle.WaitTimeout || index == 0) return;
        Signalled(_waiters[index - 1]);
    }

    private int HowLong(bool busy)
    {
        if (_all.Count == 0) return _owner.IdleMilliseconds;
        if (!_polls || _all.Count <= WaitableAtOnce) return Timeout.Infinite;
        if (busy) return 0;
        double left = (_nextLook - Stopwatch.GetTimestamp()) * 1000.0 / Stopwatch.Frequency;
        if (_hot.Count > WaitableAtOnce) left = Math.Min(left, ShortestPeriod);
        return left <= 0 ? 0 : (int)Math.Ceiling(left);
    }

    private void BuildWaitedFor()
    {
        _waitedForStale = false;
        List<PolledWait> source = _all.Count <= WaitableAtOnce ? _all : _hot;
        // One registration per handle: some systems refuse to wait for one handle twice.
        var distinct = new Dictionary<nint, PolledWait>();
        foreach (PolledWait wait in source)
        {
            if (distinct.Count == WaitableAtOnce) break;
            if (!wait.Handle.SafeWaitHandle.IsClosed) distinct.TryAdd(wait.Handle.SafeWaitHandle.DangerousGetHandle(), wait);
        }
        _waiters = [.. distinct.Values];
        _waitedFor = [_wake, .. _waiters.Select(wait => wait.Handle)];
    }
}
