using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>Tasks run once, with claims and without.</summary>
public class TaskClaimTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Each pool is new, for claims are needed for ever once a worker has run a queued task in place. The one waits for
    /// tasks that it has queued, and others take them from it.
    /// </summary>
    [Fact]
    public async Task A_queued_task_that_a_worker_waits_for_runs_once_beside_those_who_take_it()
    {
        const int Pools = 200, Tasks = 40;
        for (int i = 0; i < Pools; i++)
        {
            await using var pool = new WorkPool(new WorkPoolOptions { Processors = 4 });
            int[] runs = new int[Tasks];
            await pool.Run(() =>
            {
                Task[] tasks = [.. Enumerable.Range(0, Tasks).Select(n => pool.Run(() => { Interlocked.Increment(ref runs[n]); }))];
                // From the oldest on, which others steal, and then all.
                for (int n = 0; n < Tasks; n += 1 + i % 3) tasks[n].Wait();
                Task.WaitAll(tasks);
            });
            runs.ShouldAllBe(static count => count == 1, $"pool {i}");
        }
    }

    [Fact]
    public async Task A_task_that_is_cancelled_as_a_worker_takes_it_runs_or_is_cancelled_and_never_both()
    {
        const int Rounds = 5_000;
        await using var pool = new WorkPool();
        for (int i = 0; i < Rounds; i++)
        {
            using var source = new CancellationTokenSource();
            bool hasRun = false;
            Task task = pool.Run(() => { Volatile.Write(ref hasRun, true); }, source.Token);
            if (i % 2 == 0) Thread.SpinWait(i % 100);
            source.Cancel();
            await Task.WhenAny(task).WaitAsync(s_patience);
            hasRun.ShouldBe(task.Status == TaskStatus.RanToCompletion, $"{task.Status} in round {i}");
        }
    }

    /// <summary>Whose cancellation would claim it has to be claimed; and a pool with claims notes nothing any more.</summary>
    [Fact]
    public async Task A_task_runs_unclaimed_unless_it_can_be_cancelled_or_one_was_run_in_place()
    {
        using var source = new CancellationTokenSource();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        (await IsNoted(pool, CancellationToken.None)).ShouldBeTrue();
        (await IsNoted(pool, source.Token)).ShouldBeFalse();
        await pool.Run(() => pool.Run(static () => { }).Wait());
        (await IsNoted(pool, CancellationToken.None)).ShouldBeFalse();
    }

    [Fact]
    public async Task What_was_begun_without_a_claim_is_not_kept()
    {
        using var gate = new ManualResetEventSlim();
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        WeakReference begun = Begin(pool, gate);
        await pool.Run(() => pool.Run(static () => { }).Wait());
        gate.Set();
        Patience.Until(() =>
        {
            GC.Collect();
            return !begun.IsAlive;
        });
    }

    // Apart, so that no frame of the test keeps the task.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Begin(WorkPool pool, ManualResetEventSlim gate)
    {
        using var inside = new ManualResetEventSlim();
        var task = new WeakReference(pool.Run(() =>
        {
            inside.Set();
            gate.Wait();
        }));
        inside.Wait();
        return task;
    }

    private static async Task<bool> IsNoted(WorkPool pool, CancellationToken token)
    {
        var started = new TaskCompletionSource<Task>();
        Task<bool> task = pool.Run(() => ReferenceEquals(Worker.Current!.Noted, started.Task.Result), token);
        started.SetResult(task);
        return await task;
    }
}
