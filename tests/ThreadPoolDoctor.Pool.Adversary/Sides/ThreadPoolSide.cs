namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// System.Threading.ThreadPool, as the process was started: governed, say, by what its environment names.
/// </summary>
internal sealed class ThreadPoolSide : IPoolSide
{
    public int Threads => ThreadPool.ThreadCount;

    public bool IsWorker => Thread.CurrentThread.IsThreadPoolThread;

    public TaskScheduler Scheduler => TaskScheduler.Default;

    public TimeProvider Time => TimeProvider.System;

    public void Queue(PoolItem item, Form form)
    {
        if (form == Form.Flow)
        {
            ThreadPool.QueueUserWorkItem(static i => i.Execute(), item, preferLocal: false);
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: form == Form.Local);
        }
    }

    public Task Run(Action action, CancellationToken cancellationToken) => Task.Run(action, cancellationToken);

    public Task Run(Func<Task> function) => Task.Run(function);

    public void RegisterWait(WaitHandle handle, Action callback) => ThreadPool.RegisterWaitForSingleObject(
        handle, static (state, _) => ((Action)state!)(), callback, Timeout.Infinite, executeOnlyOnce: true);

    public bool SetMinimum(int threads)
    {
        ThreadPool.GetMinThreads(out _, out int ports);
        return ThreadPool.SetMinThreads(threads, ports);
    }

    public bool SetMaximum(int threads)
    {
        ThreadPool.GetMaxThreads(out _, out int ports);
        return ThreadPool.SetMaxThreads(threads, ports);
    }

    public void RefuseThreads(int count)
    {
    }

    public Task? DrainAsync() => null;

    public bool Dispose() => false;

    /// <summary>
    /// A pool that has just grown gives each new item a thread at once. A lower maximum takes that back.
    /// </summary>
    public void Forget()
    {
        ThreadPool.GetMinThreads(out int least, out _);
        ThreadPool.GetMaxThreads(out int most, out int ports);
        ThreadPool.SetMaxThreads(least, ports);
        ThreadPool.SetMaxThreads(most, ports);
    }
}
