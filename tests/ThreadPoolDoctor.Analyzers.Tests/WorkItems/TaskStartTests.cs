namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What a factory was made with, and how a task is started, decides on which thread its work runs.</summary>
public sealed class TaskStartTests
{
    private const string OwnScheduler = """
        class Own : TaskScheduler
        {
            protected override void QueueTask(Task task) => new Thread(() => TryExecuteTask(task)).Start();
            protected override bool TryExecuteTaskInline(Task task, bool wasQueued) => false;
            protected override IEnumerable<Task> GetScheduledTasks() => [];
        }
        """;

    [Fact]
    public Task What_runs_on_another_scheduler_or_a_thread_of_its_own_is_not_reported() => Examine.Silent(OwnScheduler, """
        class C
        {
            private readonly TaskFactory _own = new(new Own());
            private static readonly TaskFactory s_long = new(TaskCreationOptions.LongRunning, TaskContinuationOptions.None);
            private readonly TaskFactory _given;
            public C(TaskScheduler scheduler) => _given = new TaskFactory(scheduler);
            void Start(TaskFactory handed)
            {
                _own.StartNew(() => Thread.Sleep(5));
                s_long.StartNew(() => Thread.Sleep(5));
                _given.StartNew(() => Thread.Sleep(5));
                var local = new TaskFactory(CancellationToken.None, TaskCreationOptions.None, TaskContinuationOptions.None, new Own());
                local.StartNew(() => Thread.Sleep(5));
                new TaskFactory<int>(new Own()).StartNew(() => { Thread.Sleep(5); return 1; });
                handed.StartNew(() => Thread.Sleep(5));
                new Task(() => Thread.Sleep(5)).Start(new Own());
                var task = new Task(() => Thread.Sleep(5));
                task.Start(new Own());
                new Task(() => Thread.Sleep(5)).RunSynchronously();
            }
        }
        """);

    [Fact]
    public Task What_runs_on_the_pool_is_reported_however_it_is_started() => Examine.Reports("TPD002", OwnScheduler, """
        class C
        {
            private readonly TaskFactory _pool = new();
            private readonly TaskFactory _token = new(new CancellationToken());
            void Start()
            {
                _pool.StartNew(() => [|Thread.Sleep(5)|]);
                _token.StartNew(() => [|Thread.Sleep(5)|]);
                Task.Factory.StartNew(() => [|Thread.Sleep(5)|]);
                Task<int>.Factory.StartNew(() => { [|Thread.Sleep(5)|]; return 1; });
                new TaskFactory(TaskScheduler.Default).StartNew(() => [|Thread.Sleep(5)|]);
                new Task(() => [|Thread.Sleep(5)|]).Start();
                var task = new Task(() => [|Thread.Sleep(5)|]);
                task.Start();
            }
            async Task Here() { await Task.Yield(); new Task(() => [|Thread.Sleep(5)|]).RunSynchronously(); }
        }
        """);

    private const string Kept = """
        class Shard
        {
            private readonly BlockingCollection<Task> _queue = new();
            private readonly Queue<Task> _other = new();
            public void Load() => _queue.Add(new Task(() => Thread.Sleep(5)));
            public void Save() => this._other.Enqueue(new Task(() => { Thread.Sleep(5); }));
            public void Begin() => new Thread(Work).Start();
            private void Work()
            {
                while (!_queue.IsCompleted)
                {
                    Task next = _queue.Take();
                    next.Start();
                    next.Wait();
                    if (_other.TryDequeue(out Task? after)) after.RunSynchronously();
                }
            }
        }
        """;

    [Fact]
    public Task What_a_thread_of_its_own_starts_and_waits_for_one_after_the_other_is_not_reported() => Examine.Silent(Kept);

    [Fact]
    public Task Kept_tasks_that_are_started_without_a_wait_are_reported() => Examine.Reports("TPD002",
        Kept.Replace("next.Wait();", "").Replace("Add(new Task(() => Thread.Sleep(5)))", "Add(new Task(() => [|Thread.Sleep(5)|]))"));

    [Fact]
    public async Task Kept_tasks_that_a_pool_thread_takes_out_are_reported()
    {
        (_, var diagnostics) = await Examine.Run([Kept.Replace("new Thread(Work).Start()", "Task.Run(Work)")], new());
        diagnostics.Count(diagnostic => diagnostic.Id == "TPD002").ShouldBe(2);
    }
}
