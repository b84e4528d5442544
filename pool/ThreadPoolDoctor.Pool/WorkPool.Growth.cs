namespace ThreadPoolDoctor.Pool;

// How many workers there are. As many as processors are "on duty", each of them awake or on the idle stack; one more
// for each that is blocked. The others are spares: without a thread, or parked beside the idle stack.
public sealed partial class WorkPool
{
    private const int LongIdleMilliseconds = 20_000;

    private readonly object _growth = new();

    // Under _growth.
    private readonly Stack<Worker> _spares = new();
    private int _onDuty;

    // Workers that are to leave duty: raised under _growth, taken by workers between two items by compare-and-swap.
    private int _surplus;

    // Threads that could not be started. Interlocked by who tried, read by the monitor and statistics.
    private long _failedStarts;

    // Threads alive. Interlocked by anyone.
    private int _threads;

    /// <summary>
    /// Puts one more worker on duty, at once searching. False at the maximum. If a worker was about to leave, it stays
    /// instead. Never blocks on anything but a short lock; may start a thread.
    /// </summary>
    internal bool TryAddWorker(WorkerAddReason reason)
    {
        Worker worker;
        lock (_growth)
        {
            if (TryTakeSurplus())
            {
                return true;
            }
            if (_onDuty + ReservedPlaces >= MaximumWorkers)
            {
                return false;
            }
            if (!_spares.TryPop(out worker!))
            {
                if (_workerCount == _workers.Length)
                {
                    return false;
                }
                worker = NewWorker();
            }
            _onDuty++;
        }
        // A worker in trouble must keep no item from others.
        ReleaseAllKept();
        PoolEventSource.Log.ReportWorkerAdded(this, worker.Index, reason);
        Sleep.StartSearching();
        worker.Wake();
        return true;
    }

    private void ReleaseAllKept()
    {
        foreach (Worker worker in Workers)
        {
            worker.ReleaseKept();
        }
    }

    /// <summary>Takes one worker off duty: the next one that ends an item becomes a spare. Undoes one TryAddWorker.</summary>
    internal void RetireWorker()
    {
        lock (_growth)
        {
            _surplus++;
            Interlocked.Or(ref _attention, Surplus);
        }
    }

    internal bool TryTakeSurplus()
    {
        if ((Volatile.Read(ref _attention) & Surplus) == 0)
        {
            return false;
        }
        lock (_growth)
        {
            if (_surplus == 0)
            {
                return false;
            }
            if (--_surplus == 0)
            {
                Interlocked.And(ref _attention, ~Surplus);
            }
            return true;
        }
    }

    /// <summary>A worker that has taken a surplus parks as a spare.</summary>
    internal void AddSpare(Worker worker)
    {
        lock (_growth)
        {
            _onDuty--;
            _spares.Push(worker);
        }
    }

    /// <summary>Counted before the start, so that a pool being disposed waits for it.</summary>
    internal void WorkerStarts() => Interlocked.Increment(ref _threads);

    /// <summary>Starting a thread has failed: the slot goes back on the idle stack, where the next publisher or the monitor tries again.</summary>
    internal void WorkerCouldNotStart(Worker worker)
    {
        Interlocked.Decrement(ref _threads);
        Interlocked.Increment(ref _failedStarts);
        if (!worker.IsReserve)
        {
            Sleep.Push(worker, wasSearching: true);
        }
        Monitor.WakeAnyway();
    }

    /// <summary>May one idle thread end? Then it is no longer counted.</summary>
    internal bool TryRetireThread()
    {
        int minimum = _closed ? 0 : Options.MinimumWorkers;
        int threads = Volatile.Read(ref _threads);
        while (threads > minimum)
        {
            int seen = Interlocked.CompareExchange(ref _threads, threads - 1, threads);
            if (seen == threads)
            {
                return true;
            }
            threads = seen;
        }
        return false;
    }

    internal void UndoRetireThread() => Interlocked.Increment(ref _threads);

    /// <summary>How long to sleep before looking about again.</summary>
    internal int ParkSlice(long idleSince)
    {
        if (Volatile.Read(ref _closed))
        {
            return 0;
        }
        long idle = Environment.TickCount64 - idleSince;
        long left = Options.IdleTimeout == Timeout.InfiniteTimeSpan ? long.MaxValue : (long)Options.IdleTimeout.TotalMilliseconds - idle;
        // Those that stay for good look about rarely once the pool has been quiet for long.
        int slice = idle < LongIdleMilliseconds && left > 0 ? Watchdog.SliceMilliseconds : LongIdleMilliseconds;
        return left > 0 ? (int)Math.Min(left, slice) : slice;
    }

    internal bool IsIdleForLong(long idleSince) =>
        Volatile.Read(ref _closed)
        || (Options.IdleTimeout != Timeout.InfiniteTimeSpan
            && Environment.TickCount64 - idleSince >= (long)Options.IdleTimeout.TotalMilliseconds);

    /// <summary>The last worker's slot first, so that the first is on top.</summary>
    private void AddFirstWorkers()
    {
        for (int i = 0; i < Processors; i++)
        {
            NewWorker();
        }
        for (int i = Processors - 1; i >= 0; i--)
        {
            Sleep.Push(_workers[i], wasSearching: false);
        }
        _onDuty = Processors;
    }

    private Worker NewWorker(bool isReserve = false)
    {
        var worker = new Worker(this, _workerCount) { IsReserve = isReserve };
        _workers[_workerCount] = worker;
        Volatile.Write(ref _workerCount, _workerCount + 1);
        return worker;
    }
}
