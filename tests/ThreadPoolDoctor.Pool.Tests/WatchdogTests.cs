namespace ThreadPoolDoctor.Pool.Tests;

public class WatchdogTests
{
    [Fact]
    public async Task An_item_that_nobody_was_told_of_is_found_and_the_rescue_is_counted()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        pool.UnsafeQueue(static () => { });
        // The fault: an item in the lane, and no word to anybody. A worker that was only about to sleep finds it by
        // itself, and so does a monitor that still watches for a while: once more.
        for (int tries = 0; tries < 100 && pool.GetStatistics().WatchdogRescues == 0; tries++)
        {
            // A worker with a thread, asleep, as the monitor is: it is the one that looks.
            Patience.Until(() => pool.GetStatistics() is { Workers: 1, IdleWorkers: 1 }
                && pool.Sleep.State is { Searching: 0, MonitorSleeps: true });
            using var ran = new ManualResetEventSlim();
            pool.Crew.Lanes.Enqueue(new WorkItem((Action)ran.Set, ItemKind.Plain), WorkLane.Normal);
            ran.Wait();
        }
        pool.GetStatistics().WatchdogRescues.ShouldBe(1);
    }

    [Fact]
    public async Task Nobody_is_rescued_while_the_pool_moves()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1 });
        using var leave = new ManualResetEventSlim();
        int ran = 0;
        for (int i = 0; i < 1000; i++)
        {
            pool.UnsafeQueue(() => Interlocked.Increment(ref ran));
            pool.Crew.Watchdog.Check();
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        pool.Crew.Watchdog.Check();
        ran.ShouldBe(1000);
        pool.GetStatistics().WatchdogRescues.ShouldBe(0);
    }
}
