using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>When items that run on and on get workers.</summary>
public class EndlessItemsTests
{
    private const int Processors = 2;
    private const double Look = 0.01;

    /// <summary>Ten counters, and ten more an hour later.</summary>
    [Fact]
    public void The_next_ones_are_started_as_soon_as_the_first_were()
    {
        EndlessItems items = new();
        double first = Started(ref items, from: 0, completed: 100);
        items.Look(Sample(5, waiting: 0, completed: 120) with { Running = 0 });
        Started(ref items, from: 3_600, completed: 120).ShouldBe(first, 2 * Look);
        first.ShouldBeLessThan(0.2);
    }

    /// <summary>
    /// The patient "counters" had 23 workers instead of 17 without it, and its queue was not served in one of two runs.
    /// </summary>
    [Theory]
    [InlineData(8, 10)]
    [InlineData(100, 2)]
    public void Of_many_a_few_are_started_first(long waiting, int more)
    {
        EndlessItems items = new();
        PoolSample sample = Sample(1, waiting, completed: 0) with { Used = 1 };
        items.Look(sample);
        items.Start(sample, minimum: Processors).ShouldBe(more);
    }

    /// <summary>Seconds until workers are asked for.</summary>
    private static double Started(ref EndlessItems items, double from, long completed)
    {
        for (double at = 0; at < 10; at += Look)
        {
            PoolSample sample = Sample(from + at, waiting: 8, completed);
            items.Look(sample);
            if (!items.NeedWorkers(sample)) continue;
            items.Start(sample, minimum: Processors).ShouldBeGreaterThan(0);
            return at;
        }
        return double.PositiveInfinity;
    }

    private static PoolSample Sample(double at, long waiting, long completed) => new()
    {
        At = at,
        Waiting = waiting,
        Completed = completed,
        Threads = Processors,
        Minimum = Processors,
        Maximum = 32_767,
        Processors = Processors,
        WorkersSeen = true,
        Running = Processors,
        Used = Processors * Look,
    };
}
