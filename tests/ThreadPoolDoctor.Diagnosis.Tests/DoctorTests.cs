using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests;

public class DoctorTests
{
    public class Healthy_pools
    {
        [Fact]
        public void An_idle_process_is_healthy() =>
            ShouldBeWell(new Case().Workers(2, Idle).Queue(0, 0, 0, 0, 0));

        [Fact]
        public void A_short_queue_that_moves_fast_is_no_starvation() =>
            ShouldBeWell(new Case().Workers(3, Computing, cpuSeconds: 1).Cpu(0.53).Queue(12_000, 14, 9, 14, 11));

        [Fact]
        public void A_queue_that_empties_between_readings_is_a_burst() =>
            ShouldBeWell(new Case().Workers(2, Sleeping).Workers(1, Idle).Queue(50, 40, 0, 0, 0, 30, 0));

        [Fact]
        public void Dedicated_threads_may_sleep_as_they_like() =>
            ShouldBeWell(new Case().Workers(2, Idle).Threads(200, ThreadRole.Other).Queue(5, 0, 0, 0));

        [Fact]
        public void Unnamed_threads_that_inherited_a_workers_name_are_not_workers() =>
            ShouldBeWell(new Case().Workers(2, Idle)
                .Threads(200, ThreadRole.Worker, [Bcl("System.Threading.Thread", "Sleep"), User("Watch"), Bcl("System.Threading.Thread", "StartCallback")])
                .Queue(5, 0, 0, 0));

        [Fact]
        public void A_few_blocked_workers_without_a_queue_are_ordinary() =>
            ShouldBeWell(new Case().Workers(3, Sleeping).Workers(1, Computing, cpuSeconds: 1).Queue(100, 0, 0, 0));

        [Fact]
        public void A_long_queue_of_tiny_items_is_only_busy() =>
            ShouldBeWell(
                new Case().Workers(2, Computing, cpuSeconds: 2.8).Cpu(0.97).Queue(5_000_000, 6_000_000, 8_000_000, 10_000_000),
                Verdict.CpuBound);

        [Fact]
        public void A_parallel_loop_may_hold_all_workers() =>
            ShouldBeWell(
                new Case().Workers(2, On(User("Body"), Bcl("System.Threading.Tasks.TaskReplicator+Replica", "Execute")), cpuSeconds: 2.9)
                    .Cpu(0.98).Queue(0, 1, 1, 1),
                Verdict.CpuBound);

        [Fact]
        public void Work_that_left_no_frame_of_its_own_is_work() =>
            ShouldBeWell(new Case().Workers(6, On(), cpuSeconds: 1.5).Cpu(0.95).Queue(900, 20, 20, 20), Verdict.CpuBound);

        [Fact]
        public void A_blocking_call_that_keeps_its_processor_busy_is_work() =>
            ShouldBeWell(
                new Case().Workers(6, On(Bcl("System.IO.File", "ReadAllText"), User("Parse")), cpuSeconds: 1.5)
                    .Cpu(0.95).Queue(900, 20, 20, 20),
                Verdict.CpuBound);

        [Fact]
        public void Work_that_waits_for_half_a_second_is_not_said_to_wait_for_nothing() =>
            new Case().Workers(1, Computing, cpuSeconds: 2.9).Cpu(0.5).Queue(200, 98, 98, 98).Diagnose().Summary
                .ShouldEndWith("200 work items completed per second, each of which waited about 0.49 s in the queue.");

        private static void ShouldBeWell(Case @case, Verdict verdict = Verdict.Healthy)
        {
            PoolDiagnosis diagnosis = @case.Diagnose();
            diagnosis.Findings.ShouldBeEmpty();
            diagnosis.Verdict.ShouldBe(verdict);
            diagnosis.Since.ShouldBeNull();
        }
    }

    public class Starving_pools
    {
        private static Case Starving() => new Case().Workers(38, Sleeping).Queue(20, 400, 440, 480, 512);

        [Fact]
        public void Sleeping_workers_before_a_queue_starve_the_pool()
        {
            PoolDiagnosis diagnosis = Starving().Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Starving);
            Finding starvation = diagnosis.Findings[0];
            starvation.Id.ShouldBe("TPD101");
            Cause cause = starvation.Causes.ShouldHaveSingleItem();
            cause.Id.ShouldBe("TPD002");
            cause.Method.ShouldBe("Shop.Orders.Load(int)");
            cause.Line.ShouldBe(7);
            cause.Threads.ShouldBe(38);
            cause.Share.ShouldBe(1);
            cause.Leaf.ShouldBe("System.Threading.Thread.Sleep(int)");
            cause.Remedy.ShouldContain("Task.Delay");
        }

        [Fact]
        public void Four_items_behind_eight_blocked_workers_starve_though_the_queue_is_short() =>
            new Case().Workers(8, Sleeping).Queue(0, 4, 4, 4, 4).Diagnose().Verdict.ShouldBe(Verdict.Starving);

        [Fact]
        public void Work_that_waited_until_the_last_reading_is_told_with_the_most_there_was()
        {
            PoolDiagnosis diagnosis = new Case().Workers(6, Sleeping).Queue(2, 5, 7, 6, 0).Diagnose();
            diagnosis.Summary.ShouldContain("while up to 7 work items waited");
            diagnosis.Findings[0].Evidence.ShouldStartWith("Up to 7 work items waited in the queue");
        }

        [Fact]
        public void A_pool_that_does_not_grow_starves_all_the_same() =>
            new Case().Workers(3, Sleeping).Queue(5, 500, 600, 700).Diagnose().Verdict.ShouldBe(Verdict.Starving);

        [Fact]
        public void Causes_are_told_worst_first()
        {
            IReadOnlyList<Frame> waiting = On(Bcl("System.Threading.Tasks.Task", "InternalWaitCore"), User("Report", 30));
            IReadOnlyList<Cause> causes = new Case().Workers(4, waiting).Workers(9, Sleeping).Queue(5, 90, 95, 99)
                .Diagnose().Findings[0].Causes;
            causes.Select(cause => (cause.Id, cause.Threads)).ShouldBe([("TPD002", 9), ("TPD001", 4)]);
        }

        [Fact]
        public void It_began_when_the_pool_first_had_to_grow()
        {
            Case late = new Case().Workers(2, Sleeping, startedSecondsBefore: 3600);
            for (int i = 0; i < 60; i++) late.Workers(1, Sleeping, startedSecondsBefore: 60 - i);
            PoolDiagnosis diagnosis = late.Queue(20, 500, 510, 520).Diagnose();
            diagnosis.Since.ShouldBe(Start.AddSeconds(-60));
        }

        [Fact]
        public void An_earlier_starvation_that_passed_is_not_the_present_one()
        {
            Case late = new Case().Workers(2, Sleeping, startedSecondsBefore: 3600).Workers(4, Sleeping, startedSecondsBefore: 1800);
            for (int i = 0; i < 10; i++) late.Workers(1, Sleeping, startedSecondsBefore: 5 - i * 0.5);
            late.Queue(20, 500, 510, 520).Diagnose().Since.ShouldBe(Start.AddSeconds(-5));
        }

        [Fact]
        public void Without_stacks_the_doctor_says_what_is_missing()
        {
            PoolDiagnosis diagnosis = Doctor.Diagnose(Starving().Record(withStacks: false));
            diagnosis.Verdict.ShouldBe(Verdict.Inconclusive);
            diagnosis.Summary.ShouldContain("no stacks");
        }

        [Fact]
        public void Work_that_waits_for_no_reason_that_is_seen_is_not_called_healthy()
        {
            PoolDiagnosis diagnosis = new Case().Workers(9, On(), cpuSeconds: 0.01).Queue(20, 500, 500, 500).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Inconclusive);
            diagnosis.Summary.ShouldBe("Not enough evidence: work waits though processors are free, and no worker was seen to block.");
        }

        [Fact]
        public void Sleep_in_native_code_that_left_no_frame_of_the_users_is_blocking()
        {
            PoolDiagnosis diagnosis = new Case().Workers(9, On()).Queue(20, 500, 510, 520).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Starving);
            diagnosis.Findings[0].Causes.ShouldHaveSingleItem().Id.ShouldBe("TPD003");
        }

        [Fact]
        public void Waiting_for_processors_is_no_proof_that_nothing_blocks() =>
            Doctor.Diagnose(Starving().WaitingForProcessors(3).Cpu(0.02).Record(withStacks: false)).Verdict.ShouldBe(Verdict.Inconclusive);

        [Fact]
        public void Blocking_outweighs_a_busy_processor_only_when_clear()
        {
            Case mixed = new Case().Workers(4, Sleeping).Workers(4, Computing, cpuSeconds: 1.4).Cpu(0.95).Queue(30, 50, 60, 70);
            mixed.Diagnose().Verdict.ShouldBe(Verdict.CpuBound);
        }
    }

    public class Other_verdicts
    {
        [Fact]
        public void Many_blocked_workers_without_a_queue_are_compensated()
        {
            PoolDiagnosis diagnosis = new Case().Workers(40, Sleeping).Queue(80, 0, 0, 0, 0).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Compensated);
            diagnosis.Findings.ShouldHaveSingleItem().Id.ShouldBe("TPD002");
        }

        [Fact]
        public void Too_few_readings_are_inconclusive() =>
            new Case().Workers(2, Idle).Queue(0, 0).Diagnose().Verdict.ShouldBe(Verdict.Inconclusive);

        [Fact]
        public void One_reading_is_enough_for_a_look_that_was_asked_to_be_too_short_for_two() =>
            Brief().Workers(2, Idle).Queue(20, 0).Diagnose().Verdict.ShouldBe(Verdict.Healthy);

        [Fact]
        public void One_reading_of_a_longer_look_is_not() =>
            new Case { Seconds = 2, AskedSeconds = 2 }.Workers(2, Idle).Queue(20, 0).Diagnose().Verdict.ShouldBe(Verdict.Inconclusive);

        [Fact]
        public void Work_that_came_in_the_moment_of_the_only_reading_is_no_starvation() =>
            Brief().Workers(2, Idle).Queue(20, 500).Diagnose().Verdict.ShouldBe(Verdict.Inconclusive);

        [Fact]
        public void One_reading_and_blocked_workers_are_starvation_without_a_word_of_how_the_queue_changes()
        {
            PoolDiagnosis diagnosis = Brief().Workers(9, Sleeping).Queue(20, 500).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Starving);
            diagnosis.Advice.ShouldBeEmpty();
            string all = string.Join(' ', diagnosis.Findings.Select(finding => finding.Evidence)) + TextReport.Plain(diagnosis);
            all.ShouldNotContain("steady");
            all.ShouldNotContain("drains");
        }

        private static Case Brief() => new() { Seconds = 1.2, AskedSeconds = 1 };

        [Fact]
        public void A_process_with_many_wait_threads_is_at_risk()
        {
            PoolDiagnosis diagnosis = new Case().Workers(2, Idle).Threads(100, ThreadRole.WaitThread).Queue(10, 0, 0, 0).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.AtRisk);
            diagnosis.Pool.WaitThreads.ShouldBe(100);
        }
    }
}
