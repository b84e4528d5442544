namespace ThreadPoolDoctor.Pool;

/// <content>
/// How many workers may run items: one per processor, one more for each blocked one, and a few more when long items
/// have taken all of them. Added at once, given back slowly: an item that blocks is often followed by others that do.
/// </content>
internal sealed partial class PoolMonitor
{
    // Given back after this time without need: a quarter at a time, so that a pool of a hundred is small in a second.
    private const long Window = 100;

    // Workers marked blocked. Changed with Interlocked by workers and the monitor.
    private int _blocked;

    // Workers added for blocked ones and not given back. Changed with compare-exchange; at least _blocked, but for
    // the moment between a block and its compensation, or at a cap.
    private int _allowance;

    // The most blocked at once in this window. Raised by whoever marks, reset by the monitor.
    private int _peak;
    private long _windowEnds;

    // Looks in a row that found every worker blocked while work waited. Monitor's thread only.
    private int _allBlockedLooks;

    // For statistics; plain counters.
    private long _addedForBlocked;
    private long _refused;

    internal int Blocked => Volatile.Read(ref _blocked);

    /// <summary>Workers on duty beyond one per processor, since others block or did a moment ago.</summary>
    internal int Allowance => Volatile.Read(ref _allowance);

    internal long AddedForBlocked => Interlocked.Read(ref _addedForBlocked);

    /// <summary>How often a worker was wanted and not added: the cap, memory, or the system had no thread.</summary>
    internal long Refused => Interlocked.Read(ref _refused);

    internal MemoryGate Memory { get; } = new();

    private bool IsWatching => Volatile.Read(ref _allowance) != 0 || Blocked != 0 || Volatile.Read(ref _long) != 0;

    /// <summary>On the worker, or on the monitor's thread: the worker does not move, so another may.</summary>
    internal void OnBlocked(Worker worker, BlockedBy how)
    {
        int blocked = Interlocked.Increment(ref _blocked);
        if (blocked > Volatile.Read(ref _peak)) Volatile.Write(ref _peak, blocked);
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.WorkerBlocked(Pool.Name, worker.Index, how.ToString());
        // What the worker kept for itself it will not come back for soon, nor for what others left to it.
        bool kept = worker.ReleaseKept(), left = Pool.Sleep.EndPace(worker.Index) && Pool.HasWork;
        if (kept || left) Pool.Sleep.NoticeLeftWork();
        // With an idle worker at hand nobody is needed yet; when it is busy too, an item that waits wakes the monitor.
        if (!Pool.Sleep.State.AnyIdle) RaiseAllowance(blocked);
        Watch();
    }

    internal void OnUnblocked(Worker worker)
    {
        Interlocked.Decrement(ref _blocked);
        if (PoolEventSource.Log.IsEnabled()) PoolEventSource.Log.WorkerUnblocked(Pool.Name, worker.Index);
    }

    private void Compensate(Round round, bool waits, long now)
    {
        int blocked = Blocked;
        _allBlockedLooks = waits && round.Running == 0 && blocked > 0 ? _allBlockedLooks + 1 : 0;
        if (waits) MakeUp(blocked);
        LowerAllowance(now);
        HelpLongItems(round, waits, now);
        WatchForStuck(round, blocked, now);
    }

    private void MakeUp(int blocked)
    {
        int wanted = blocked + Math.Max(Foresight(blocked), Pool.Sleep.State.AnyIdle ? 0 : _still);
        // Short waits are found at some looks and not at others: what was wanted at one is kept for the whole window.
        if (wanted > Volatile.Read(ref _peak)) Volatile.Write(ref _peak, wanted);
        RaiseAllowance(wanted);
    }

    /// <summary>
    /// When look after look finds that those just added are blocked too, the ones to come will be as well: a quarter
    /// more each time, but never more than there are items.
    /// </summary>
    private int Foresight(int blocked) =>
        _allBlockedLooks < 3 ? 0 : (int)Math.Min(Math.Max(1, blocked / 4), Pool.WaitingItems);

    private void RaiseAllowance(int wanted)
    {
        while (true)
        {
            int allowance = Volatile.Read(ref _allowance);
            if (allowance >= wanted) return;
            if (Interlocked.CompareExchange(ref _allowance, allowance + 1, allowance) != allowance) continue;
            if (Memory.IsOpen && Pool.TryAddWorker(WorkerAddReason.Blocked))
            {
                Interlocked.Increment(ref _addedForBlocked);
                continue;
            }
            // At the cap: the next look tries again, and so does the next block.
            Interlocked.Decrement(ref _allowance);
            CountRefused();
            return;
        }
    }

    private void CountRefused()
    {
        Interlocked.Increment(ref _refused);
        if (!PoolEventSource.Log.IsEnabled()) return;
        PoolEventSource.Log.WorkerRefused(Pool.Name, Memory.IsOpen ? "Maximum" : "Memory");
    }

    private void LowerAllowance(long now)
    {
        if (now < _windowEnds) return;
        _windowEnds = now + Window;
        int surplus = Volatile.Read(ref _allowance) - Volatile.Read(ref _peak);
        Volatile.Write(ref _peak, Blocked);
        for (int retire = (surplus + 3) / 4; retire > 0; retire--)
        {
            Interlocked.Decrement(ref _allowance);
            Pool.RetireWorker();
        }
    }
}
