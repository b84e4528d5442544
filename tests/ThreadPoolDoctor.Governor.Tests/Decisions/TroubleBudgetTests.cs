using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>What looking at a pool in trouble may cost.</summary>
public class TroubleBudgetTests
{
    [Fact]
    public void The_first_growth_is_not_paused_for_what_compiling_it_has_cost()
    {
        TroubleBudget budget = new();
        budget.Pause(1, 0.00005).ShouldBe(0);
        budget.Pause(1.005, 0.009).ShouldBe(0);
        budget.Pause(1.010, 0.006).ShouldBe(0);
    }

    [Theory]
    [InlineData(0.001)]
    [InlineData(0.002)]
    public void Looks_that_stay_expensive_take_at_most_a_twentieth_of_a_processor(double lookCost)
    {
        const double Step = 0.005, Savings = 0.05;
        TroubleBudget budget = new();
        double now = 0, used = 0;
        while (now < 30)
        {
            used += lookCost;
            now += lookCost + Math.Max(Step, budget.Pause(now, lookCost));
        }
        ((used - Savings) / now).ShouldBeLessThan(0.0505);
    }

    /// <summary>A growth to fifty workers takes half a second, and a look at so many half a millisecond.</summary>
    [Fact]
    public void A_growth_of_half_a_second_is_looked_at_without_a_pause()
    {
        TroubleBudget budget = new();
        for (int look = 1; look <= 100; look++) budget.Pause(look * 0.005, 0.0005).ShouldBe(0, $"look {look}");
    }

    [Fact]
    public void A_look_is_never_put_off_for_long()
    {
        TroubleBudget budget = new();
        budget.Pause(1, 10).ShouldBe(0.05);
    }
}
