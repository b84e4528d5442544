namespace ThreadPoolDoctor.Pool.Tests.Parity;

/// <summary>What the parity suite asks of a pool: ThreadPool's own surface, and Timer's.</summary>
public interface IPoolUnderTest
{
    bool Queue(WaitCallback callback, object? state);

    bool UnsafeQueue(WaitCallback callback, object? state);

    bool Queue<TState>(Action<TState> callback, TState state, bool preferLocal);

    bool UnsafeQueue(IThreadPoolWorkItem item, bool preferLocal);

    IRegistration Register(WaitHandle handle, WaitOrTimerCallback callback, object? state, int milliseconds, bool once);

    IRegistration UnsafeRegister(WaitHandle handle, WaitOrTimerCallback callback, object? state, int milliseconds, bool once);

    WaitHandle NewAutoResetEvent(bool set);

    WaitHandle NewManualResetEvent(bool set);

    void Set(WaitHandle handle);

    void Reset(WaitHandle handle);

    TimeProvider Time { get; }

    /// <summary>The clock that its timers go by; .NET's has ticks of several milliseconds on Linux.</summary>
    double Milliseconds { get; }

    TaskScheduler Scheduler { get; }

    bool OnPool { get; }

    (int Workers, int Ports) Max { get; }

    (int Workers, int Ports) Min { get; }

    bool SetMax(int workers, int ports);

    bool SetMin(int workers, int ports);

    long Completed { get; }
}

public interface IRegistration
{
    bool Unregister(WaitHandle? waitObject);
}
