using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>
/// A growth in many steps, before a database that completes as many items a second whatever the workers.
/// </summary>
public class LongGrowthTests
{
    private readonly PoolHistory _history = new();
    private LongGrowth _growth = new();
    private double _at;
    private int _perSecond = 100;
    private double _standing;
    private int _resumed;
    private int _inTurn;

    /// <summary>
    /// A real one, whose first load had 150 workers, was asked again 45 s later, when all workers had gone: it got
    /// twice as many before its growth was judged.
    /// </summary>
    [Fact]
    public void A_load_that_comes_once_the_workers_have_gone_is_judged_as_soon_as_the_first()
    {
        int first = GrowUntilLimited();
        Look(workers: 2);
        _growth.Limit.ShouldBe(int.MaxValue);
        GrowUntilLimited().ShouldBe(first);
    }

    /// <summary>In a quarter of a second two or three items end there, which tells nothing.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(10)]
    public void A_growth_is_judged_however_seldom_items_end(int perSecond)
    {
        _perSecond = perSecond;
        GrowUntilLimited().ShouldBeInRange(60, 120);
    }

    /// <summary>
    /// All stand. Where those end that stood it is a line, and where others do each of these was worth a worker: beside
    /// items that wait for half a second for an event, none of which has ended yet.
    /// </summary>
    [Theory]
    [InlineData(1, 12, 30)]
    [InlineData(0, 60, 120)]
    public void A_line_is_judged_from_a_handful_on(int resumed, int least, int most)
    {
        (_standing, _resumed) = (1, resumed);
        GrowUntilLimited().ShouldBeInRange(least, most);
    }

    /// <summary>The same where nothing is known of waits but whose turn it was.</summary>
    [Theory]
    [InlineData(1, 12, 30)]
    [InlineData(0, 60, 120)]
    public void What_goes_on_in_turn_is_a_line_too(int inTurn, int least, int most)
    {
        _inTurn = inTurn;
        GrowUntilLimited().ShouldBeInRange(least, most);
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
            Completed = (long)(_perSecond * _at),
            Threads = workers,
            Minimum = workers,
            Maximum = 32_767,
            Processors = 2,
            Standing = (int)(_standing * workers),
            Resumed = _resumed * (int)(_perSecond * 0.05),
            InTurn = _inTurn * (int)(_perSecond * 0.05),
        };
        _history.Add(sample);
        _growth.Look(sample, _history);
    }
}
