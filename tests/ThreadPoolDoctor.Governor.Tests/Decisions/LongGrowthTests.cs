using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>A growth in many steps, before a database that completes a hundred items a second whatever the workers.</summary>
public class LongGrowthTests
{
    private readonly PoolHistory _history = new();
    private LongGrowth _growth = new();
    private double _at;

    /// <summary>
    /// A real one, whose first load had 150 workers, was asked again 45 s later, when all workers had gone: it got twice as many before its
    /// growth was judged.
    /// </summary>
    [Fact]
    public void A_load_that_comes_once_the_workers_have_gone_is_judged_as_soon_as_the_first()
    {
        int first = GrowUntilLimited();
        Look(workers: 2);
        _growth.Limit.ShouldBe(int.MaxValue);
        GrowUntilLimited().ShouldBe(first);
    }

    private int GrowUntilLimited()
    {
        for (int workers = 2; workers < 1_000; workers++)
        {
            Look(workers);
            if (_growth.Limit < int.MaxValue) return _growth.Limit;
        }
        return int.MaxValue;
    }

    private void Look(int workers)
    {
        _at += 0.05;
        PoolSample sample = new()
        {
            At = _at,
            Waiting = 100,
            Completed = (long)(100 * _at),
            Threads = workers,
            Minimum = workers,
            Maximum = 32_767,
            Processors = 2,
        };
        _history.Add(sample);
        _growth.WasForNothing(sample, _history);
    }
}
