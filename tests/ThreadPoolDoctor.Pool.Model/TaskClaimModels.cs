namespace ThreadPoolDoctor.Pool.Model;

/// <summary>A task runs once, although neither who takes it from the queue nor who waits for it need claim it.</summary>
public class TaskClaimModels
{
    /// <summary>One worker takes the task from the queue; one or two others wait for it, and may run it in place.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_task_that_is_waited_for_runs_once(int waiting) => Explorer.Explore(() =>
    {
        var program = new Program(waiting + 1);
        return ([program.TakeFromQueue, .. Enumerable.Repeat((Action)program.WaitFor, waiting)], () => program.Task.Runs.ShouldBe(1));
    });

    /// <summary>Claims are needed since another task was waited for; this one was queued before or after that.</summary>
    [Fact]
    public void A_task_that_is_waited_for_after_another_runs_once() => Explorer.Explore(() =>
    {
        var program = new Program(workers: 3);
        void WaitForBoth()
        {
            program.WaitFor(new ModelTask());
            program.WaitFor();
        }
        return ([program.TakeFromQueue, WaitForBoth, program.WaitFor], () => program.Task.Runs.ShouldBe(1));
    });

    /// <summary>A worker's second task is the one that is waited for.</summary>
    [Fact]
    public void A_task_that_a_worker_takes_after_another_runs_once() => Explorer.Explore(() =>
    {
        var program = new Program(workers: 2);
        void TakeTwo()
        {
            program.Take(new ModelTask());
            program.TakeFromQueue();
        }
        return ([TakeTwo, program.WaitFor], () => program.Task.Runs.ShouldBe(1));
    });

    private sealed class Program
    {
        private readonly Crew _crew;
        private readonly TaskClaims _claims;

        internal Program(int workers)
        {
            _crew = new Crew("Model", new WorkPoolOptions { Processors = workers }, new Lanes(null, null, workers), workers);
            _claims = new TaskClaims(_crew);
        }

        internal ModelTask Task { get; } = new();

        internal void TakeFromQueue() => Take(Task);

        internal void WaitFor() => WaitFor(Task);

        /// <summary>As the pool's scheduler does with what the queue hands out. The first worker's thread only.</summary>
        internal void Take(ModelTask task)
        {
            if (_claims.MayRunUnclaimed(_crew.Workers[0], task.Identity)) task.Run();
            else task.TryRun();
        }

        /// <summary>As the pool's scheduler does with what a worker waits for.</summary>
        internal void WaitFor(ModelTask task)
        {
            if (_claims.MayRunInPlace(task.Identity)) task.TryRun();
        }
    }

    /// <summary>The runtime's task as far as it matters here: a word that tells whether it has begun.</summary>
    private sealed class ModelTask
    {
        private int _begun, _runs;

        /// <summary>It never runs: the pool only compares it and asks whether it has ended.</summary>
        internal Task Identity { get; } = new(static () => { });

        internal int Runs => _runs;

        internal void TryRun()
        {
            if (Interlocked.CompareExchange(ref _begun, 1, 0) == 0) Interlocked.Increment(ref _runs);
        }

        internal void Run()
        {
            Volatile.Write(ref _begun, 1);
            Interlocked.Increment(ref _runs);
        }
    }
}
