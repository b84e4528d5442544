using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>When bursts are taken, in simulated time.</summary>
public class ScheduleTests
{
    private const double Pulse = 0.05;

    [Fact]
    public void Without_trouble_nothing_is_owed() => new Schedule(5, 3).Owes(trouble: false).ShouldBeFalse();

    [Fact]
    public void A_look_without_stacks_takes_none()
    {
        Schedule schedule = new(5, 0);
        schedule.IsDue(1, workWaits: true).ShouldBeFalse();
        schedule.IsDue(4.9, workWaits: true).ShouldBeFalse();
        schedule.Owes(trouble: true).ShouldBeFalse();
    }

    [Fact]
    public void A_short_look_spreads_its_bursts_from_the_first_sign_to_its_end() =>
        Bursts(5, trouble: at => at >= 1).ShouldBe([1, 2.85, 4.7], tolerance: 0.11);

    [Fact]
    public void Trouble_that_shows_at_the_end_gets_its_bursts_a_little_beyond() =>
        Bursts(5, trouble: at => at >= 4.95).ShouldBe([4.95, 5.1, 5.25], tolerance: 0.11);

    [Fact]
    public void Trouble_that_comes_and_goes_gets_its_bursts_while_work_waits() =>
        Bursts(6, trouble: _ => true, waits: at => at is >= 1.5 and < 2.5 or >= 4 and < 5).ShouldBe([0, 1.5, 4], tolerance: 0.11);

    [Fact]
    public void Trouble_that_comes_back_again_and_again_gets_three_bursts_more_and_no_others() =>
        Bursts(30, trouble: _ => true, waits: at => at % 2 < 1).Count.ShouldBe(6);

    [Fact]
    public void Work_that_seems_to_wait_anew_at_the_beginning_leaves_a_burst_for_the_end() =>
        Bursts(3, trouble: at => at >= 0.4, waits: at => at is >= 0.4 and < 0.6 or >= 0.8 and < 0.9 or >= 1)
            .ShouldBe([0.4, 0.8, 1, 2.7], tolerance: 0.11);

    [Fact]
    public void A_burst_whose_time_has_come_waits_for_work_to_wait_again() =>
        Bursts(6, trouble: at => at >= 1, waits: at => at is >= 1 and < 2 or >= 4 and < 5).ShouldBe([1, 4, 5.7], tolerance: 0.11);

    [Fact]
    public void Trouble_that_comes_back_late_in_a_long_look_is_looked_at_again()
    {
        IReadOnlyList<double> bursts = Bursts(600, trouble: at => at is >= 10 and < 20 or >= 431 and < 440);

        bursts.Count(at => at < 30).ShouldBe(3);
        bursts.Count(at => at is >= 431 and < 450).ShouldBe(3);
        bursts.Count.ShouldBe(6);
    }

    [Fact]
    public void Trouble_all_the_time_gets_three_bursts_in_each_half_minute() =>
        Bursts(600, trouble: _ => true).Count.ShouldBe(60);

    [Fact]
    public void A_program_that_may_end_soon_is_looked_at_again_soon()
    {
        IReadOnlyList<double> bursts = Bursts(3600, trouble: _ => true, waits: at => at is >= 1 and < 1.5 or >= 6 and < 11, untilItEnds: true);

        bursts.Count(at => at < 5).ShouldBe(3);
        bursts.Count(at => at is >= 6 and < 11).ShouldBe(1);
        bursts.Count(at => at is >= 1805 and < 1865).ShouldBe(6);
    }

    /// <summary>
    /// As the observation asks: trouble counts from when its window began, whether or not it is over.
    /// </summary>
    private static IReadOnlyList<double> Bursts(double duration, Func<double, bool> trouble, Func<double, bool>? waits = null, bool untilItEnds = false)
    {
        Schedule schedule = new(duration, 3, untilItEnds);
        List<double> bursts = [];
        double sign = double.NegativeInfinity;
        for (double now = 0; now < duration || schedule.Owes(sign >= schedule.WindowStart); now += Pulse)
        {
            if (trouble(now)) sign = now;
            schedule.MoveTo(now);
            bool workWaits = waits?.Invoke(now) ?? false;
            schedule.Note(workWaits);
            if (sign < schedule.WindowStart || !schedule.IsDue(now, workWaits)) continue;
            schedule.Took(now, workWaits);
            bursts.Add(now);
        }
        return bursts;
    }
}

public class SuspensionBudgetTests
{
    [Fact]
    public void None_at_all_allows_none() => new SuspensionBudget(0).Allows(300).ShouldBeFalse();

    [Fact]
    public void A_burst_as_large_as_the_largest_must_fit()
    {
        SuspensionBudget budget = new(50);
        budget.Allows(0).ShouldBeTrue();
        budget.Spend(30);
        budget.Allows(10).ShouldBeFalse();
        budget.Spent.ShouldBe(30);
    }

    [Fact]
    public void Each_minute_renews_it()
    {
        SuspensionBudget budget = new(50);
        budget.Spend(30);
        budget.Spend(20);
        budget.Allows(59).ShouldBeFalse();
        budget.Allows(60).ShouldBeTrue();
    }
}
