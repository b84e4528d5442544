namespace ThreadPoolDoctor.Pool.Tests.Swap;

/// <summary>
/// What an item finds on its worker, and what the schedulers of a swapped program keep across awaits.
/// </summary>
public class SchedulerTests
{
    [Fact]
    public async Task An_item_finds_no_SynchronizationContext_as_on_ThreadPool()
    {
        (await On(() => SynchronizationContext.Current)).ShouldBeNull();
        (await Task.Run(() => SynchronizationContext.Current)).ShouldBeNull();
    }

    [Fact]
    public async Task The_code_after_an_await_in_any_item_comes_back_to_the_pool()
    {
        var home = new TaskCompletionSource<bool[]>();
        DoctorThreadPool.QueueUserWorkItem(async void (_) =>
        {
            bool before = WorkPool.Shared.IsWorkerThread;
            await Task.Yield();
            bool yielded = WorkPool.Shared.IsWorkerThread;
            await Task.Delay(1);
            bool delayed = WorkPool.Shared.IsWorkerThread;
            await Task.Run(static () => { });
            home.SetResult([before, yielded, delayed, WorkPool.Shared.IsWorkerThread]);
        });
        (await home.Task.WaitAsync(Patience.Limit)).ShouldBe([true, true, true, true]);
    }

    [Fact]
    public async Task A_task_that_an_item_runs_synchronously_stays_in_the_context_the_item_has_set()
    {
        await using var pool = new WorkPool();
        (await pool.Run(() =>
        {
            var context = new SynchronizationContextOfAnItem();
            var task = new Task<bool>(() => SynchronizationContext.Current == context);
            SynchronizationContext.SetSynchronizationContext(context);
            task.RunSynchronously(pool.Scheduler);
            SynchronizationContext.SetSynchronizationContext(null);
            return task.Result;
        })).ShouldBeTrue();
    }

    [Fact]
    public async Task A_task_that_another_thread_runs_synchronously_runs_on_that_thread_and_finds_the_locks_it_holds()
    {
        await using var pool = new WorkPool();
        var gate = new object();
        var task = new Task<(int Thread, TaskScheduler Scheduler)>(() =>
        {
            lock (gate) return (Environment.CurrentManagedThreadId, TaskScheduler.Current);
        });
        var caller = new Thread(() =>
        {
            lock (gate) task.RunSynchronously(pool.Scheduler);
        })
        { IsBackground = true };
        caller.Start();
        caller.Join(Patience.Limit).ShouldBeTrue();
        (await task).ShouldBe((caller.ManagedThreadId, pool.Scheduler));
    }

    [Fact]
    public async Task A_continuation_that_is_to_run_synchronously_runs_on_the_thread_that_ends_what_it_continues()
    {
        await using var pool = new WorkPool();
        var source = new TaskCompletionSource();
        Task<int> thread = source.Task.ContinueWith(
            static _ => Environment.CurrentManagedThreadId, default, TaskContinuationOptions.ExecuteSynchronously, pool.Scheduler);
        int here = Environment.CurrentManagedThreadId;
        source.SetResult();
        (await thread.WaitAsync(Patience.Limit)).ShouldBe(here);
    }

    [Fact]
    public async Task The_code_after_an_await_in_an_item_never_runs_on_the_thread_that_ends_what_it_awaits()
    {
        await using var pool = new WorkPool();
        var source = new TaskCompletionSource();
        Task<bool> after = pool.Run(async () =>
        {
            await source.Task;
            return pool.IsWorkerThread;
        });
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        source.SetResult();
        (await after.WaitAsync(Patience.Limit)).ShouldBeTrue();
    }

    [Fact]
    public async Task The_code_after_an_await_does_not_run_in_the_context_of_the_item_that_ended_the_wait()
    {
        await using var pool = new WorkPool();
        (await pool.Run(ContextAfterAwait)).ShouldBeNull();
        (await Task.Run(ContextAfterAwait)).ShouldBeNull();

        static Task<SynchronizationContext?> ContextAfterAwait()
        {
            var awaited = new TaskCompletionSource();
            Task<SynchronizationContext?> context = After(awaited.Task);
            SynchronizationContext.SetSynchronizationContext(new SynchronizationContextOfAnItem());
            awaited.SetResult();
            SynchronizationContext.SetSynchronizationContext(null);
            return context;
        }

        static async Task<SynchronizationContext?> After(Task awaited)
        {
            await awaited;
            return SynchronizationContext.Current;
        }
    }

    [Fact]
    public async Task A_child_does_not_attach_to_the_worker()
    {
        Task child = await On(() => Task.Factory.StartNew(
            static () => { }, CancellationToken.None, TaskCreationOptions.AttachedToParent, TaskScheduler.Current));
        await child.WaitAsync(Patience.Limit);
        (await On(static () => TaskScheduler.Current)).ShouldBe(WorkPool.Shared.Scheduler);
    }

    [Fact]
    public async Task A_scheduler_that_runs_on_the_pool_keeps_its_limit_across_awaits()
    {
        var scheduler = new OneAtATime();
        (await MostAtOnce(new TaskFactory(scheduler))).ShouldBe(1);
    }

    [Fact]
    public async Task The_exclusive_scheduler_of_a_pair_is_exclusive_across_awaits()
    {
        await using var pool = new WorkPool();
        var pair = new ConcurrentExclusiveSchedulerPair(pool.Scheduler);
        (await MostAtOnce(new TaskFactory(pair.ExclusiveScheduler))).ShouldBe(1);
    }

    [Fact]
    public async Task A_long_running_task_never_runs_on_the_worker_that_waits_for_it()
    {
        await using var pool = new WorkPool();
        // Other threads hold the processors, so that the task's own seldom begins before the worker asks for it.
        bool end = false;
        Thread[] busy = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => new Thread(() =>
        {
            Patience.ComputeUntil(ref end);
        }))];
        foreach (Thread thread in busy) thread.Start();
        int inline;
        try
        {
            inline = await pool.Run(() => Enumerable.Range(0, 100).Count(_ =>
            {
                bool onWorker = false;
                Task.Factory.StartNew(
                    () => onWorker = pool.IsWorkerThread, default, TaskCreationOptions.LongRunning, pool.Scheduler).Wait();
                return onWorker;
            })).WaitAsync(Patience.Limit);
        }
        finally
        {
            // Also where the time was too short: they would hold the processors for all tests that follow.
            Volatile.Write(ref end, true);
            foreach (Thread thread in busy) thread.Join();
        }
        inline.ShouldBe(0);
    }

    [Fact]
    public async Task The_scheduler_does_not_cap_an_explicit_degree()
    {
        const int degree = 20;
        WorkPool.Shared.Scheduler.MaximumConcurrencyLevel.ShouldBe(TaskScheduler.Default.MaximumConcurrencyLevel);
        int inside = 0;
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var options = new ParallelOptions { TaskScheduler = WorkPool.Shared.Scheduler, MaxDegreeOfParallelism = degree };
        await Parallel.ForEachAsync(Enumerable.Range(0, degree), options, async (_, _) =>
        {
            if (Interlocked.Increment(ref inside) == degree) all.SetResult();
            await all.Task;
        }).WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task An_asynchronous_local_survives_Post()
    {
        var local = new AsyncLocal<string?> { Value = "mine" };
        var seen = new TaskCompletionSource<string?>();
        WorkPool.Shared.SynchronizationContext.Post(_ => seen.SetResult(local.Value), null);
        (await seen.Task.WaitAsync(Patience.Limit)).ShouldBe("mine");

        await using var pool = new WorkPool(new WorkPoolOptions { InstallSynchronizationContext = true });
        var reported = new TaskCompletionSource<string?>();
        await pool.Run(() =>
        {
            IProgress<int> progress = new Progress<int>(_ => reported.SetResult(local.Value));
            local.Value = "the reporter's";
            progress.Report(1);
        });
        (await reported.Task.WaitAsync(Patience.Limit)).ShouldBe("the reporter's");
    }

    /// <summary>What an item queued by ThreadPool's surface sees.</summary>
    private static async Task<T> On<T>(Func<T> look)
    {
        var seen = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        DoctorThreadPool.UnsafeQueueUserWorkItem(_ => seen.SetResult(look()), null);
        return await seen.Task.WaitAsync(Patience.Limit);
    }

    /// <summary>Tasks that each await twice; how many were ever between two awaits at the same time.</summary>
    private static async Task<int> MostAtOnce(TaskFactory factory)
    {
        int inside = 0, most = 0;
        await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => factory.StartNew(async () =>
        {
            for (int i = 0; i < 3; i++)
            {
                most = Math.Max(most, Interlocked.Increment(ref inside));
                Thread.SpinWait(20_000);
                Interlocked.Decrement(ref inside);
                await Task.Yield();
                await Task.Delay(1);
            }
        }).Unwrap())).WaitAsync(Patience.Limit);
        return most;
    }

    /// <summary>
    /// Runs its tasks inside items of the pool, one after the other: the way every scheduler on ThreadPool is made.
    /// </summary>
    private sealed class OneAtATime : TaskScheduler
    {
        private readonly Queue<Task> _waiting = new();
        private bool _runs;

        public override int MaximumConcurrencyLevel => 1;

        protected override void QueueTask(Task task)
        {
            lock (_waiting)
            {
                _waiting.Enqueue(task);
                if (_runs) return;
                _runs = true;
            }
            DoctorThreadPool.UnsafeQueueUserWorkItem(_ => RunAll(), null);
        }

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override IEnumerable<Task> GetScheduledTasks() => [];

        private void RunAll()
        {
            while (true)
            {
                Task task;
                lock (_waiting)
                {
                    if (!_waiting.TryDequeue(out task!))
                    {
                        _runs = false;
                        return;
                    }
                }
                TryExecuteTask(task);
            }
        }
    }

    private sealed class SynchronizationContextOfAnItem : SynchronizationContext;
}
