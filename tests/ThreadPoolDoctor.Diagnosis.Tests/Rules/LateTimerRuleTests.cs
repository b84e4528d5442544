using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>TPD104: when it stays silent, then when it speaks.</summary>
public class LateTimerRuleTests
{
    [Fact]
    public void Timers_on_time_are_not_told()
    {
        Case @case = new Case().Workers(2, Idle).Queue(100, 0, 0, 0);
        @case.Timers.AddRange([new(1, 1.001), new(2, 2.02), new(2.9, 2.95)]);
        Ids(@case).ShouldNotContain("TPD104");
    }

    [Fact]
    public void Measured_lateness_is_told_with_the_worst()
    {
        Case @case = new Case().Workers(3, Sleeping).Queue(5, 50, 50, 50);
        @case.Timers.AddRange([new(0.5, 1.5), new(0.6, 1.5), new(1, 3)]);
        The("TPD104", @case).Evidence.ShouldBe("3 timers fired; half of them were late by 1 s or more, the worst by 2 s.");
    }

    [Fact]
    public void A_single_timer_is_told_as_one()
    {
        Case @case = new Case().Workers(3, Sleeping).Queue(5, 50, 50, 50);
        @case.Timers.Add(new(0.5, 1.5));
        The("TPD104", @case).Evidence.ShouldBe("1 timer fired, and was late by 1 s.");
    }

    [Fact]
    public void A_process_with_timers_in_which_nothing_is_taken_has_late_timers() =>
        The("TPD104", new Case().Workers(4, Computing, cpuSeconds: 1.4).Threads(1, ThreadRole.Timer).Cpu(0.99).Queue(0, 7, 7, 7))
            .Causes.ShouldHaveSingleItem().Method.ShouldBe("Shop.Orders.Compute(int)");

    [Fact]
    public void Timers_behind_a_queue_of_items_that_hold_their_workers_are_late_by_its_length() =>
        The("TPD104", new Case().Workers(9, Computing, 4, cpuSeconds: 0.3).Threads(1, ThreadRole.Timer).Cpu(0.5).Queue(4, 14, 14, 14))
            .Evidence.ShouldStartWith("A work item that is queued now waits about 3.5 s for a worker");

    [Fact]
    public void Timers_behind_items_that_compute_for_long_lack_processors() =>
        Ids(new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Threads(1, ThreadRole.Timer).Cpu(0.99).Queue(4, 14, 14, 14))
            .ShouldBeEmpty();

    [Fact]
    public void Timers_behind_a_queue_of_short_items_are_not_told() =>
        Ids(new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Threads(1, ThreadRole.Timer).Cpu(0.99).Queue(80, 140, 140, 140))
            .ShouldNotContain("TPD104");

    [Fact]
    public void Without_any_timer_none_is_late() =>
        Ids(new Case().Workers(4, Computing, cpuSeconds: 1.4).Cpu(0.99).Queue(0, 7, 7, 7)).ShouldNotContain("TPD104");
}
