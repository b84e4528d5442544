using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>What <see cref="WorkPool.SwitchTo"/> returns, to be awaited at once.</summary>
public readonly struct SwitchToAwaitable : ICriticalNotifyCompletion
{
    private readonly WorkPool _pool;
    private readonly WorkLane _lane;

    internal SwitchToAwaitable(WorkPool pool, WorkLane lane)
    {
        _pool = pool;
        _lane = lane;
    }

    /// <summary>Whether the caller already runs on the pool.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool IsCompleted => _lane == WorkLane.Normal && _pool.IsWorkerThread;

    /// <summary>For the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public SwitchToAwaitable GetAwaiter() => this;

    /// <summary>For the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void GetResult()
    {
    }

    /// <summary>For the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void OnCompleted(Action continuation) => _pool.Queue(continuation, lane: _lane);

    /// <summary>For the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void UnsafeOnCompleted(Action continuation) => _pool.UnsafeQueue(continuation, lane: _lane);
}
