using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>The pool of a compared variant: as many workers on duty as was asked for, else as the processors.</summary>
internal struct ComparedPool : IRival
{
    // Read once, by the JIT too: a shape calls it as it would call a pool in a static field of its own.
    private static readonly WorkPool s_pool = new(new WorkPoolOptions { Processors = Workers ?? Environment.ProcessorCount });

    /// <summary>Set before the first use of the pool.</summary>
    public static int? Workers { get; set; }

    public static WorkPool Pool => s_pool;

    public static string Name => "WorkPool";

    public readonly TaskScheduler Scheduler => s_pool.Scheduler;

    public readonly void Queue(WaitCallback callback, object? state) => s_pool.Queue(callback, state);

    public readonly void Queue(IThreadPoolWorkItem item) => s_pool.UnsafeQueue(item);

    public readonly void QueueLocal(IThreadPoolWorkItem item) => s_pool.UnsafeQueue(item, preferLocal: true);

    public readonly Task Run(Action action) => s_pool.Run(action);

    public readonly Task RunAsync(Func<Task> function) => s_pool.Run(function);
}
