namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What a program asks of a pool. A run has one side, in a process of its own.</summary>
internal interface IPoolSide
{
    /// <summary>Worker threads just now, idle ones included.</summary>
    int Threads { get; }

    /// <summary>Whether the calling thread is one of them: a disposed pool takes items from no other.</summary>
    bool IsWorker { get; }

    /// <summary>The clock whose timers call back on the pool.</summary>
    TimeProvider Time { get; }

    TaskScheduler Scheduler { get; }

    void Queue(PoolItem item, Form form);

    Task Run(Action action, CancellationToken cancellationToken);

    Task Run(Func<Task> function);

    void RegisterWait(WaitHandle handle, Action callback);

    bool SetMinimum(int threads);

    bool SetMaximum(int threads);

    /// <summary>Lets the system refuse the next threads; nothing where the pool cannot be made to feel that.</summary>
    void RefuseThreads(int count);

    /// <summary>Ends when the pool says that nothing is queued or running; null if it cannot say that.</summary>
    Task? DrainAsync();

    /// <summary>Blocks until the pool has ended; false if it cannot be ended.</summary>
    bool Dispose();

    /// <summary>After a program: undoes what the next one would find changed.</summary>
    void Forget();
}
