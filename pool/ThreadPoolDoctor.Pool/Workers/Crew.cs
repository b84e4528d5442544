namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The workers of one pool and how many there are. As many as processors are on duty, each of them awake or on the
/// idle stack; one more for each that is made up for. The others are spares: without a thread, or parked beside the
/// idle stack.
/// </summary>
internal sealed class Crew : IWorkSource
{
    private const int LongIdleMilliseconds = 20_000;

    // With more processors than this a process-wide barrier for each worker that falls asleep costs more than a fence
    // for each item: it interrupts all of them.
    private const int BarrierAtMost = 8;

    private readonly Gate _growth = new();

    // Worker slots. The array never changes; entries are added in order, under _growth, and stay.
    private readonly Worker[] _workers;

    // Written under _growth after the entry; read by anyone with acquire.
    private int _workerCount;

    // Under _growth.
    private readonly Stack<Worker> _spares = new();

    // Written under _growth, read by anyone.
    private int _onDuty;

    // Made under _growth with the first High item that finds nobody idle; then never changed. Read by anyone.
    private Worker? _reserve;

    // Set once; then idle threads end whatever the minimum.
    private bool _closed;

    // Any thread.
    private int _maximum;

    // Threads that could not be started. Interlocked by who tried, read by the monitor and statistics.
    private long _failedStarts;

    // Threads alive. Interlocked by anyone.
    private int _threads;

    /// <param name="name">The pool's.</param>
    /// <param name="options">The pool's.</param>
    /// <param name="lanes">The pool's.</param>
    /// <param name="slots">As many workers as there can ever be.</param>
    internal Crew(string name, WorkPoolOptions options, Lanes lanes, int slots)
    {
        (Name, Options, Lanes) = (name, options, lanes);
        _maximum = options.ResolvedMaximum;
        Processors = Math.Min(options.Processors, _maximum);
        SpinRounds = SpinPolicy.Rounds(Processors, SpinPolicy.Quota());
        SearchLimit = SpinPolicy.Searchers(Processors);
        Sleep = new Sleep(this, publishersFence: Processors > BarrierAtMost);
        Watchdog = new Watchdog(this);
        _workers = new Worker[slots];
        for (int i = 0; i < Processors; i++) NewWorker(isReserve: false);
        // The last slot first, so that the first is on top.
        for (int i = Processors - 1; i >= 0; i--) Sleep.Push(_workers[i], wasSearching: false);
        _onDuty = Processors;
    }

    internal string Name { get; }

    internal WorkPoolOptions Options { get; }

    internal Lanes Lanes { get; }

    internal Sleep Sleep { get; }

    internal Watchdog Watchdog { get; }

    internal int Processors { get; }

    internal int SearchLimit { get; }

    /// <summary>Who is told of blocked workers. Set once, before the first item.</summary>
    internal IWorkerWatch Watch { get; set; } = null!;

    /// <summary>What workers have as their current context. Set once, before the first item.</summary>
    internal SynchronizationContext? WorkerContext { get; set; }

    /// <summary>Called first thing on each worker's thread. Set once, before the first item.</summary>
    internal Action WhenThreadStarts { get; set; } = static () => { };

    /// <summary>Called by a worker that has run out of items. Set once, before the first item.</summary>
    internal Action WhenIdle { get; set; } = static () => { };

    /// <summary>
    /// Whether High items are to come (timers are armed), for which the reserve is started beforehand. Set once,
    /// before the first item.
    /// </summary>
    internal Func<bool> ExpectsHighItems { get; set; } = static () => false;

    /// <summary>Called at the end of each thread. Set once, before the first item.</summary>
    internal Action WhenThreadEnds { get; set; } = static () => { };

    /// <summary>
    /// For tests: called before a thread is started; throws OutOfMemoryException as the system would.
    /// </summary>
    internal Action? StartFault { get; set; }

    /// <summary>The most workers there may be beside the reserve; can be changed at any time.</summary>
    internal int Maximum
    {
        get => Volatile.Read(ref _maximum);
        set => Volatile.Write(ref _maximum, value);
    }

    /// <summary>Threads of workers that are alive.</summary>
    internal int Threads => Volatile.Read(ref _threads);

    internal bool IsClosed => Volatile.Read(ref _closed);

    /// <summary>From outside a closed pool takes nothing.</summary>
    /// <exception cref="ObjectDisposedException">The pool is closed and the caller is none of its workers.</exception>
    internal void ThrowIfRefused()
    {
        if (IsClosed && !IsWorkerThread)
        {
            throw new ObjectDisposedException(Name, "The pool has been disposed and takes no new items from outside.");
        }
    }

    /// <summary>Whether the calling thread is one of these workers'.</summary>
    internal bool IsWorkerThread => Worker.Current is { } worker && worker.BelongsTo(Lanes);

    internal long FailedStarts => Interlocked.Read(ref _failedStarts);

    /// <summary>Every worker slot there ever was; entries are never removed, so an index stays valid.</summary>
    internal ReadOnlySpan<Worker> Workers => _workers.AsSpan(0, Volatile.Read(ref _workerCount));

    /// <summary>
    /// Whether an item waits that any worker could take, in whatever queue; but one that is left to its worker.
    /// </summary>
    public bool HasWork
    {
        get
        {
            if (!Lanes.IsEmpty) return true;
            foreach (int slot in Lanes.Holders())
            {
                if (Lanes.ItemsOf(slot).HasItems) return true;
            }
            return false;
        }
    }

    /// <summary>Whether an item waits that is left to its worker.</summary>
    public bool KeepsItem
    {
        get
        {
            foreach (int slot in Lanes.Holders())
            {
                if (Lanes.ItemsOf(slot).KeepsItem) return true;
            }
            return false;
        }
    }

    /// <summary>Items that wait in all queues.</summary>
    internal long Waiting
    {
        get
        {
            long waiting = Lanes.Count;
            foreach (WorkerItems items in Lanes.Owners) waiting += items.Waiting;
            return waiting;
        }
    }

    /// <summary>Items ever queued, each way counted; see <see cref="Ended"/>.</summary>
    internal long Enqueued
    {
        get
        {
            long sum = Lanes.Enqueued;
            foreach (WorkerItems items in Lanes.Owners) sum += items.Pushes;
            return sum;
        }
    }

    /// <summary>
    /// Items ended, and those that were counted again on their way. If it stands still, nothing moves.
    /// </summary>
    internal long Ended
    {
        get
        {
            long sum = 0;
            foreach (Worker worker in Workers) sum += worker.ItemsCompleted + worker.Items.Moved;
            return sum;
        }
    }

    /// <summary>
    /// No item queued or running at some moment of the call. Both counts only grow; the ended ones are read first, so
    /// ended(read) &lt;= ended(then) &lt;= queued(then) &lt;= queued(read), and equality of the outer two makes all
    /// equal.
    /// </summary>
    internal bool IsQuiet
    {
        get
        {
            long ended = Ended;
            Interlocked.MemoryBarrier();
            return Enqueued == ended;
        }
    }

    /// <summary>Items that have run until now.</summary>
    internal long ItemsRun
    {
        get
        {
            long sum = 0;
            foreach (Worker worker in Workers) sum += worker.ItemsCompleted;
            return sum;
        }
    }

    /// <summary>
    /// How long to search before sleeping. A round looks at every worker on duty. With many of them (their items block)
    /// it costs more than sleeping and being woken, and takes processor time from those that have work.
    /// </summary>
    internal int SearchRounds
    {
        get
        {
            int workers = Volatile.Read(ref _onDuty);
            return workers > 2 * Processors ? SpinRounds * Processors / workers : SpinRounds;
        }
    }

    private int SpinRounds { get; }

    Sleeper IWorkSource.Sleeper(int index) => _workers[index];

    void IWorkSource.WakeMonitor() => Watch.Wake();

    /// <summary>
    /// Puts one more worker on duty, at once searching. False at the maximum. If a worker was about to leave, it stays
    /// instead. Never blocks on anything but a short lock; may start a thread.
    /// </summary>
    internal bool TryAddWorker(WorkerAddReason reason)
    {
        Worker? worker;
        using (_growth.Enter())
        {
            if (Lanes.Attention.TryTakeSurplus()) return true;
            // The reserve takes nobody's place: as many items as there may be workers may have to meet.
            if (_onDuty >= Maximum) return false;
            if (!_spares.TryPop(out worker))
            {
                if (_workerCount == _workers.Length) return false;
                worker = NewWorker(isReserve: false);
            }
            Lanes.SetHolds(worker.Index, true);
            Volatile.Write(ref _onDuty, _onDuty + 1);
        }
        PoolEventSource.Log.WorkerAdded(Name, worker.Index, reason.ToString());
        Sleep.StartSearching();
        worker.Wake();
        return true;
    }

    /// <summary>
    /// Takes one worker off duty: an idle one as it sleeps, or the next one that ends an item. Undoes one TryAddWorker.
    /// For the monitor, which looks afterwards whether work waits: a publisher may have counted on the idle one.
    /// </summary>
    internal void RetireWorker()
    {
        // Left on the idle stack, each would be woken once more, and its thread started, only to leave after one item.
        if (Sleep.TryPopIdle() is { } idle) AddSpare((Worker)idle);
        else Lanes.Attention.AddSurplus();
    }

    /// <summary>A worker that has taken a surplus, or sleeps, is a spare from now on.</summary>
    internal void AddSpare(Worker worker)
    {
        using (_growth.Enter())
        {
            Volatile.Write(ref _onDuty, _onDuty - 1);
            Lanes.SetHolds(worker.Index, false);
            _spares.Push(worker);
        }
    }

    /// <summary>
    /// A High item has been queued, and a full fence lies behind that. If no worker is idle, the reserve runs it; if
    /// one is, it is woken as for any item and looks at the High lane first.
    /// </summary>
    internal void CallReserve()
    {
        if (!Sleep.State.AnyIdle) PrepareReserve();
    }

    /// <summary>
    /// For the monitor: the worker that was idle when a High item came may have found another item first.
    /// </summary>
    internal void CallReserveIfHighWaits()
    {
        if (!Lanes[WorkLane.High].IsEmpty) CallReserve();
    }

    /// <summary>Starts the reserve's thread, or wakes it, if there is a place for it.</summary>
    internal void PrepareReserve() => (Volatile.Read(ref _reserve) ?? MakeReserve())?.Wake();

    /// <summary>From now on threads end as soon as they are idle.</summary>
    internal void Close() => Volatile.Write(ref _closed, true);

    /// <summary>Lets every sleeping thread look about.</summary>
    internal void NudgeAll()
    {
        foreach (Worker worker in Workers) worker.Nudge();
        Watch.Nudge();
    }

    /// <summary>Counted before the start, so that a pool being disposed waits for it.</summary>
    internal void ThreadStarts()
    {
        Interlocked.Increment(ref _threads);
        StartFault?.Invoke();
    }

    /// <summary>
    /// Starting a thread has failed: the slot goes back on the idle stack, where the next publisher or the monitor
    /// tries again.
    /// </summary>
    internal void ThreadCouldNotStart(Worker worker)
    {
        Interlocked.Decrement(ref _threads);
        Interlocked.Increment(ref _failedStarts);
        if (!worker.IsReserve) Sleep.Push(worker, wasSearching: true);
        Watch.WakeAnyway();
    }

    internal void ThreadHasEnded() => WhenThreadEnds();

    /// <summary>May one idle thread end? Then it is no longer counted.</summary>
    internal bool TryRetireThread()
    {
        int minimum = Volatile.Read(ref _closed) ? 0 : Options.MinimumWorkers;
        int threads = Threads;
        while (threads > minimum)
        {
            int seen = Interlocked.CompareExchange(ref _threads, threads - 1, threads);
            if (seen == threads) return true;
            threads = seen;
        }
        return false;
    }

    internal void UndoRetireThread() => Interlocked.Increment(ref _threads);

    /// <summary>How long to sleep before looking about again, in milliseconds.</summary>
    internal int ParkSlice(long idleSince)
    {
        if (Volatile.Read(ref _closed)) return 0;
        long idle = Environment.TickCount64 - idleSince;
        bool forEver = Options.IdleTimeout == Timeout.InfiniteTimeSpan;
        long left = forEver ? long.MaxValue : (long)Options.IdleTimeout.TotalMilliseconds - idle;
        // Those that stay for good look about rarely once the pool has been quiet for long.
        int slice = idle < LongIdleMilliseconds && left > 0 ? Watchdog.SliceMilliseconds : LongIdleMilliseconds;
        return left > 0 ? (int)Math.Min(left, slice) : slice;
    }

    internal bool IsIdleForLong(long idleSince) =>
        Volatile.Read(ref _closed)
        || (Options.IdleTimeout != Timeout.InfiniteTimeSpan
            && Environment.TickCount64 - idleSince >= (long)Options.IdleTimeout.TotalMilliseconds);

    /// <summary>
    /// Null where no more than one worker a processor is wanted: a High item then waits for one of those.
    /// </summary>
    private Worker? MakeReserve()
    {
        using (_growth.Enter())
        {
            if (_reserve is not null) return _reserve;
            if (_workerCount == _workers.Length || Maximum <= Processors) return null;
            _reserve = NewWorker(isReserve: true);
        }
        PoolEventSource.Log.WorkerAdded(Name, _reserve.Index, nameof(WorkerAddReason.Reserved));
        return _reserve;
    }

    /// <summary>Under _growth.</summary>
    private Worker NewWorker(bool isReserve)
    {
        var worker = new Worker(this, _workerCount, isReserve);
        _workers[_workerCount] = worker;
        Lanes.Add(worker.Items);
        Volatile.Write(ref _workerCount, _workerCount + 1);
        return worker;
    }
}
