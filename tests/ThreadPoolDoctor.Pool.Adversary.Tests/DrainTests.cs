namespace ThreadPoolDoctor.Pool.Adversary.Tests;

/// <summary>What a drain is held to: what the pool had taken before it began.</summary>
public class DrainTests
{
    /// <summary>A producer's items on their way while another thread drains, as in seed 11281577.</summary>
    [Fact]
    public void What_is_about_to_be_queued_is_not_asked_of_a_drain() => FaultsWhereTaken(0).ShouldBeEmpty();

    [Fact]
    public void What_was_queued_is_asked_of_a_drain() =>
        FaultsWhereTaken(1).ShouldBe(["a drain ended while items that were queued before it had not"]);

    private static IReadOnlyList<string> FaultsWhereTaken(int items) =>
        new ProgramRun(new IdleSide(items), PoolProgram.Parse("producer { queue 2 } minimum 3 drain")).Run(limit: 200).Faults;

    /// <summary>
    /// Takes so many items, and the next one only after a drain, which ends at once; runs none. The minimum is set once
    /// that next one is on its way.
    /// </summary>
    private sealed class IdleSide(int takes) : IPoolSide
    {
        private readonly ManualResetEventSlim _isOnItsWay = new(), _drained = new();
        private int _taken;

        public int Threads => 0;

        public bool IsWorker => false;

        public TimeProvider Time => TimeProvider.System;

        public TaskScheduler Scheduler => TaskScheduler.Default;

        public void Queue(PoolItem item, Form form)
        {
            if (_taken++ != takes) return;
            _isOnItsWay.Set();
            _drained.Wait();
        }

        public bool SetMinimum(int threads)
        {
            _isOnItsWay.Wait();
            return true;
        }

        public Task? DrainAsync()
        {
            _drained.Set();
            return Task.CompletedTask;
        }

        public bool Dispose() => true;

        public Task Run(Action action, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task Run(Func<Task> function) => throw new NotSupportedException();

        public void RegisterWait(WaitHandle handle, Action callback) => throw new NotSupportedException();

        public bool SetMaximum(int threads) => true;

        public void RefuseThreads(int count)
        {
        }

        public void Forget()
        {
        }
    }
}
