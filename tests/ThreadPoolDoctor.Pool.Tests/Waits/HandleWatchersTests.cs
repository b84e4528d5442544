namespace ThreadPoolDoctor.Pool.Tests.Waits;

public class HandleWatchersTests
{
    [Fact]
    public async Task Watchers_end_when_they_have_long_had_nothing_to_watch_and_come_back()
    {
        await using var pool = new WorkPool();
        var watchers = new HandleWatchers(idleMilliseconds: 20);
        pool.Waits.Watchers = watchers;
        for (int round = 0; round < 3; round++)
        {
            AutoResetEvent[] kept = [.. Enumerable.Range(0, 100).Select(_ => new AutoResetEvent(false))];
            ManualResetEvent[] pulsed = [.. Enumerable.Range(0, 100).Select(_ => new ManualResetEvent(false))];
            using var fired = new CountdownEvent(2);
            PoolRegisteredWaitHandle[] waits =
            [
                .. kept.Concat<WaitHandle>(pulsed).Select(handle => pool.RegisterWait(handle, (_, _) => fired.Signal())),
            ];
            watchers.Threads.ShouldBe(3, "one looks at those that keep their signal, and each of the two others waits for 63");
            kept[7].Set();
            pulsed[99].Set();
            fired.Wait(Patience.Limit).ShouldBeTrue();
            foreach (PoolRegisteredWaitHandle wait in waits) wait.Unregister(null);
            Patience.Until(() => watchers.Threads == 0);
        }
    }

    [Fact]
    public async Task A_watcher_that_is_about_to_end_takes_no_wait_with_it()
    {
        await using var pool = new WorkPool();
        var watchers = new HandleWatchers(idleMilliseconds: 1);
        pool.Waits.Watchers = watchers;
        using var signal = new AutoResetEvent(false);
        using var fired = new SemaphoreSlim(0);
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        for (int round = 0; round < 300; round++)
        {
            pool.RegisterWait(signal, (_, _) => fired.Release());
            signal.Set();
            (await fired.WaitAsync(Patience.Limit)).ShouldBeTrue($"round {round}, seed {seed}");
            // The thread leaves a millisecond later: the next registration comes just before, just then or just after.
            Thread.SpinWait(random.Next(100_000));
        }
        Patience.Until(() => watchers.Threads == 0);
    }

    [Fact]
    public async Task When_no_thread_can_be_had_the_caller_is_told_and_nothing_is_registered()
    {
        await using var pool = new WorkPool();
        bool fail = true;
        pool.Waits.Watchers = new HandleWatchers(20, () =>
        {
            if (fail) throw new OutOfMemoryException();
        });
        using var signal = new AutoResetEvent(true);
        int callbacks = 0;
        Should.Throw<OutOfMemoryException>(() => pool.RegisterWait(signal, (_, _) => Interlocked.Increment(ref callbacks), null, 1));
        pool.GetStatistics().RegisteredWaits.ShouldBe(0);
        pool.GetStatistics().WaitThreads.ShouldBe(0);
        pool.GetStatistics().ArmedTimers.ShouldBe(0);
        fail = false;
        using var fired = new ManualResetEventSlim();
        pool.RegisterWait(signal, (_, _) => fired.Set());
        fired.Wait();
        callbacks.ShouldBe(0);
    }

    [Fact]
    public async Task Handles_that_cannot_be_waited_for_end_alone()
    {
        await using var pool = new WorkPool();
        using var other = new AutoResetEvent(false);
        using var many = new CountdownEvent(200);
        AutoResetEvent[] handles = [.. Enumerable.Range(0, 200).Select(_ => new AutoResetEvent(false))];
        foreach (AutoResetEvent handle in handles) pool.RegisterWait(handle, (_, _) => many.Signal());
        // Disposed while it is watched, among those that are looked at and among those that are waited for.
        for (int i = 0; i < 200; i += 50)
        {
            handles[i].Dispose();
            many.Signal();
        }
        using var pulsed = new ManualResetEvent(false);
        var gone = new ManualResetEvent(false);
        using var fired = new ManualResetEventSlim();
        pool.RegisterWait(gone, (_, _) => { });
        pool.RegisterWait(pulsed, (_, _) => fired.Set());
        gone.Dispose();
        for (int i = 0; i < 200; i++)
        {
            if (i % 50 != 0) handles[i].Set();
        }
        many.Wait(Patience.Limit).ShouldBeTrue();
        pulsed.Set();
        fired.Wait();
    }
}
