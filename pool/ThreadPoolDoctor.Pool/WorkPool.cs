namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A thread pool: cheap to queue to, fair between its lanes, and not stopped by work items that block. Any number of
/// pools may exist; <see cref="Shared"/> is the process-wide one. All members may be called from any thread.
/// </summary>
public sealed partial class WorkPool : IDisposable, IAsyncDisposable, IObservedPool
{
    private static readonly Lazy<WorkPool> s_shared = new(MakeShared);
    private static int s_count;

    private readonly bool _isShared;

    /// <summary>Makes a pool with default options. Threads start when there is work.</summary>
    public WorkPool() : this(new WorkPoolOptions())
    {
    }

    /// <summary>Makes a pool. Threads start when there is work.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number or the priority in <paramref name="options"/> is out of
    /// its range.</exception>
    /// <exception cref="ArgumentException">The queue factory in <paramref name="options"/> has returned
    /// null.</exception>
    public WorkPool(WorkPoolOptions options) : this(options, isShared: false)
    {
    }

    /// <summary>
    /// The pool of the process, made on first use. It is never disposed. Its limits are those of .NET's ThreadPool, as
    /// the runtime configuration, the environment or <see cref="DoctorThreadPool"/> set them.
    /// </summary>
    public static WorkPool Shared => s_shared.Value;

    /// <summary>The pool's name, as telemetry shows it.</summary>
    public string Name { get; }

    /// <summary>How many items run at once while none of them blocks.</summary>
    public int Processors { get; }

    /// <summary>Whether the calling thread is a worker of this pool.</summary>
    public bool IsWorkerThread => _crew.IsWorkerThread;

    private static WorkPool MakeShared()
    {
        var options = new WorkPoolOptions { Name = "Shared" };
        options.MaximumWorkers = PoolLimits.OfThreadPool(options.Processors).Maximum;
        if (AppContext.TryGetSwitch("ThreadPoolDoctor.Pool.InstallSynchronizationContext", out bool context))
        {
            options.InstallSynchronizationContext = context;
        }
        var pool = new WorkPool(options, isShared: true);
        pool.FollowThreadPoolLimits();
        return pool;
    }
}
