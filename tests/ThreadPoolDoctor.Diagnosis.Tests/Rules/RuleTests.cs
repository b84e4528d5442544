using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>Each symptom apart: when it stays silent, then when it speaks.</summary>
public class RuleTests
{
    private static IEnumerable<string> Ids(Case @case) => @case.Diagnose().Findings.Select(finding => finding.Id);

    private static Finding The(string id, Case @case) => @case.Diagnose().Findings.Single(finding => finding.Id == id);

    public class Slow_injection
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
        public void Is_told_when_no_thread_comes_at_all() =>
            The("TPD102", new Case().Workers(3, Sleeping, 600).Queue(5, 500, 600, 700)).Evidence.ShouldStartWith("The pool adds no thread in 3 s");

        [Fact]
        public void Behind_loops_blames_the_loops() =>
            The("TPD102", new Case().Workers(2, Computing, cpuSeconds: 2.9).Workers(3, Computing, 4, cpuSeconds: 0.5).Cpu(0.99).Queue(0, 7, 7, 7))
                .Causes.ShouldHaveSingleItem().Id.ShouldBe("TPD005");

        [Fact]
        public void Loops_that_end_after_some_seconds_hold_workers_too() =>
            Ids(new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Cpu(0.99).Queue(4.5, 14, 14, 14)).ShouldContain("TPD102");

        [Fact]
        public void Is_not_told_of_short_items_in_one_method() =>
            Ids(new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Cpu(0.99).Queue(80, 140, 140, 140)).ShouldNotContain("TPD102");
    }

    public class Late_timers
    {
        [Fact]
        public void Timers_on_time_are_not_told()
        {
            Case @case = new Case().Workers(2, Idle).Queue(100, 0, 0, 0);
            @case.Timers.AddRange([new(1, 1.001), new(2, 2.02), new(2.9, null)]);
            Ids(@case).ShouldNotContain("TPD104");
        }

        [Fact]
        public void A_timer_that_is_not_due_yet_is_not_late()
        {
            Case @case = new Case().Workers(2, Idle).Queue(100, 0, 0, 0);
            @case.Timers.Add(new(30, null));
            Ids(@case).ShouldNotContain("TPD104");
        }

        [Fact]
        public void Measured_lateness_is_told_with_the_worst()
        {
            Case @case = new Case().Workers(3, Sleeping).Queue(5, 50, 50, 50);
            @case.Timers.AddRange([new(0.5, 1.5), new(0.6, 1.5), new(1, null)]);
            The("TPD104", @case).Evidence.ShouldBe("3 timers came due; half of them were late by 1 s or more, the worst by 2 s.");
        }

        [Fact]
        public void A_single_timer_is_told_as_one()
        {
            Case @case = new Case().Workers(3, Sleeping).Queue(5, 50, 50, 50);
            @case.Timers.Add(new(0.5, 1.5));
            The("TPD104", @case).Evidence.ShouldBe("1 timer came due, and was late by 1 s.");
        }

        [Fact]
        public void A_process_with_timers_in_which_nothing_is_taken_has_late_timers() =>
            The("TPD104", new Case().Workers(4, Computing, cpuSeconds: 1.4).Threads(1, ThreadRole.Timer).Cpu(0.99).Queue(0, 7, 7, 7))
                .Causes.ShouldHaveSingleItem().Method.ShouldBe("Shop.Orders.Compute(int)");

        [Fact]
        public void Timers_behind_a_queue_of_long_items_are_late_by_its_length() =>
            The("TPD104", new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Threads(1, ThreadRole.Timer).Cpu(0.99).Queue(4, 14, 14, 14))
                .Evidence.ShouldStartWith("Work items wait about 3.5 s for a worker");

        [Fact]
        public void Timers_behind_a_queue_of_short_items_are_not_told() =>
            Ids(new Case().Workers(9, Computing, 4, cpuSeconds: 1.2).Threads(1, ThreadRole.Timer).Cpu(0.99).Queue(80, 140, 140, 140))
                .ShouldNotContain("TPD104");

        [Fact]
        public void Without_any_timer_none_is_late() =>
            Ids(new Case().Workers(4, Computing, cpuSeconds: 1.4).Cpu(0.99).Queue(0, 7, 7, 7)).ShouldNotContain("TPD104");
    }

    public class Wait_threads
    {
        [Fact]
        public void Two_are_ordinary() =>
            Ids(new Case().Workers(2, Idle).Threads(2, ThreadRole.WaitThread).Queue(0, 0, 0)).ShouldBeEmpty();

        [Fact]
        public void Many_are_told_with_the_handles_and_who_registers()
        {
            Case @case = new Case().Workers(2, Idle).Threads(100, ThreadRole.WaitThread).Queue(0, 0, 0);
            @case.WaitRegistrations.Add(User("Watch", 12));
            Finding finding = The("TPD103", @case);
            finding.Evidence.ShouldBe("100 wait threads watch 6238 to 6300 registered handles (one thread per 63).");
            finding.Causes.ShouldHaveSingleItem().Line.ShouldBe(12);
            finding.Causes[0].Id.ShouldBe("TPD006");
        }
    }

    public class Lock_convoy
    {
        private static readonly IReadOnlyList<Frame> s_waiting = On(Bcl("System.Threading.Monitor", "Enter_Slowpath"), User("Pay", 20));
        private static readonly IReadOnlyList<Frame> s_holding = On(Bcl("System.Threading.Thread", "Sleep"), User("Pay", 22));

        [Fact]
        public void A_few_waiters_are_no_convoy() =>
            Ids(new Case().Workers(2, s_waiting).Queue(100, 0, 0, 0)).ShouldNotContain("TPD105");

        [Fact]
        public void A_line_that_stood_there_once_is_no_convoy() =>
            Ids(new Case().WorkersOver(9, 60, 0, s_waiting, s_holding, s_holding).Queue(1, 9, 9, 9)).ShouldNotContain("TPD105");

        [Fact]
        public void Waiting_for_a_signal_is_no_convoy() =>
            Ids(new Case().Workers(9, On(Bcl("System.Threading.Monitor", "Wait"), User("Next"))).Queue(1, 9, 9, 9)).ShouldNotContain("TPD105");

        [Fact]
        public void One_before_a_lock_is_no_convoy_when_nothing_else_waits() =>
            Ids(new Case().Workers(1, s_waiting).Workers(1, s_holding).Queue(2, 0, 0, 0)).ShouldNotContain("TPD105");

        [Fact]
        public void Two_before_a_lock_are_no_convoy_while_the_others_are_elsewhere() =>
            Ids(new Case().Workers(2, s_waiting).Workers(1, s_holding).Workers(3, Sleeping).Queue(2, 90, 91, 92)).ShouldNotContain("TPD105");

        [Fact]
        public void All_workers_of_a_small_pool_are_a_convoy() =>
            Ids(new Case().Workers(2, s_waiting).Workers(1, s_holding).Queue(8, 90, 91, 92)).ShouldContain("TPD105");

        [Fact]
        public void Who_held_the_lock_before_and_stands_in_the_line_now_is_not_its_owner()
        {
            Case @case = new Case().Workers(12, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92);
            @case.LockWaits.Add(new(1, 103, 1, 112));
            @case.LockWaits.Add(new(1.1, 104, 1, 105));
            The("TPD105", @case).Evidence.ShouldContain("thread 112 holds it, and waits in System.Threading.Thread.Sleep");
        }

        [Fact]
        public void Who_held_another_lock_that_one_of_the_line_wanted_is_not_its_owner()
        {
            Case @case = new Case().Workers(12, s_waiting).Workers(1, s_holding).Workers(1, Sleeping).Queue(2, 90, 91, 92);
            @case.LockWaits.AddRange([new(1, 103, 1, 112), new(1.1, 104, 1, 112), new(1.2, 105, 2, 113)]);
            The("TPD105", @case).Evidence.ShouldContain("thread 112 holds it");
        }

        [Fact]
        public void Who_held_the_lock_before_and_rests_now_is_not_its_owner()
        {
            Case @case = new Case().Workers(12, s_waiting).Workers(1, s_holding).Workers(1, Idle).Queue(2, 90, 91, 92);
            @case.LockWaits.Add(new(1.1, 104, 1, 113));
            The("TPD105", @case).Evidence.ShouldContain("thread 112 probably holds it");
        }

        [Fact]
        public void Shares_are_of_all_blocked_workers() =>
            The("TPD105", new Case().Workers(9, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92))
                .Causes.Select(cause => cause.Share).ShouldBe([0.1, 0.9]);

        [Fact]
        public void A_static_constructor_that_many_wait_for_is_one_with_its_thread_as_owner()
        {
            Frame init = Bcl("System.Runtime.CompilerServices.InitHelpers", "InitClassSlow");
            IReadOnlyList<Frame> waiting = On(init, User("Convert", 9));
            IReadOnlyList<Frame> loading = On(Bcl("System.Threading.Thread", "Sleep"), User(".cctor", 3), init, User("Convert", 9));
            The("TPD105", new Case().Workers(9, waiting).Workers(1, loading).Queue(2, 90, 91, 92))
                .Evidence.ShouldContain("thread 109 probably holds it, and waits in System.Threading.Thread.Sleep in static Shop.Orders");
        }

        [Fact]
        public void Its_owner_is_the_thread_beyond_the_gate()
        {
            Finding finding = The("TPD105", new Case().Workers(12, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92));
            finding.Evidence.ShouldBe("12 workers wait for one lock in Shop.Orders.Pay(int); thread 112 probably holds it,"
                + " and waits in System.Threading.Thread.Sleep in Shop.Orders.Pay(int).");
            finding.Causes[0].Id.ShouldBe("TPD002");
        }

        [Fact]
        public void In_a_small_pool_all_but_the_owner_are_a_convoy() =>
            The("TPD105", new Case().Workers(2, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92)).Evidence.ShouldStartWith("2 workers wait");

        [Fact]
        public void Of_two_workers_one_is_the_line_when_work_waits() =>
            The("TPD105", new Case().Workers(1, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92)).Evidence.ShouldStartWith("1 worker waits");

        [Fact]
        public void A_line_that_grows_with_its_pool_was_one_from_the_beginning() =>
            The("TPD105", new Case()
                .Workers(2, s_waiting).Workers(1, s_holding).WorkersOver(7, 1, 0, s_waiting)
                .Queue(2, 90, 91, 92)).Evidence.ShouldStartWith("9 workers wait");

        [Fact]
        public void A_lock_that_goes_from_worker_to_worker_has_its_line_all_the_same() =>
            The("TPD105", new Case()
                .WorkersOver(1, 60, 0, s_holding, s_holding, s_waiting)
                .WorkersOver(1, 60, 0, s_waiting, s_waiting, s_holding)
                .WorkersOver(1, 60, 0, s_waiting, s_waiting, s_waiting)
                .Queue(2, 90, 91, 92)).Evidence.ShouldStartWith("2 workers wait for one lock in Shop.Orders.Pay(int); thread 101 probably holds it");

        [Fact]
        public void Its_owner_is_certain_where_the_runtime_named_it()
        {
            Case @case = new Case().Workers(12, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92);
            @case.LockWaits.Add(new(1, 103, 1, 112));
            The("TPD105", @case).Evidence.ShouldContain("thread 112 holds it");
        }
    }

    public class Cpu_saturation
    {
        [Fact]
        public void A_process_that_others_keep_from_the_processors_is_not_to_blame()
        {
            PoolDiagnosis diagnosis = new Case().Workers(4, Computing, cpuSeconds: 0.1).WaitingForProcessors(2.5)
                .Cpu(0.04).Queue(600, 6_000, 12_000, 18_000, 24_000).Diagnose();
            diagnosis.Findings.ShouldBeEmpty();
            diagnosis.Verdict.ShouldBe(Verdict.CpuBound);
            diagnosis.Summary.ShouldContain("the machine is busy with others");
        }

        [Fact]
        public void Work_that_would_be_too_much_on_an_empty_machine_is_told_on_a_crowded_one() =>
            The("TPD106", new Case().Workers(4, Computing, cpuSeconds: 0.3).WaitingForProcessors(2.5)
                .Cpu(0.16).Queue(14, 100, 400, 700, 1_000)).Evidence.ShouldContain("threads do not block");

        [Fact]
        public void A_backlog_of_real_items_that_grows_is_told() =>
            The("TPD106", new Case().Workers(4, Computing, cpuSeconds: 1.4).Cpu(0.98).Queue(300, 600, 900, 1200))
                .Evidence.ShouldContain("threads do not block");

        [Fact]
        public void A_backlog_that_shrinks_is_not() =>
            Ids(new Case().Workers(4, Computing, cpuSeconds: 1.4).Cpu(0.98).Queue(300, 1200, 900, 600)).ShouldBeEmpty();
    }

    public class Stuck
    {
        [Fact]
        public void A_pool_that_completes_something_is_not_stuck() =>
            Ids(new Case().Workers(8, Sleeping).Queue(2, 4, 4, 4)).ShouldNotContain("TPD107");

        [Fact]
        public void A_short_look_says_nothing_about_standing_still() =>
            Ids(new Case { Seconds = 1 }.Workers(8, Sleeping).Queue(0, 4, 4, 4)).ShouldNotContain("TPD107");

        [Fact]
        public void Idle_consumers_are_not_stuck()
        {
            IReadOnlyList<Frame> taking = On(Bcl("System.Collections.Concurrent.BlockingCollection`1", "Take"), User("Consume"));
            PoolDiagnosis diagnosis = new Case().Workers(6, taking).Queue(0, 0, 0, 0).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Compensated);
            diagnosis.Findings.ShouldHaveSingleItem().Id.ShouldBe("TPD004");
        }

        [Fact]
        public void Two_workers_that_wait_for_locks_for_good_are_stuck_though_nothing_waits()
        {
            IReadOnlyList<Frame> one = On(Bcl("System.Threading.Monitor", "Enter_Slowpath"), User("Pay", 20));
            IReadOnlyList<Frame> two = On(Bcl("System.Threading.Monitor", "Enter_Slowpath"), User("Cancel", 30));
            PoolDiagnosis diagnosis = new Case().Workers(1, one).Workers(1, two).Queue(0, 0, 0, 0).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.AtRisk);
            diagnosis.Findings.ShouldHaveSingleItem().Id.ShouldBe("TPD107");
        }

        [Fact]
        public void Workers_that_never_move_are_stuck_and_their_waits_are_told() =>
            The("TPD107", new Case().Workers(8, Sleeping).Queue(0, 4, 4, 4))
                .Evidence.ShouldContain("8 in Shop.Orders.Load(int) wait for System.Threading.Thread.Sleep(int)");
    }
}
