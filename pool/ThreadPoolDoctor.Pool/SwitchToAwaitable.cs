using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>What <see cref="WorkPool.SwitchTo"/> returns, to be awaited at once.</summary>
public readonly struct SwitchToAwaitable : ICriticalNotifyCompletion
{
    // Why a custom queue has refused the continuation that runs on this thread just now: its await throws this.
    [ThreadStatic]
    private static ExceptionDispatchInfo? t_refusal;

    private readonly WorkPool _pool;
    private readonly WorkLane _lane;

    internal SwitchToAwaitable(WorkPool pool, WorkLane lane)
    {
        // Here the caller can catch it. What OnCompleted throws ends the process: the compiler's code has nobody to
        // hand it to.
        pool.Crew.ThrowIfRefused();
        if (lane is < WorkLane.Low or > WorkLane.High)
        {
            throw new ArgumentOutOfRangeException(nameof(lane), lane, "There is no such lane.");
        }
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
        if (t_refusal is not { } refusal) return;
        t_refusal = null;
        refusal.Throw();
    }

    /// <summary>For the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void OnCompleted(Action continuation) => Continue(continuation, flow: true);

    /// <summary>For the compiler.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void UnsafeOnCompleted(Action continuation) => Continue(continuation, flow: false);

    private void Continue(Action continuation, bool flow)
    {
        try
        {
            _pool.Continue(continuation, _lane, flow);
        }
        catch (Exception e) when (_pool.Options.QueueFactory is not null)
        {
            t_refusal = ExceptionDispatchInfo.Capture(e);
            try
            {
                continuation();
            }
            finally
            {
                t_refusal = null;
            }
        }
    }
}
