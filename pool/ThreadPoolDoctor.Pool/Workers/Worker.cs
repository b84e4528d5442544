using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A worker slot. Its thread comes and goes, its place stays. The thread searches, runs items while there are any,
/// sleeps, and ends when it was idle for long. Where items come from is in <see cref="WorkerItems"/>.
/// </summary>
internal sealed class Worker : Sleeper
{
    private const int BatchSize = 1024;

    [ThreadStatic]
    private static Worker? t_current;

    private readonly Crew _crew;
    private readonly Parker _parker = new(Parker.Gone);

    // The owner's alone.
    private ThreadHygiene _hygiene;
    private WorkItem _found;

    // Written by the worker's own thread (and by who starts it, before the thread runs); read by the monitor.
    private volatile WorkerState _state;

    // Written by the worker only, a plain store per item: nothing is shared between workers on the item path. Read by
    // anyone with Volatile; the monitor compares two readings to see progress.
    private long _itemsCompleted;

    // BlockedBy as a number. Set by the worker itself (Scope, Wait) or by the monitor (the others), each from None
    // with a compare-exchange; back to None with an exchange by whoever ends it. Whoever wins counts, so the pool's
    // number of blocked workers never drifts, whatever the order.
    private int _blockedBy;

    // The task that it runs or ran last without a claim. Written by its own thread; read by who first needs claims, behind
    // a barrier on all processors (TaskClaims).
    private object? _noted;

    // How many scopes and waits the worker is inside. The owner's alone.
    private int _blockedDepth;

    internal Worker(Crew crew, int index, bool isReserve)
    {
        _crew = crew;
        Index = index;
        Items = new WorkerItems(crew.Lanes, crew.Sleep, index) { IsReserve = isReserve };
    }

    /// <summary>The worker whose thread this is, of whatever pool; null on other threads.</summary>
    internal static Worker? Current => t_current;

    internal override int Index { get; }

    internal WorkerItems Items { get; }

    /// <summary>Whether it is one of the pool whose lanes these are.</summary>
    internal bool BelongsTo(Lanes lanes) => Items.Lanes == lanes;

    /// <summary>
    /// Whether the worker runs High items only, so that they and timers start while every other worker is inside an
    /// item. It is not on duty and not on the idle stack; it costs nothing until a High item finds nobody idle.
    /// </summary>
    internal bool IsReserve => Items.IsReserve;

    /// <summary>Belongs to the monitor: what it saw of this worker when it last looked.</summary>
    internal WorkerSample Sample { get; } = new();

    /// <summary>The thread; null if it has none. Written by who starts it and by itself at its end.</summary>
    internal Thread? Thread { get; private set; }

    /// <summary>
    /// The operating system's id of the thread, or 0. Written by the worker as it starts, read by the monitor.
    /// </summary>
    internal int SystemThreadId { get; private set; }

    internal WorkerState State => _state;

    /// <summary>Items ended, with or without an exception.</summary>
    internal long ItemsCompleted => Volatile.Read(ref _itemsCompleted);

    /// <summary>Items begun: one more than ended while it is inside one.</summary>
    internal long ItemsStarted => ItemsCompleted + (_state == WorkerState.Running ? 1 : 0);

    internal BlockedBy BlockedBy => (BlockedBy)Volatile.Read(ref _blockedBy);

    /// <summary>
    /// Whether the worker waits because it, or the runtime on its behalf, said so; the monitor leaves it alone.
    /// </summary>
    internal bool IsSelfReported => BlockedBy is BlockedBy.Scope or BlockedBy.Wait;

    /// <summary>The task that the worker runs, or has run last, without a claim.</summary>
    internal Task? Noted => (Task?)Volatile.Read(ref _noted);

    /// <summary>Before it runs it. Its own thread only.</summary>
    internal void Note(Task task) => Memory.Store(ref _noted, task);

    /// <summary>Called by who popped it from the idle stack or from the spares, and counted it as searching.</summary>
    internal override void Wake()
    {
        if (_parker.Unpark() == Parker.Gone) StartThread();
    }

    internal void Nudge() => _parker.Nudge();

    /// <summary>The worker itself says that it is about to block. Calls nest.</summary>
    internal void EnterBlocked(BlockedBy how)
    {
        // Only the outermost counts; a wait inside the pool's own code below is nested and so does not recurse.
        if (_blockedDepth++ == 0) TryMarkBlocked(how);
    }

    /// <summary>Pairs with <see cref="EnterBlocked"/>; one too many is ignored.</summary>
    internal void LeaveBlocked()
    {
        if (_blockedDepth > 0 && --_blockedDepth == 0) MarkUnblocked();
    }

    internal bool TryMarkBlocked(BlockedBy how)
    {
        if (Interlocked.CompareExchange(ref _blockedBy, (int)how, 0) != 0) return false;
        _crew.Watch.OnBlocked(this, how);
        return true;
    }

    internal bool MarkUnblocked()
    {
        if (Interlocked.Exchange(ref _blockedBy, 0) == 0) return false;
        _crew.Watch.OnUnblocked(this);
        return true;
    }

    private void StartThread()
    {
        _state = WorkerState.Searching;
        try
        {
            Thread = new Thread(static worker => ((Worker)worker!).Main())
            {
                IsBackground = true,
                Name = ThreadHygiene.ThreadName,
            };
            _crew.ThreadStarts();
            Thread.UnsafeStart(this);
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            Thread = null;
            _state = WorkerState.Unstarted;
            _parker.MarkGone();
            _crew.ThreadCouldNotStart(this);
        }
    }

    private void Main()
    {
        t_current = this;
        SystemThreadId = KernelProbe.CurrentThreadId();
        _blockedDepth = 0;
        _hygiene.Prepare(_crew.WorkerContext, _crew.Options.Priority);
        _crew.WhenThreadStarts();
        _crew.Watch.OnThreadStart();
        TellStart();
        if (IsReserve) LiveAsReserve();
        else Live();
        // From here on the slot may already have a new thread: touch nothing of it.
        t_current = null;
        PoolEventSource.Log.WorkerStop(_crew.Name, Index);
        _crew.ThreadHasEnded();
    }

    /// <summary>
    /// A listener's code runs in here, and may wait for an item: meanwhile the worker is as one that is inside an item,
    /// which does not search and is made up for if it blocks.
    /// </summary>
    private void TellStart()
    {
        bool countsAsSearching = !IsReserve && PoolEventSource.Log.IsEnabled();
        if (countsAsSearching)
        {
            _state = WorkerState.Running;
            _crew.Sleep.StopSearching();
        }
        PoolEventSource.Log.WorkerStart(_crew.Name, Index);
        if (countsAsSearching)
        {
            _crew.Sleep.StartSearching();
            _state = WorkerState.Searching;
        }
    }

    private void Live()
    {
        // Who starts or wakes a worker has counted it as searching.
        bool searching = true;
        do
        {
            if (searching ? SearchLong() : Items.TryFind(out _found))
            {
                // After the claim: what is left of it counts as work for a successor.
                if (searching) _crew.Sleep.StopSearching();
                searching = false;
                RunItems();
                if (!Items.LeavesDuty && !LeavesAsPoller()) continue;
                if (!SleepAsSpare()) return;
            }
            else if (searching || !_crew.Sleep.TryStartSearching(_crew.SearchLimit))
            {
                if (!SleepWhileIdle(searching)) return;
            }
            searching = true;
        }
        while (true);
    }

    /// <summary>Unlike one that has taken a surplus, it leaves only if another goes on.</summary>
    private bool LeavesAsPoller()
    {
        if (!Items.AsksToLeave) return false;
        Items.AsksToLeave = Items.HasPolled = false;
        return _crew.Watch.TryLeave(this);
    }

    private void LiveAsReserve()
    {
        do
        {
            RunHighItems();
            PrepareToPark();
            // Full fence between announcing the sleep and the last look; pairs with the fence between the item and the
            // look at the reserve in Crew.CallReserve.
            Interlocked.MemoryBarrier();
            if (!_crew.Lanes[WorkLane.High].IsEmpty) _parker.Unpark();
            _crew.WhenIdle();
        }
        while (ParkOrEnd());
    }

    /// <summary>Looks for a while, with pauses that grow.</summary>
    private bool SearchLong()
    {
        for (int round = 0, rounds = _crew.SearchRounds; ; round++)
        {
            if (Items.TryFind(out _found)) return true;
            if (round >= rounds) return false;
            SpinPolicy.Pause(round);
        }
    }

    private void RunItems()
    {
        BeginItems();
        while (!RunSome())
        {
            // Either a batch is done, or an item has thrown and its exception has been handed over: on with the next
            // one.
        }
        EndItems();
    }

    private void RunHighItems()
    {
        BeginItems();
        while (_crew.Lanes.TryTakeHigh(out _found)) RunSome();
        EndItems();
    }

    private void BeginItems()
    {
        ThreadInlets.Mine.Worker = Items;
        _state = WorkerState.Running;
    }

    private void EndItems()
    {
        _state = WorkerState.Searching;
        ThreadInlets.Mine.Worker = null;
    }

    /// <summary>
    /// Runs <see cref="_found"/> and what follows. True when nothing is at hand. False after an exception, and after
    /// so many items: a loop that is never left would stay in the code that the JIT made first.
    /// </summary>
    private bool RunSome()
    {
        try
        {
            return RunBatch();
        }
        catch (Exception e) when (_crew.Options.UnhandledException is not null)
        {
            // Without a handler the filter lets the exception pass unhandled: the process ends with the whole stack.
            _crew.Options.UnhandledException!(e);
        }
        EndItem();
        return false;
    }

    /// <summary>
    /// The hot loop. Without a handler of its own: around one, the JIT would keep everything in memory.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool RunBatch()
    {
        WorkerItems items = Items;
        WorkItem item = _found;
        _found = default;
        if (item._target is null && !items.TryNext(out item)) return true;
        // The reserve: what follows a High item is not for it.
        int left = IsReserve ? 1 : BatchSize;
        do
        {
            if (ItemEvents.On) Telemetry.Run(_crew.Name, Index, item);
            else ItemKind.Run(item._target!, item._state);
            EndItem();
        }
        while (--left > 0 && items.TryNext(out item));
        return left > 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EndItem()
    {
        _hygiene.Restore();
        if (_blockedDepth != 0) EndBlocked();
        // Release: who sees the count sees what the item did (pairs with the reads that drains make).
        Volatile.Write(ref _itemsCompleted, Memory.Own(ref _itemsCompleted) + 1);
    }

    /// <summary>The item has not disposed a scope that it opened.</summary>
    private void EndBlocked()
    {
        _blockedDepth = 0;
        MarkUnblocked();
    }

    /// <summary>Sleeps on the idle stack. False if the thread is to end.</summary>
    private bool SleepWhileIdle(bool wasSearching)
    {
        PrepareToPark();
        _crew.Sleep.Fall(this, wasSearching);
        _crew.WhenIdle();
        return ParkOrEnd();
    }

    /// <summary>
    /// Sleeps outside the idle stack, until the pool needs one more worker than it has processors. False if the thread
    /// is to end.
    /// </summary>
    private bool SleepAsSpare()
    {
        Items.LeavesDuty = false;
        PrepareToPark();
        _crew.AddSpare(this);
        _crew.WhenIdle();
        return ParkOrEnd();
    }

    private void PrepareToPark()
    {
        // A worker that leaves in the middle of its items (a spare, the reserve) has some left.
        if (Items.GiveUp()) _crew.Sleep.NoticeLeftWork();
        Items.Forget();
        if (_noted is not null) Memory.Store(ref _noted, null);
        _state = WorkerState.Parked;
        // Before anybody can find us to wake us.
        _parker.Prepare();
    }

    private bool ParkOrEnd()
    {
        long idleSince = Environment.TickCount64;
        while (!_parker.Park(_crew.ParkSlice(idleSince)))
        {
            _crew.Watchdog.Check();
            if (_crew.IsIdleForLong(idleSince) && TryEnd()) return false;
        }
        _state = WorkerState.Searching;
        return true;
    }

    private bool TryEnd()
    {
        if (!_crew.TryRetireThread()) return false;
        _state = WorkerState.Unstarted;
        if (_parker.TryLeave()) return true;
        // Woken at the last moment: the next Park returns at once.
        _crew.UndoRetireThread();
        return false;
    }
}
