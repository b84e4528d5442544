using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>The shared WorkPool.</summary>
internal struct DoctorPool : IRival
{
    private static readonly WorkPool s_pool = WorkPool.Shared;

    public static string Name => "WorkPool";

    public readonly TaskScheduler Scheduler => s_pool.Scheduler;

    public readonly void Queue(WaitCallback callback, object? state) => s_pool.Queue(callback, state);

    public readonly void Queue(IThreadPoolWorkItem item) => s_pool.UnsafeQueue(item);

    public readonly void QueueLocal(IThreadPoolWorkItem item) => s_pool.UnsafeQueue(item, preferLocal: true);

    public readonly Task Run(Action action) => s_pool.Run(action);

    public readonly Task RunAsync(Func<Task> function) => s_pool.Run(function);
}
