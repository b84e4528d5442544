namespace ThreadPoolDoctor.Benchmarks;

/// <summary>System.Threading.ThreadPool.</summary>
internal struct SystemPool : IRival
{
    public static string Name => "ThreadPool";

    public readonly TaskScheduler Scheduler => TaskScheduler.Default;

    public readonly void Queue(WaitCallback callback, object? state) => ThreadPool.QueueUserWorkItem(callback, state);

    public readonly void Queue(IThreadPoolWorkItem item) => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: false);

    public readonly void QueueLocal(IThreadPoolWorkItem item) => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: true);

    public readonly Task Run(Action action) => Task.Run(action);

    public readonly Task RunAsync(Func<Task> function) => Task.Run(function);
}
