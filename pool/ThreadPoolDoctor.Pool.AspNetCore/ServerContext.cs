using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Current while a handler runs on one of the server's threads: hears of it when the handler blocks, and takes what comes
/// after an await to the pool.
/// </summary>
internal sealed class ServerContext : SynchronizationContext
{
    internal ServerContext(WorkPool pool)
    {
        Pool = pool;
        SetWaitNotificationRequired();
    }

    /// <summary>Where the handler goes on.</summary>
    internal WorkPool Pool { get; }

    public override void Post(SendOrPostCallback d, object? state) => Pool.SynchronizationContext.Post(d, state);

    public override void Send(SendOrPostCallback d, object? state) => Pool.SynchronizationContext.Send(d, state);

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
}
