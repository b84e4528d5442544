using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Current while a piece of this endpoint's handler runs on one of the server's threads: hears of it when the piece blocks,
/// and says where the handler goes on after an await.
/// </summary>
internal sealed class EndpointContext : SynchronizationContext
{
    private readonly EndpointHistory _history;
    private readonly SynchronizationContext _pool;

    internal EndpointContext(EndpointHistory history, SynchronizationContext pool)
    {
        _history = history;
        _pool = pool;
        SetWaitNotificationRequired();
    }

    public override void Post(SendOrPostCallback d, object? state)
    {
        ArgumentNullException.ThrowIfNull(d);
        // To the end of the shared queue: Task.Yield must let others go first.
        if (_history.Rest.IsWithServer) ThreadPool.UnsafeQueueUserWorkItem(new Continuation(this, d, state), preferLocal: false);
        else _pool.Post(d, state);
    }

    public override void Send(SendOrPostCallback d, object? state) => _pool.Send(d, state);

    public override SynchronizationContext CreateCopy() => this;

    public override int Wait(nint[] waitHandles, bool waitAll, int millisecondsTimeout)
    {
        if (millisecondsTimeout == 0 || ServerRun.Current is not { } run) return WaitHelper(waitHandles, waitAll, millisecondsTimeout);
        Habit habit = run.Habit;
        habit.BeginWait();
        long start = Stopwatch.GetTimestamp();
        try
        {
            return WaitHelper(waitHandles, waitAll, millisecondsTimeout);
        }
        finally
        {
            habit.EndWait(Stopwatch.GetTimestamp() - start);
        }
    }

    /// <summary>What comes after an await, on its way to one of the server's threads.</summary>
    private sealed class Continuation(EndpointContext context, SendOrPostCallback callback, object? state) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            ServerRun? run = context._history.Rest.IsWithServer ? ServerRun.TryBegin(context._history.Rest, context) : null;
            if (run is null)
            {
                context._pool.Post(callback, state);
                return;
            }
            try
            {
                callback(state);
            }
            finally
            {
                run.End();
            }
        }
    }
}
