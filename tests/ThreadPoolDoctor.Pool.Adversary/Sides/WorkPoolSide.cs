namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// The bundled pool: one of its own, or the shared one if the program changes its limits, as ThreadPool's surface can.
/// </summary>
internal sealed class WorkPoolSide : IPoolSide
{
    private readonly WorkPool _pool;
    private readonly bool _shared;
    private int _refusals;

    internal WorkPoolSide(PoolProgram program)
    {
        _shared = program.SetsLimits;
        var options = new WorkPoolOptions { InstallSynchronizationContext = program.Has(StepKind.Context) };
        options.IdleTimeout = TimeSpan.FromMilliseconds(
            program.Setting(StepKind.Idle, (int)options.IdleTimeout.TotalMilliseconds));
        _pool = _shared ? WorkPool.Shared : new WorkPool(options);
    }

    public int Threads => _pool.GetStatistics().Workers;

    public bool IsWorker => _pool.IsWorkerThread;

    public TaskScheduler Scheduler => _pool.Scheduler;

    public TimeProvider Time => _pool.TimeProvider;

    public void Queue(PoolItem item, Form form)
    {
        if (form == Form.Flow)
        {
            _pool.Queue(item);
            return;
        }
        WorkLane lane = form switch { Form.High => WorkLane.High, Form.Low => WorkLane.Low, _ => WorkLane.Normal };
        _pool.UnsafeQueue(item, preferLocal: form == Form.Local, lane);
    }

    public Task Run(Action action, CancellationToken cancellationToken) => _pool.Run(action, cancellationToken);

    public Task Run(Func<Task> function) => _pool.Run(function);

    public void RegisterWait(WaitHandle handle, Action callback) =>
        _pool.RegisterWait(handle, static (state, _) => ((Action)state!)(), callback);

    public bool SetMinimum(int threads)
    {
        ThreadPool.GetMinThreads(out _, out int ports);
        return DoctorThreadPool.SetMinThreads(threads, ports);
    }

    public bool SetMaximum(int threads)
    {
        ThreadPool.GetMaxThreads(out _, out int ports);
        return DoctorThreadPool.SetMaxThreads(threads, ports);
    }

    public void RefuseThreads(int count)
    {
        Interlocked.Add(ref _refusals, count);
        _pool.StartFault = RefuseOne;
    }

    public Task? DrainAsync() => _pool.DrainAsync();

    public bool Dispose()
    {
        if (_shared)
        {
            return false;
        }
        _pool.Dispose();
        return true;
    }

    /// <summary>The pool is gone, or its process ends with the program.</summary>
    public void Forget()
    {
    }

    private void RefuseOne()
    {
        if (Volatile.Read(ref _refusals) > 0 && Interlocked.Decrement(ref _refusals) >= 0)
        {
            throw new OutOfMemoryException("No thread, on purpose.");
        }
    }
}
