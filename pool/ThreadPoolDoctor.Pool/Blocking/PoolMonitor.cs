using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Finds the workers that do not move: its thread looks at them every millisecond while work waits, less often while
/// all goes well, hardly ever while blocked workers have to be watched but nothing waits, and not at all otherwise.
/// Blocking.md beside this file tells the whole protocol.
/// </summary>
internal sealed partial class PoolMonitor(WorkPool pool, bool detects)
{
    private const int ShortestPeriod = 1;
    private const int LongestPeriodWhileWorkWaits = 10;
    private const int RelaxedPeriod = 10;
    private const int LongestRelaxedPeriod = 500;
    private const int ThreadEndsAfter = 20_000;

    // Guards the thread's start and sleep.
    private readonly object _gate = new();
    private bool _hasThread;
    private bool _stopped;

    // 1 while the thread sleeps, or is about to, in a way that waiting work should end. Set by the monitor before it
    // looks a last time whether work waits; cleared with an exchange by whoever wakes it. Pairs with the read in
    // WorkWaits, which comes after the item was queued: one of the two sees the other. Should a weak processor reorder
    // them, the next item queued or the next look repairs it.
    private int _relaxed = 1;

    // Belongs to the monitor's thread.
    private int _period = ShortestPeriod;

    internal WorkPool Pool { get; } = pool;

    /// <summary>
    /// Seam for the queueing side: an item was queued and there was no idle worker to wake and none to start. One read of
    /// a field that hardly ever changes, unless the monitor sleeps.
    /// </summary>
    internal void WorkWaits()
    {
        if (Volatile.Read(ref _relaxed) != 0) Wake();
    }

    /// <summary>Ends the thread at its next look; for a pool that is disposed.</summary>
    internal void Stop()
    {
        lock (_gate)
        {
            _stopped = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void Wake()
    {
        if (Interlocked.Exchange(ref _relaxed, 0) == 0) return;
        lock (_gate)
        {
            if (_stopped) return;
            if (_hasThread)
            {
                Monitor.Pulse(_gate);
                return;
            }
            try
            {
                new Thread(Run, 256 * 1024) { IsBackground = true, Name = "TPD Monitor" }.UnsafeStart();
                _hasThread = true;
            }
            catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
            {
                // No thread to be had now: the next item that waits tries again.
                Volatile.Write(ref _relaxed, 1);
            }
        }
    }

    private void Run()
    {
        while (true)
        {
            bool waits = Pool.HasWaitingWork;
            Round round = Look(waits, (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds);
            if (waits) StayAwake(round);
            else if (!Relax(round)) return;
        }
    }

    /// <summary>Work waits: look again soon, and less often only while items flow and nobody blocks.</summary>
    private void StayAwake(Round round)
    {
        bool flows = round.Progress && !round.Changed;
        _period = flows ? Math.Min(_period * 2, LongestPeriodWhileWorkWaits) : ShortestPeriod;
        Thread.Sleep(_period);
    }

    /// <summary>Nothing waits: sleep until something does. False if the thread has slept so long that it should end.</summary>
    private bool Relax(Round round)
    {
        bool watches = IsWatching;
        _period = round.Changed ? RelaxedPeriod : Math.Clamp(_period * 2, RelaxedPeriod, LongestRelaxedPeriod);
        lock (_gate)
        {
            if (_stopped) return EndThread_NeedsLock();
            // Full fence: pairs with WorkWaits, see _relaxed.
            Interlocked.Exchange(ref _relaxed, 1);
            bool woken = Pool.HasWaitingWork || Monitor.Wait(_gate, watches ? _period : ThreadEndsAfter);
            if (_stopped) return EndThread_NeedsLock();
            if (!woken && !watches && !IsWatching && _relaxed != 0) return EndThread_NeedsLock();
            Interlocked.Exchange(ref _relaxed, 0);
            return true;
        }
    }

    private bool EndThread_NeedsLock()
    {
        _hasThread = false;
        Interlocked.Exchange(ref _relaxed, 1);
        return false;
    }
}
