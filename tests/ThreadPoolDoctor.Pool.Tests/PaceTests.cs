namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>A worker that is quick is left alone with a few items, and only as long as it comes back for them.</summary>
public class PaceTests
{
    [Fact]
    public async Task Nobody_is_quick_in_a_pool_that_sleeps()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        await BeQuick(pool, static () => { });

        await pool.DrainAsync().WaitAsync(Patience.Limit);
        Patience.Until(() => pool.GetStatistics() is var now && now.IdleWorkers == now.Workers && pool.Sleep.State.Searching == 0);
        pool.Sleep.Reach.ShouldBe(0);
    }

    [Fact]
    public async Task A_worker_that_waits_is_no_longer_quick()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        using var leave = new ManualResetEventSlim();
        Task waits = BeQuick(pool, () => leave.Wait());

        // Nothing is queued meanwhile, so it is the wait itself that tells.
        Patience.Until(() => pool.Sleep.Reach == 0);
        leave.Set();
        await waits.WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task Items_left_to_a_quick_worker_run_though_it_does_not_come_back()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        bool leave = false;
        Task spins = BeQuick(pool, () => SpinWait.SpinUntil(() => Volatile.Read(ref leave), Patience.Limit));

        // One at a time: each is left to the worker that spins, until the monitor has seen one wait.
        Patience.Until(() =>
        {
            using var ran = new ManualResetEventSlim();
            pool.UnsafeQueue(ran.Set);
            ran.Wait();
            return pool.Sleep.Reach == 0;
        });
        Volatile.Write(ref leave, true);
        await spins.WaitAsync(Patience.Limit);
        pool.GetStatistics().WatchdogRescues.ShouldBe(0);
    }

    /// <summary>Runs tiny items, and <paramref name="last"/> on a worker that is quick by then, which must show within some tries. Ends when that has ended.</summary>
    private static Task BeQuick(WorkPool pool, Action last)
    {
        var quick = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        pool.UnsafeQueue(new Tiny(pool, () =>
        {
            quick.SetResult();
            last();
            ended.SetResult();
        }));
        quick.Task.Wait(Patience.Limit).ShouldBeTrue("no worker was quick");
        return ended.Task;
    }

    /// <summary>Queues itself again until its worker is quick, as a chain of continuations does.</summary>
    private sealed class Tiny(WorkPool pool, Action last) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            if (pool.Sleep.Reach != 0)
            {
                last();
            }
            else
            {
                pool.UnsafeQueue(this);
            }
        }
    }
}
