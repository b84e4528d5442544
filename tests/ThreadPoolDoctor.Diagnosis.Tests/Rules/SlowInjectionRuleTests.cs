using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>TPD102: when it stays silent, then when it speaks.</summary>
public class SlowInjectionRuleTests
{
    [Fact]
    public void Is_not_told_of_a_pool_that_keeps_up() =>
        Ids(new Case().Workers(2, Sleeping).Workers(9, Sleeping, 2).Queue(90, 0, 0, 0)).ShouldNotContain("TPD102");

    [Fact]
    public void Is_not_told_where_threads_would_not_help() =>
        Ids(new Case().Workers(8, Sleeping, 600).Queue(0, 4, 4, 4)).ShouldNotContain("TPD102");

    [Fact]
    public void Loops_that_hold_all_workers_but_one_are_told_though_that_one_runs_short_items() =>
        Ids(new Case().Workers(7, Computing, 2, cpuSeconds: 0.5).Cpu(0.47).Queue(7.4, 10, 12, 13, 14)).ShouldContain("TPD102");

    [Fact]
    public void A_swarm_of_ends_between_two_long_silences_does_not_hide_the_loops() =>
        Ids(new Case().Workers(7, Computing, 2, cpuSeconds: 0.5).Cpu(0.47).Queue(4, 10, 12).Queue(400, 11).Queue(4, 13, 14)).ShouldContain("TPD102");

    [Fact]
    public void Tells_the_pace_and_when_the_queue_will_be_empty()
    {
        Case @case = new Case().Workers(2, Sleeping);
        for (int i = 0; i < 10; i++) @case.Workers(1, Sleeping, startedSecondsBefore: 10 - i);
        @case.Adjustments.Add(new(1, 12, AdjustmentReason.Starvation));
        string evidence = The("TPD102", @case.Queue(20, 300, 310, 320)).Evidence;
        evidence.ShouldContain("one thread per 1 s (reason: starvation)");
        evidence.ShouldContain("320 work items wait");
    }

    [Fact]
    public void Threads_that_come_by_swarms_have_no_pace()
    {
        Case @case = new Case().Workers(2, Sleeping);
        foreach (double before in (double[])[12, 11.85, 11.7, 6, 5.85, 5.7]) @case.Workers(1, Sleeping, startedSecondsBefore: before);
        The("TPD102", @case.Queue(20, 300, 310, 320)).Evidence.ShouldStartWith("The pool adds no thread in 3 s");
    }

    [Fact]
    public void Is_told_when_no_thread_comes_at_all() =>
        The("TPD102", new Case().Workers(3, Sleeping, 600).Queue(5, 500, 600, 700)).Evidence.ShouldStartWith("The pool adds no thread in 3 s");

    [Fact]
    public void Behind_loops_blames_the_loops() =>
        The("TPD102", new Case().Workers(2, Computing, cpuSeconds: 2.9).Workers(3, Computing, 4, cpuSeconds: 0.5).Cpu(0.99).Queue(0, 7, 7, 7))
            .Causes.ShouldHaveSingleItem().Id.ShouldBe("TPD005");

    [Fact]
    public void Items_that_compute_for_long_and_come_to_their_ends_only_need_processors()
    {
        PoolDiagnosis diagnosis = new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Cpu(0.99).Queue(4.5, 14, 14, 14).Diagnose();
        diagnosis.Findings.ShouldBeEmpty();
        diagnosis.Verdict.ShouldBe(Verdict.CpuBound);
        diagnosis.Summary.ShouldEndWith("threads are not blocked but at work, mostly in Shop.Orders.Compute(int).");
    }

    [Fact]
    public void Items_that_take_longer_than_a_reading_compute_though_most_readings_see_none_end() =>
        new Case().Workers(3, Computing, 4, cpuSeconds: 1.9).WaitingForProcessors(1).Cpu(0.97).Ends(20, 0, 1, 0, 1, 0).Diagnose().Verdict.ShouldBe(Verdict.CpuBound);

    [Fact]
    public void A_pattern_that_backtracks_is_no_loop_though_no_item_ends_in_the_look()
    {
        Frame match = new("System.Text.RegularExpressions", "System.Text.RegularExpressions.RegexInterpreter", "Scan", "") { IsFramework = true };
        Case @case = new Case().Workers(3, On(match, User("Check")), 4, cpuSeconds: 1.9).Cpu(0.97).Queue(0, 20, 25, 30);
        PoolDiagnosis diagnosis = @case.Diagnose();
        diagnosis.Verdict.ShouldBe(Verdict.CpuBound);
        diagnosis.Busiest.ShouldHaveSingleItem().Remedy.ShouldContain("NonBacktracking");
    }

    [Fact]
    public void A_loop_around_a_pattern_is_one()
    {
        Frame match = new("System.Text.RegularExpressions", "System.Text.RegularExpressions.Regex", "IsMatch", "") { IsFramework = true };
        Case @case = new Case().WorkersOver(3, 4, 1.9, On(match, User("Check")), On(User("Check")), On(match, User("Check")));
        @case.Cpu(0.97).Queue(0, 20, 25, 30).Diagnose().Verdict.ShouldBe(Verdict.AtRisk);
    }

    [Theory]
    [InlineData(0.7, Verdict.CpuBound)]
    [InlineData(0, Verdict.AtRisk)]
    public void On_a_crowded_machine_one_item_that_ends_shows_that_all_do_where_the_workers_do_nothing_but_compute(double completedPerSecond, Verdict verdict) =>
        new Case().Workers(4, Computing, 4, cpuSeconds: 1.2).WaitingForProcessors(1.5).Cpu(0.8).Queue(completedPerSecond, 10, 11, 12)
            .Diagnose().Verdict.ShouldBe(verdict);

    [Fact]
    public void Loops_that_are_stopped_now_and_then_hold_workers_though_these_do_nothing_but_compute()
    {
        Case @case = new Case().Workers(4, Computing, 4, cpuSeconds: 1.4).WaitingForProcessors(1.5).Cpu(0.95);
        @case.Queue(4, 15).Queue(0, 16, 16).Queue(4, 17).Queue(0, 17, 17, 17).Diagnose().Verdict.ShouldBe(Verdict.AtRisk);
    }

    [Fact]
    public void There_a_worker_that_came_too_late_for_an_account_is_no_sign_of_loops()
    {
        Recording record = new Case().Workers(4, Computing, 4, cpuSeconds: 1.2).WaitingForProcessors(1.5).Cpu(0.8).Queue(1, 10, 11, 12).Record();
        ThreadCensus first = record.Censuses[0];
        Doctor.Diagnose(record with { Censuses = [first with { Threads = [.. first.Threads.Skip(1)] }, record.Censuses[1]] })
            .Verdict.ShouldBe(Verdict.CpuBound);
    }

    [Fact]
    public void Callbacks_of_timers_that_compute_do_not_wait_for_their_timers()
    {
        Frame fire = Bcl("System.Threading.TimerQueueTimer", "Fire");
        Case @case = new Case().Workers(9, On(User("Compute"), fire), 4, cpuSeconds: 1.2).Cpu(0.99).Queue(4.5, 14, 14, 14);
        for (int i = 0; i < 6; i++) @case.Timers.Add(new(0.2 + i * 0.2, 1.7 + i * 0.2));
        @case.Diagnose().Verdict.ShouldBe(Verdict.CpuBound);
    }

    [Fact]
    public void Loops_that_end_when_a_timer_says_so_hold_workers()
    {
        Case @case = new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Cpu(0.99).Queue(4.5, 14, 14, 14);
        for (int i = 0; i < 6; i++) @case.Timers.Add(new(0.2 + i * 0.2, 1.7 + i * 0.2));
        Ids(@case).ShouldContain("TPD102");
    }

    [Fact]
    public void Is_not_told_of_short_items_in_one_method() =>
        Ids(new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Cpu(0.99).Queue(80, 140, 140, 140)).ShouldNotContain("TPD102");

    [Fact]
    public void Items_that_end_one_by_one_on_a_crowded_machine_compute_though_most_readings_see_none_end() =>
        Crowded().Ends(8, 0, 3.3, 3.5, 0, 3.3, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.CpuBound);

    [Fact]
    public void There_a_single_end_in_the_whole_look_does_not_show_that_items_end() =>
        Crowded().Ends(8, 0, 0, 3.3, 0, 0, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.AtRisk);

    [Fact]
    public void There_items_may_wait_for_timers_where_there_are_some_for_them()
    {
        Case @case = Crowded();
        @case.ActiveTimers = 4;
        @case.Ends(8, 0, 3.3, 3.5, 0, 3.3, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.AtRisk);
    }

    [Theory]
    [InlineData(9, Verdict.AtRisk)]
    [InlineData(0, Verdict.CpuBound)]
    public void There_swarms_of_ends_are_of_loops_where_there_are_late_timers_for_them(int activeTimers, Verdict verdict)
    {
        // As seen: of fourteen counters that are stopped by timers of their own two were armed while it was looked.
        Case @case = Crowded(workers: 14);
        @case.ActiveTimers = activeTimers;
        @case.Timers.AddRange([new(1.9, 2.82), new(1.71, 2.91)]);
        @case.Ends(15, 10.4, 43.6, 0, 0, 45.5, 0, 0, 16.7, 30.6, 0).Diagnose().Verdict.ShouldBe(verdict);
    }

    [Fact]
    public void There_items_that_end_steadily_compute_though_other_timers_are_late()
    {
        Case @case = Crowded(workers: 14);
        @case.ActiveTimers = 9;
        @case.Timers.AddRange([new(1.9, 2.82), new(1.71, 2.91)]);
        @case.Ends(15, 14, 15, 16, 14, 15, 16, 14, 15, 16, 14).Diagnose().Verdict.ShouldBe(Verdict.CpuBound);
    }

    /// <summary>Workers that compute in a process that gets 45 % of the processors; the pool adds one.</summary>
    private static Case Crowded(int workers = 8)
    {
        Case @case = new Case()
            .Workers(workers, Computing, 4, cpuSeconds: 2.7 / workers).WaitingForProcessors(2.6).Cpu(0.45);
        @case.Adjustments.Add(new(2.9, workers + 1, AdjustmentReason.Starvation));
        return @case;
    }
}
