namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>A line before a lock. Nothing runs beside this: the waits for other tests' locks count as well.</summary>
[Collection(CrowdedProcessorTests.Name)]
public class HeldLockTests
{
    /// <summary>
    /// Nothing ends meanwhile, as where items wait for one another; the pool once had hundreds of workers for it.
    /// </summary>
    [Fact]
    public async Task A_lock_that_is_held_for_long_gets_some_tens_of_workers()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        object held = new();
        using var ended = new CountdownEvent(1000);
        for (int i = 0; i < 1000; i++)
        {
            int milliseconds = i == 0 ? 500 : 0;
            pool.UnsafeQueue(() =>
            {
                lock (held) Thread.Sleep(milliseconds);
                ended.Signal();
            });
        }
        int most = 0;
        while (!ended.Wait(1)) most = Math.Max(most, pool.GetStatistics().Workers);
        most.ShouldBeLessThanOrEqualTo(48);
    }

    /// <summary>The holder waits for an item that stands behind all who wait for the lock.</summary>
    [Fact]
    public async Task A_lock_whose_holder_waits_for_the_last_item_does_not_stop_the_pool()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        object held = new();
        using ManualResetEventSlim last = new(), holds = new();
        pool.UnsafeQueue(() =>
        {
            lock (held)
            {
                holds.Set();
                last.Wait();
            }
        });
        holds.Wait(Patience.Limit).ShouldBeTrue();
        for (int i = 0; i < 150; i++)
        {
            pool.UnsafeQueue(() =>
            {
                lock (held)
                {
                }
            });
        }
        pool.UnsafeQueue(last.Set);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
    }
}
