using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Signals;

/// <summary>Starvation that comes and goes: six seconds, readings once a second, stacks at 0, 1 and 2 s.</summary>
public class StarvedTimeTests
{
    private static Case Look() => new() { Seconds = 6 };

    public class Silent
    {
        [Fact]
        public void One_reading_with_a_queue_is_a_burst() =>
            Look().Workers(3, Sleeping).Queue(50, 40, 0, 0, 0, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.Healthy);

        [Fact]
        public void Work_that_waits_beside_idle_workers_is_about_to_be_taken() =>
            Look().Workers(3, Sleeping).Workers(3, Idle).Queue(50, 40, 50, 0, 0, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.Healthy);

        [Fact]
        public void Idle_workers_are_about_to_take_it_as_long_as_the_pool_wants_more_to_work()
        {
            Case @case = Look().Workers(3, Sleeping).Workers(3, Idle).Queue(50, 40, 50, 0, 0, 0, 0);
            @case.Adjustments.Add(new(0.5, 6, AdjustmentReason.ClimbingMove));
            @case.Diagnose().Verdict.ShouldBe(Verdict.Healthy);
        }

        [Fact]
        public void Work_that_waits_behind_computing_is_not_starved() =>
            Look().Workers(3, Computing, cpuSeconds: 2).Cpu(0.5).Queue(50, 40, 50, 0, 0, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.Healthy);

        [Fact]
        public void A_queue_that_moves_fast_in_two_readings_is_not_starved() =>
            Look().Workers(3, Sleeping).Queue(12_000, 40, 50, 0, 0, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.Healthy);

        [Fact]
        public void Work_behind_threads_that_wait_for_processors_is_not_starved_though_one_was_seen_asleep()
        {
            // Two counts of the threads in six seconds, for a crowded machine is slow to count; the first fell on a
            // short sleep.
            Recording recording = Look().Workers(3, Computing, cpuSeconds: 1.2).WaitingForProcessors(4).Cpu(0.4).Queue(20, 40, 40, 40, 40, 0, 0).Record();
            ThreadCensus first = recording.Censuses[0];
            PoolDiagnosis diagnosis = Doctor.Diagnose(recording with
            {
                Censuses = [first with { At = 0.5, Threads = [.. first.Threads.Select(thread => thread with { Asleep = true })] }, .. recording.Censuses.Skip(1)],
            });
            diagnosis.Verdict.ShouldBe(Verdict.CpuBound, diagnosis.Summary);
        }

        [Fact]
        public void Work_behind_items_that_compute_is_not_starved_though_their_threads_slept_before_and_after()
        {
            // In the whole look each computed for a fifth of the time, which is most of the time in which work waited.
            // The leaf is .NET's, for the item was compiled into the pool's loop.
            IReadOnlyList<Frame> spinning = On(Bcl("System.Threading.Thread", "LongSpinWait"));
            Recording recording = Look().Workers(3, spinning, cpuSeconds: 1.2).Cpu(0.3).Queue(50, 40, 40, 0, 0, 0, 0).Record();
            PoolDiagnosis diagnosis = Doctor.Diagnose(recording with
            {
                Censuses = [.. recording.Censuses.Select(census => census with { Threads = [.. census.Threads.Select(thread => thread with { Asleep = true })] })],
            });
            diagnosis.Verdict.ShouldBe(Verdict.Healthy, diagnosis.Summary);
        }

        [Fact]
        public void A_healthy_pool_starved_for_no_time()
        {
            PoolDiagnosis diagnosis = Look().Workers(2, Idle).Queue(5, 0, 0, 0).Diagnose();
            (diagnosis.StarvedSeconds, diagnosis.LastSeen).ShouldBe((0, null));
        }
    }

    public class Loud
    {
        [Fact]
        public void The_time_after_the_last_reading_is_no_time_without_starvation()
        {
            Recording recording = Look().Workers(8, Sleeping).Queue(5, 40, 50, 60, 70, 80, 90).Record();
            PoolDiagnosis diagnosis = Doctor.Diagnose(recording with { Cost = recording.Cost with { Seconds = 9 } });
            diagnosis.Summary.ShouldStartWith("The thread pool starves:");
            TextReport.Plain(diagnosis).ShouldContain("starved     for 6.0 of 6.0 s");
        }

        [Fact]
        public void Starvation_that_is_over_is_told_with_its_moments()
        {
            PoolDiagnosis diagnosis = Look().Workers(3, Sleeping).Queue(5, 40, 50, 0, 0, 0, 0).Diagnose();
            diagnosis.Verdict.ShouldBe(Verdict.Starving);
            diagnosis.StarvedSeconds.ShouldBe(2.5);
            diagnosis.LastSeen.ShouldBe(Start.AddSeconds(2.5));
            diagnosis.Summary.ShouldBe("The thread pool starved for 2.5 of 6.0 s, last at 02:24:02 UTC: 3 of 3 workers sat blocked while"
                + " up to 50 work items waited, mostly in Shop.Orders.Load(int).");
            diagnosis.Findings.ShouldContain(finding => finding.Id == "TPD101");
            TextReport.Plain(diagnosis).ShouldContain("starved     for 2.5 of 6.0 s, last at 02:24:02 UTC");
            JsonReport.Write(diagnosis, "1.0.0").ShouldContain("\"lastSeen\": \"2026-11-21T02:24:02Z\"");
        }

        [Fact]
        public void A_first_reading_that_comes_late_speaks_for_the_time_before_it()
        {
            Recording recording = Look().Workers(8, Sleeping).Queue(5, 40, 50, 60, 70, 80, 90).Record();
            PoolDiagnosis diagnosis = Doctor.Diagnose(recording with { Ticks = [recording.Ticks[3], recording.Ticks[5]] });
            diagnosis.StarvedSeconds.ShouldBe(6);
        }

        [Fact]
        public void Idle_workers_take_no_work_while_as_many_are_blocked_as_the_pool_lets_work_at_once()
        {
            Case @case = Look().Workers(3, Sleeping).Workers(3, Idle).Queue(50, 40, 50, 0, 0, 0, 0);
            @case.Adjustments.Add(new(0.5, 3, AdjustmentReason.ClimbingMove));
            @case.Diagnose().Verdict.ShouldBe(Verdict.Starving);
        }

        [Fact]
        public void Another_time_is_judged_where_the_stacks_of_the_first_show_nothing()
        {
            // Work waits until 2.5 s, though the stacks of 0 and 1 s came too early or too late, and from 3.5 to 5.5 s.
            Recording recording = Look().WorkersOver(3, 60, 0, Idle, Idle, Sleeping).Queue(5, 40, 50, 0, 40, 50, 0).Record();
            IReadOnlyList<StackSnapshot> moved = [.. recording.Snapshots.Take(2), recording.Snapshots[2] with { At = 4.5 }];
            Doctor.Diagnose(recording with { Snapshots = moved }).Verdict.ShouldBe(Verdict.Starving);
        }

        [Fact]
        public void Stacks_between_two_readings_tell_when_work_began_to_wait_and_when_it_no_longer_did()
        {
            // By the readings alone it waited from 2.5 to 4.5 s.
            Recording recording = Look().WorkersOver(8, 60, 0, Sleeping, Sleeping, Idle).Queue(5, 0, 0, 40, 40, 0, 0).Record();
            IReadOnlyList<StackSnapshot> moved =
                [recording.Snapshots[0] with { At = 2.2 }, recording.Snapshots[1] with { At = 2.3 }, recording.Snapshots[2] with { At = 4.1 }];
            Doctor.Diagnose(recording with { Snapshots = moved }).StarvedSeconds.ShouldBe(1.9);
        }

        [Fact]
        public void The_first_reading_speaks_for_no_time_in_which_workers_were_idle()
        {
            // Most of the stacks are from before the work came.
            Recording recording = Look().WorkersOver(8, 60, 0, Idle, Idle, Sleeping).Queue(5, 0, 0, 40, 50, 0, 0).Record();
            IReadOnlyList<StackSnapshot> moved =
                [recording.Snapshots[0] with { At = 0.1 }, recording.Snapshots[1] with { At = 0.2 }, recording.Snapshots[2] with { At = 2.9 }];
            PoolDiagnosis diagnosis = Doctor.Diagnose(recording with { Snapshots = moved, Ticks = [.. recording.Ticks.Skip(2)] });
            diagnosis.Verdict.ShouldBe(Verdict.Starving, diagnosis.Summary);
            diagnosis.StarvedSeconds.ShouldBe(4.3);
        }

        [Fact]
        public void All_its_moments_are_counted() =>
            Look().Workers(3, Sleeping).Queue(5, 40, 50, 0, 0, 30, 40).Diagnose().StarvedSeconds.ShouldBe(4);

        [Fact]
        public void One_reading_is_enough_where_the_pool_itself_says_that_it_starves()
        {
            Case @case = Look().Workers(3, Sleeping).Queue(5, 40, 0, 0, 0, 0, 0);
            @case.Adjustments.Add(new(1.1, 4, AdjustmentReason.Starvation));
            @case.Diagnose().Verdict.ShouldBe(Verdict.Starving);
        }

        [Fact]
        public void Stacks_of_other_moments_count_where_the_pool_itself_says_that_it_starves()
        {
            // Work waits from 3.5 to 5.5 s; the last stacks are those of 2 s.
            Case @case = Look().Workers(3, Sleeping).Queue(5, 0, 0, 0, 40, 50, 0);
            @case.Diagnose().Verdict.ShouldNotBe(Verdict.Starving);
            @case.Adjustments.Add(new(4.2, 4, AdjustmentReason.Starvation));
            @case.Diagnose().Verdict.ShouldBe(Verdict.Starving);
        }

        [Fact]
        public void Stacks_of_the_well_time_do_not_hide_what_blocked_before() =>
            Look().WorkersOver(3, 60, 0, Sleeping, Sleeping, Idle).Queue(5, 40, 50, 0, 0, 0, 0).Diagnose().Verdict.ShouldBe(Verdict.Starving);

        [Fact]
        public void Starvation_that_lasts_is_told_as_it_was()
        {
            PoolDiagnosis diagnosis = Look().Workers(8, Sleeping).Queue(5, 40, 50, 60, 70, 80, 90).Diagnose();
            diagnosis.Summary.ShouldStartWith("The thread pool starves: 8 of 8 workers sit blocked");
            (diagnosis.StarvedSeconds, diagnosis.LastSeen).ShouldBe((6, Start.AddSeconds(6)));
        }
    }
}
