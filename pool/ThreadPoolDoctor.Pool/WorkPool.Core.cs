using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// Skeleton internals: replaced by the lock-free core. The seams below keep their names.
public sealed partial class WorkPool
{
    private readonly IWorkQueue[] _lanes = new IWorkQueue[3];
    private readonly object _gate = new();
    private readonly List<Worker> _workers = [];
    private readonly List<TaskCompletionSource> _drains = [];
    private int _sleeping, _alive, _surplus, _target;
    private long _queued, _completed;
    private bool _closed;
    private readonly WorkPoolScheduler _scheduler;

    private WorkPool(WorkPoolOptions options, bool isShared)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        _options = options;
        _isShared = isShared;
        Name = options.Name ?? $"WorkPool {Interlocked.Increment(ref s_count)}";
        Processors = Math.Min(options.Processors, options.ResolvedMaximum);
        _target = Processors;
        for (int i = 0; i < 3; i++) _lanes[i] = options.QueueFactory?.Invoke((WorkLane)(1 - i)) ?? new BlockWorkQueue();
        Scheduler = _scheduler = new WorkPoolScheduler(this);
        var context = new WorkPoolSynchronizationContext(this);
        SynchronizationContext = options.BlockingDetection ? context.NotifyOfWaits() : context;
        Monitor = new PoolMonitor(this, options.BlockingDetection);
    }

    /// <summary>Seam: the monitor, which runs only while work waits.</summary>
    internal PoolMonitor Monitor { get; }

    /// <summary>Seam: every worker slot there ever was; entries are never removed, so an index stays valid.</summary>
    internal ReadOnlySpan<Worker> Workers { get { lock (_gate) return _workers.ToArray(); } }

    /// <summary>Seam: whether an item waits in any queue, seen from any thread.</summary>
    internal bool HasWaitingWork => !_lanes[0].IsEmpty || !_lanes[1].IsEmpty || !_lanes[2].IsEmpty;

    /// <summary>Seam: one more worker may run items, at once. False at the cap or if the thread could not be made.</summary>
    internal bool TryAddWorker(WorkerAddReason reason)
    {
        lock (_gate)
        {
            if (_target >= _options.ResolvedMaximum) return false;
            _target++;
            if (_sleeping > 0) System.Threading.Monitor.Pulse(_gate);
            else if (HasWaitingWork) StartWorker();
            return true;
        }
    }

    /// <summary>Seam: one worker fewer may run items: the next to finish an item goes to sleep as a spare.</summary>
    internal void RetireWorker()
    {
        lock (_gate) { _target--; if (_alive > _target) _surplus = _alive - _target; }
    }

    internal bool Enqueue(WorkItem item, bool preferLocal, WorkLane lane)
    {
        if (_closed && !IsWorkerThread) throw new ObjectDisposedException(Name);
        Interlocked.Increment(ref _queued);
        _lanes[1 - (int)lane].Enqueue(item);
        lock (_gate)
        {
            if (_sleeping > 0) System.Threading.Monitor.Pulse(_gate);
            else if (_alive < _target) StartWorker();
            else Monitor.WorkWaits();
        }
        return true;
    }

    internal void Post(SendOrPostCallback callback, object? state) => Enqueue(new WorkItem(callback, state), false, WorkLane.Normal);

    internal void RunScheduled(Task task) => _scheduler.Execute(task);

    /// <summary>The numbers of this moment.</summary>
    public WorkPoolStatistics GetStatistics() => WithStarved(new()
    {
        Workers = _alive,
        IdleWorkers = _sleeping,
        QueueLength = GetQueueLength(),
        CompletedItems = Interlocked.Read(ref _completed),
    });

    private long GetQueueLength() => _lanes[0].Count + _lanes[1].Count + _lanes[2].Count;

    /// <summary>Completes once no item is queued or running.</summary>
    public Task DrainAsync(CancellationToken cancellationToken = default)
    {
        lock (_gate)
        {
            if (_queued == _completed) return Task.CompletedTask;
            var drain = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _drains.Add(drain);
            return drain.Task.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Refuses new items and waits until those queued have run.</summary>
    public void Dispose()
    {
        if (_isShared) throw new InvalidOperationException("The shared pool cannot be disposed.");
        _closed = true;
        lock (_gate) System.Threading.Monitor.PulseAll(_gate);
        if (!IsWorkerThread) DrainAsync().Wait();
    }

    /// <summary>As <see cref="Dispose"/>, without blocking.</summary>
    public async ValueTask DisposeAsync()
    {
        _closed = true;
        lock (_gate) System.Threading.Monitor.PulseAll(_gate);
        await DrainAsync().ConfigureAwait(false);
    }

    private bool StartWorker()
    {
        var worker = new Worker(this, _workers.Count);
        _workers.Add(worker);
        _alive++;
        worker.Start();
        return true;
    }

    internal void WorkerLoop(Worker worker)
    {
        while (true)
        {
            WorkItem item;
            if (!TryTake(out item))
            {
                lock (_gate)
                {
                    if (HasWaitingWork) continue;
                    if (_surplus > 0) { _surplus--; break; }
                    if (_closed) break;
                    _sleeping++;
                    worker.State = WorkerState.Parked;
                    bool signalled = System.Threading.Monitor.Wait(_gate, _options.IdleTimeout);
                    worker.State = WorkerState.Searching;
                    _sleeping--;
                    if (!signalled && !HasWaitingWork && _alive > _options.MinimumWorkers) break;
                }
                continue;
            }
            worker.State = WorkerState.Running;
            worker.ItemsStarted++;
            try { ItemKind.Run(this, item._target!, item._state); }
            catch (Exception e) when (_options.UnhandledException is { } handler) { handler(e); }
            worker.Reset();
            worker.State = WorkerState.Searching;
            if (Interlocked.Increment(ref _completed) == Interlocked.Read(ref _queued)) EndDrains();
            lock (_gate) if (_surplus > 0) { _surplus--; break; }
        }
        lock (_gate) { _alive--; worker.State = WorkerState.Unstarted; }
    }

    private bool TryTake(out WorkItem item) =>
        _lanes[0].TryDequeue(out item) || _lanes[1].TryDequeue(out item) || _lanes[2].TryDequeue(out item);

    private void EndDrains()
    {
        lock (_gate)
        {
            if (_queued != _completed) return;
            foreach (var d in _drains) d.TrySetResult();
            _drains.Clear();
        }
    }
}
