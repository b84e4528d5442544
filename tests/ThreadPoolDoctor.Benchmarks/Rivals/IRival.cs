namespace ThreadPoolDoctor.Benchmarks;

/// <summary>A pool under test. Implemented by structs, so that a generic shape calls it without indirection.</summary>
internal interface IRival
{
    static abstract string Name { get; }

    TaskScheduler Scheduler { get; }

    void Queue(WaitCallback callback, object? state);

    void Queue(IThreadPoolWorkItem item);

    void QueueLocal(IThreadPoolWorkItem item);

    Task Run(Action action);

    Task RunAsync(Func<Task> function);
}
