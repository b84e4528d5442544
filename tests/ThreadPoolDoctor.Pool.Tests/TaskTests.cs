using System.Collections.Concurrent;
using System.Globalization;

namespace ThreadPoolDoctor.Pool.Tests;

public class TaskTests
{
    [Fact]
    public async Task Run_gives_results_exceptions_and_cancellation_as_Task_Run_does()
    {
        using var pool = new WorkPool();
        (await pool.Run(() => 1)).ShouldBe(1);
        (await pool.Run(async () => { await Task.Yield(); return 2; })).ShouldBe(2);
        await Should.ThrowAsync<InvalidTimeZoneException>(pool.Run(static () => throw new InvalidTimeZoneException()));
        await Should.ThrowAsync<InvalidTimeZoneException>(pool.Run(static async () => { await Task.Yield(); throw new InvalidTimeZoneException(); }));
        await Should.ThrowAsync<TaskCanceledException>(pool.Run(static () => { }, new CancellationToken(true)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_code_after_an_await_comes_back_to_the_pool(bool context)
    {
        using var pool = new WorkPool(new WorkPoolOptions { InstallSynchronizationContext = context });
        List<bool> home = [];
        await pool.Run(async () =>
        {
            home.Add(pool.IsWorkerThread);
            await Task.Yield();
            home.Add(pool.IsWorkerThread);
            await Task.Delay(1);
            home.Add(pool.IsWorkerThread);
            await Task.Run(static () => { });
            home.Add(pool.IsWorkerThread);
        });
        home.ShouldBe([true, true, true, true]);
    }

    /// <summary>
    /// As on ThreadPool: with the context it once stood behind thousands of items that waited for it, for ever.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_code_after_an_awaited_task_comes_before_what_waits_for_everybody(bool context)
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1, InstallSynchronizationContext = context });
        const int Rounds = 50;
        int first = 0;
        for (int i = 0; i < Rounds; i++)
        {
            if (await ContinuedComesFirst(pool)) first++;
        }
        // What has waited for some milliseconds has its turn before: a busy machine makes it wait now and then.
        first.ShouldBeGreaterThan(Rounds / 2);
    }

    private static async Task<bool> ContinuedComesFirst(WorkPool pool)
    {
        var awaited = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        List<string> order = [];
        Task continued = pool.Run(async () =>
        {
            await awaited.Task;
            order.Add("continued");
        });
        await pool.DrainAsync();
        pool.UnsafeQueue(() =>
        {
            pool.UnsafeQueue(() => order.Add("queued"));
            awaited.SetResult();
        });
        await continued;
        await pool.DrainAsync();
        return order[0] == "continued";
    }

    /// <summary>A loop that yields until something has happened must not keep that from happening.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_code_after_a_yield_comes_after_what_waits_for_everybody(bool context)
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1, InstallSynchronizationContext = context });
        List<string> order = [];
        await pool.Run(async () =>
        {
            pool.UnsafeQueue(() => order.Add("queued"));
            await Task.Yield();
            order.Add("continued");
        });
        order.ShouldBe(["queued", "continued"]);
    }

    [Fact]
    public async Task What_a_yield_queues_is_the_code_after_it_and_no_task()
    {
        ConcurrentQueue<object?> targets = [];
        using var pool = new WorkPool(new WorkPoolOptions
        {
            QueueFactory = _ => new PriorityWorkQueue(item =>
            {
                targets.Enqueue(item.Target);
                return 0;
            }),
        });
        await pool.Run(static async () => await Task.Yield());
        targets.Select(static target => target is Task).ShouldBe([true, false]);
    }

    [Fact]
    public async Task What_an_awaited_task_queues_is_the_code_after_it_and_no_task()
    {
        ConcurrentQueue<object?> targets = [];
        using var pool = new WorkPool(new WorkPoolOptions
        {
            QueueFactory = _ => new PriorityWorkQueue(item =>
            {
                targets.Enqueue(item.Target);
                return 0;
            }),
        });
        var source = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task whole = pool.Run(async () => await source.Task);
        await pool.DrainAsync();
        source.SetResult();
        await whole;
        targets.Select(static target => target is Task).ShouldBe([true, false]);
    }

    /// <summary>It has no context of its own, as the code of an async method has: the task carries it.</summary>
    [Fact]
    public async Task A_delegate_that_continues_a_task_finds_the_context_that_it_was_given_in()
    {
        using var pool = new WorkPool();
        var local = new AsyncLocal<int>();
        var source = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var seen = new TaskCompletionSource<(int, TaskScheduler)>();
        await pool.Run(() =>
        {
            local.Value = 7;
            source.Task.GetAwaiter().OnCompleted(() => seen.SetResult((local.Value, TaskScheduler.Current)));
        });
        source.SetResult();
        (await seen.Task).ShouldBe((7, pool.Scheduler));
    }

    /// <summary>A task whose code is made to look like an await's is a task all the same.</summary>
    [Fact]
    public async Task A_task_that_runs_a_delegate_of_another_task_ends()
    {
        using var pool = new WorkPool();
        var inner = new Task(static () => { });
        Task outer = Task.Factory.StartNew(
            static state => ((Action)state!)(), (Action)inner.RunSynchronously, CancellationToken.None, TaskCreationOptions.None, pool.Scheduler);
        await outer.WaitAsync(Patience.Limit);
        inner.IsCompletedSuccessfully.ShouldBeTrue();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_an_async_method_throws_after_an_await_is_in_its_task(bool yields)
    {
        using var pool = new WorkPool();
        var source = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task whole = pool.Run(async () =>
        {
            if (yields) await Task.Yield();
            else await source.Task;
            throw new InvalidDataException();
        });
        source.SetResult();
        await Should.ThrowAsync<InvalidDataException>(whole);
    }

    [Fact]
    public async Task The_code_after_a_yield_finds_the_scheduler_and_the_contexts_of_its_method()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        var local = new AsyncLocal<int>();
        var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        await pool.Run(async () =>
        {
            local.Value = 1;
            CultureInfo.CurrentCulture = culture;
            // Runs between the two halves, with contexts of its own.
            pool.Queue(() => (local.Value, CultureInfo.CurrentCulture) = (2, CultureInfo.InvariantCulture));
            await Task.Yield();
            local.Value.ShouldBe(1);
            CultureInfo.CurrentCulture.ShouldBeSameAs(culture);
            TaskScheduler.Current.ShouldBe(pool.Scheduler);
            SynchronizationContext.Current.ShouldBeNull();
            pool.IsWorkerThread.ShouldBeTrue();
        });
        await pool.Run(() => local.Value.ShouldBe(0));
    }

    [Fact]
    public async Task SwitchTo_continues_on_the_pool_and_stays_if_already_there()
    {
        using var pool = new WorkPool();
        await Task.Run(async () =>
        {
            pool.IsWorkerThread.ShouldBeFalse();
            await pool.SwitchTo();
            pool.IsWorkerThread.ShouldBeTrue();
            int thread = Environment.CurrentManagedThreadId;
            await pool.SwitchTo();
            Environment.CurrentManagedThreadId.ShouldBe(thread);
            await pool.SwitchTo(WorkLane.Low);
            pool.IsWorkerThread.ShouldBeTrue();
        });
    }

    [Fact]
    public async Task The_scheduler_runs_child_tasks_continuations_and_long_running_ones()
    {
        using var pool = new WorkPool();
        var factory = new TaskFactory(pool.Scheduler);
        await factory.StartNew(() =>
        {
            TaskScheduler.Current.ShouldBe(pool.Scheduler);
            pool.IsWorkerThread.ShouldBeTrue();
        }).ContinueWith(t =>
        {
            t.Exception.ShouldBeNull();
            pool.IsWorkerThread.ShouldBeTrue();
        }, pool.Scheduler);
        await factory.StartNew(() => pool.IsWorkerThread.ShouldBeFalse(), TaskCreationOptions.LongRunning);
        (await factory.StartNew(() =>
        {
            Task<int> child = factory.StartNew(static () => 3);
            return child.Result; // inlined, so it does not block the only worker
        })).ShouldBe(3);
    }

    [Fact]
    public async Task Post_and_Send_of_the_context_run_on_the_pool()
    {
        using var pool = new WorkPool();
        var seen = new TaskCompletionSource<bool>();
        pool.SynchronizationContext.Post(_ => seen.SetResult(pool.IsWorkerThread), null);
        (await seen.Task.WaitAsync(Patience.Limit)).ShouldBeTrue();
        bool sent = false;
        pool.SynchronizationContext.Send(_ => sent = pool.IsWorkerThread, null);
        sent.ShouldBeTrue();
        pool.SynchronizationContext.CreateCopy().ShouldBe(pool.SynchronizationContext);
    }

    [Fact]
    public async Task Parallel_loops_and_async_streams_run_on_the_scheduler()
    {
        using var pool = new WorkPool();
        int sum = 0;
        await pool.Run(() => Parallel.For(0, 1000, new ParallelOptions { TaskScheduler = pool.Scheduler }, i => Interlocked.Add(ref sum, i)));
        sum.ShouldBe(499_500);
        await Parallel.ForEachAsync(Enumerable.Range(0, 100), new ParallelOptions { TaskScheduler = pool.Scheduler }, async (i, _) =>
        {
            await Task.Yield();
            Interlocked.Add(ref sum, -i);
        });
        sum.ShouldBe(499_500 - 4950);
    }
}
