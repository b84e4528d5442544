using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Tests.Parity;

/// <summary>System.Threading.ThreadPool, with .NET's events and timers.</summary>
public sealed class SystemPoolUnderTest : IPoolUnderTest
{
    private sealed record Registration(RegisteredWaitHandle Handle) : IRegistration
    {
        public bool Unregister(WaitHandle? waitObject) => Handle.Unregister(waitObject);
    }

    public bool Queue(WaitCallback callback, object? state) => ThreadPool.QueueUserWorkItem(callback, state);

    public bool UnsafeQueue(WaitCallback callback, object? state) => ThreadPool.UnsafeQueueUserWorkItem(callback, state);

    public bool Queue<TState>(Action<TState> callback, TState state, bool preferLocal) => ThreadPool.QueueUserWorkItem(callback, state, preferLocal);

    public bool UnsafeQueue(IThreadPoolWorkItem item, bool preferLocal) => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal);

    public IRegistration Register(WaitHandle handle, WaitOrTimerCallback callback, object? state, int milliseconds, bool once) =>
        new Registration(ThreadPool.RegisterWaitForSingleObject(handle, callback, state, milliseconds, once));

    public IRegistration UnsafeRegister(WaitHandle handle, WaitOrTimerCallback callback, object? state, int milliseconds, bool once) =>
        new Registration(ThreadPool.UnsafeRegisterWaitForSingleObject(handle, callback, state, milliseconds, once));

    public WaitHandle NewAutoResetEvent(bool set) => new AutoResetEvent(set);

    public WaitHandle NewManualResetEvent(bool set) => new ManualResetEvent(set);

    public void Set(WaitHandle handle) => ((EventWaitHandle)handle).Set();

    public void Reset(WaitHandle handle) => ((EventWaitHandle)handle).Reset();

    public TimeProvider Time => TimeProvider.System;

    public double Milliseconds => Environment.TickCount64;

    public TaskScheduler Scheduler => TaskScheduler.Default;

    public bool OnPool => Thread.CurrentThread.IsThreadPoolThread;

    public (int Workers, int Ports) Max
    {
        get
        {
            ThreadPool.GetMaxThreads(out int workers, out int ports);
            return (workers, ports);
        }
    }

    public (int Workers, int Ports) Min
    {
        get
        {
            ThreadPool.GetMinThreads(out int workers, out int ports);
            return (workers, ports);
        }
    }

    public bool SetMax(int workers, int ports) => ThreadPool.SetMaxThreads(workers, ports);

    public bool SetMin(int workers, int ports) => ThreadPool.SetMinThreads(workers, ports);

    public long Completed => ThreadPool.CompletedWorkItemCount;
}

/// <summary>
/// DoctorThreadPool; with the pool's own events, or with .NET's when <paramref name="ownEvents"/> is false.
/// </summary>
public sealed class DoctorPoolUnderTest(bool ownEvents) : IPoolUnderTest
{
    private sealed record Registration(PoolRegisteredWaitHandle Handle) : IRegistration
    {
        public bool Unregister(WaitHandle? waitObject) => Handle.Unregister(waitObject);
    }

    public bool Queue(WaitCallback callback, object? state) => DoctorThreadPool.QueueUserWorkItem(callback, state);

    public bool UnsafeQueue(WaitCallback callback, object? state) => DoctorThreadPool.UnsafeQueueUserWorkItem(callback, state);

    public bool Queue<TState>(Action<TState> callback, TState state, bool preferLocal) => DoctorThreadPool.QueueUserWorkItem(callback, state, preferLocal);

    public bool UnsafeQueue(IThreadPoolWorkItem item, bool preferLocal) => DoctorThreadPool.UnsafeQueueUserWorkItem(item, preferLocal);

    public IRegistration Register(WaitHandle handle, WaitOrTimerCallback callback, object? state, int milliseconds, bool once) =>
        new Registration(DoctorThreadPool.RegisterWaitForSingleObject(handle, callback, state, milliseconds, once));

    public IRegistration UnsafeRegister(WaitHandle handle, WaitOrTimerCallback callback, object? state, int milliseconds, bool once) =>
        new Registration(DoctorThreadPool.UnsafeRegisterWaitForSingleObject(handle, callback, state, milliseconds, once));

    public WaitHandle NewAutoResetEvent(bool set) => ownEvents ? new PoolAutoResetEvent(set) : new AutoResetEvent(set);

    public WaitHandle NewManualResetEvent(bool set) => ownEvents ? new PoolManualResetEvent(set) : new ManualResetEvent(set);

    public void Set(WaitHandle handle)
    {
        if (handle is PoolEvent pooled) pooled.Set();
        else ((EventWaitHandle)handle).Set();
    }

    public void Reset(WaitHandle handle)
    {
        if (handle is PoolEvent pooled) pooled.Reset();
        else ((EventWaitHandle)handle).Reset();
    }

    public TimeProvider Time => WorkPool.Shared.TimeProvider;

    public double Milliseconds => Stopwatch.GetElapsedTime(0).TotalMilliseconds;

    public TaskScheduler Scheduler => WorkPool.Shared.Scheduler;

    public bool OnPool => WorkPool.Shared.IsWorkerThread;

    public (int Workers, int Ports) Max
    {
        get
        {
            DoctorThreadPool.GetMaxThreads(out int workers, out int ports);
            return (workers, ports);
        }
    }

    public (int Workers, int Ports) Min
    {
        get
        {
            DoctorThreadPool.GetMinThreads(out int workers, out int ports);
            return (workers, ports);
        }
    }

    public bool SetMax(int workers, int ports) => DoctorThreadPool.SetMaxThreads(workers, ports);

    public bool SetMin(int workers, int ports) => DoctorThreadPool.SetMinThreads(workers, ports);

    public long Completed => DoctorThreadPool.CompletedWorkItemCount;
}
