namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A thread pool: cheap to queue to, fair between its lanes, and not stopped by work items that block. Any number of
/// pools may exist; <see cref="Shared"/> is the process-wide one. All members may be called from any thread.
/// </summary>
public sealed partial class WorkPool : IDisposable, IAsyncDisposable
{
    private static readonly Lazy<WorkPool> s_shared = new(() => new WorkPool(new WorkPoolOptions { Name = "Shared" }, isShared: true));
    private static int s_count;

    // The context of a thread on which nobody has set anything. Written once by the first worker of the process;
    // until then every flowing item carries its context, which is only slower.
    private static ExecutionContext? s_defaultContext;

    private readonly bool _isShared;

    /// <summary>Makes a pool with default options. Threads start when there is work.</summary>
    public WorkPool() : this(new WorkPoolOptions())
    {
    }

    /// <summary>Makes a pool. Threads start when there is work.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number or the priority in <paramref name="options"/> is out of its range.</exception>
    /// <exception cref="ArgumentException">The queue factory in <paramref name="options"/> has returned null.</exception>
    public WorkPool(WorkPoolOptions options) : this(options, isShared: false)
    {
    }

    /// <summary>The pool of the process, made on first use. It is never disposed.</summary>
    public static WorkPool Shared => s_shared.Value;

    /// <summary>The pool's name, as telemetry shows it.</summary>
    public string Name { get; }

    /// <summary>How many items run at once while none of them blocks.</summary>
    public int Processors { get; }

    /// <summary>Whether the calling thread is a worker of this pool.</summary>
    public bool IsWorkerThread => Worker.Current?.Pool == this;

    /// <summary>Called first thing on a new worker, whose thread was started without a context.</summary>
    internal static ExecutionContext RememberDefaultContext() => s_defaultContext ??= ExecutionContext.Capture()!;
}
