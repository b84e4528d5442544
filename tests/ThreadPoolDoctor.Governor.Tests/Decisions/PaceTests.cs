using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>What looking at a calm pool may cost.</summary>
public class PaceTests
{
    [Theory]
    [InlineData(0.000005)]
    [InlineData(0.00005)]
    [InlineData(0.0005)]
    public void Looking_costs_at_most_a_thousandth_of_a_processor(double lookCost)
    {
        foreach (bool active in new[] { false, true })
        {
            Pace pace = new();
            double now = 0, used = 0, next = 0.01;
            double counted = 0, usedBefore = 0;
            while (now < 120)
            {
                now += next;
                used += lookCost;
                next = pace.Next(lookCost, next, active);
                // The first minute may spend what a start has saved.
                if (now < 60) (counted, usedBefore) = (now, used);
            }
            ((used - usedBefore) / (now - counted)).ShouldBeLessThan(Math.Max(0.001, lookCost / 0.1 * 1.01), $"active: {active}");
        }
    }

    /// <summary>
    /// What a look cost in an idle web application: at ten a second it would be more than a thousandth of a processor.
    /// </summary>
    [Fact]
    public void A_program_that_stays_idle_is_looked_at_seven_times_a_second()
    {
        Pace pace = new();
        double next = 0;
        for (int look = 0; look < 1_000; look++) next = pace.Next(0.00011, next, active: look % 8 == 0);
        next.ShouldBe(0.15);
    }

    [Fact]
    public void A_program_that_becomes_active_is_looked_at_quickly()
    {
        Pace pace = new();
        for (int look = 0; look < 1_000; look++) pace.Next(0.00005, 0.07, active: false);

        pace.Next(0.00005, 0.07, active: true).ShouldBe(0.01);
    }
}
