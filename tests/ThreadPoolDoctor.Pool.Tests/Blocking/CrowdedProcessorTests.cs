namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>
/// What the pool does where others want its processors. Nothing runs beside these tests: the garbage of other tests
/// would stop threads that run, and while the processors are crowded that looks like sleep for longer.
/// </summary>
[Collection(Name)]
[CollectionDefinition(Name, DisableParallelization = true)]
public class CrowdedProcessorTests
{
    public const string Name = "crowded processors";

    [Fact]
    public async Task Workers_that_lack_processor_time_get_no_spares()
    {
        bool stop = false;
        Thread[] hogs = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => new Thread(() =>
        {
            Patience.ComputeUntil(ref stop);
        }))];
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = Environment.ProcessorCount });
        try
        {
            foreach (Thread hog in hogs) hog.Start();
            for (int i = 0; i < 500; i++) pool.Queue(static () => Thread.SpinWait(20_000));
            await pool.DrainAsync().WaitAsync(Patience.Limit);
        }
        finally
        {
            Volatile.Write(ref stop, true);
            foreach (Thread hog in hogs) hog.Join();
        }
        // A stop for garbage collection can look like sleep for a moment; 500 waiting items would have asked for
        // hundreds.
        pool.GetStatistics().AddedForBlocked.ShouldBeLessThanOrEqualTo(2);
        if (OperatingSystem.IsLinux()) pool.GetStatistics().AddedForLongItems.ShouldBe(0);
    }
}
