namespace ThreadPoolDoctor.Pool.Adversary.Tests;

/// <summary>What the oracle says of two reports. Theirs is ThreadPool's, ours the bundled pool's.</summary>
public class OracleTests
{
    private static readonly Limits s_limits = new() { Factor = 3, Slack = 250, ThreadFactor = 2, ThreadSlack = 24 };
    private static readonly PoolProgram s_cancel = PoolProgram.Parse("cancel 10 { sleep 5ms }");
    private static readonly PoolProgram s_program = PoolProgram.Parse("queue 10 { sleep 5ms }");

    private static RunReport Report(double worst = 10, double elapsed = 20, long begun = 10, double overtaken = 0) => new()
    {
        Complete = true,
        Elapsed = elapsed,
        Threads = 3,
        Useful = 3,
        Disposal = new Disposal(Pool: 1, Plain: 0),
        Nodes = [new NodeReport(0, 10, begun, begun, worst, overtaken, ThreadCondition.ContextAbsent)],
    };

    private static IReadOnlyList<Violation> Judge(RunReport ours, RunReport? theirs = null) =>
        Oracle.Judge(s_program, theirs ?? Report(), ours, s_limits);

    public class Silent
    {
        [Fact]
        public void The_same_on_both_sides() => Judge(Report()).ShouldBeEmpty();

        [Fact]
        public void A_disposal_where_plain_threads_end_as_slowly() =>
            Judge(Report() with { Disposal = new Disposal(Pool: 266, Plain: 6) }).ShouldBeEmpty();

        [Fact]
        public void A_delay_within_the_factor_and_the_slack() => Judge(Report(worst: 280)).ShouldBeEmpty();

        [Fact]
        public void An_order_within_the_factor_and_the_slack() =>
            Judge(Report(overtaken: 290), Report(overtaken: 10)).ShouldBeEmpty();

        [Fact]
        public void Threads_that_let_items_go_on() =>
            Judge(Report() with { Threads = 130, Useful = 100 }).ShouldBeEmpty();

        [Fact]
        public void An_item_of_the_Low_lane_that_begins_when_ThreadPool_has_done_everything() =>
            Oracle.Judge(PoolProgram.Parse("queue 10 low"), Report(elapsed: 100), Report(worst: 540, elapsed: 100), s_limits)
                .ShouldBeEmpty();

        [Theory]
        [InlineData("queue 1 low { queue 10 }")]
        [InlineData("queue 1 { queue 10 }")]
        public void What_an_item_queues_that_began_as_much_earlier_than_on_their_side(string program) =>
            Oracle.Judge(PoolProgram.Parse(program), Two(400, 10), Two(20, 660), s_limits).ShouldBeEmpty();

        [Fact]
        public void What_is_queued_two_steps_after_an_item_that_began_earlier() =>
            Oracle.Judge(s_nested, Three(400, 10, 10), Three(20, 110, 560), s_limits).ShouldBeEmpty();

        [Fact]
        public void A_delay_by_threads_that_were_refused() =>
            Oracle.Judge(PoolProgram.Parse("queue 10 refuse 20"), Report(), Report(worst: 380), s_limits).ShouldBeEmpty();

        [Fact]
        public void An_item_that_waits_for_many_of_the_High_lane() =>
            Oracle.Judge(s_high, Many(1, 17), Many(300, 17), s_limits).ShouldBeEmpty();

        [Fact]
        public void A_local_item_that_waits_as_long_as_another_local_one_on_their_side() =>
            Oracle.Judge(s_local, Two(200, 1), Two(1, 690), s_limits).ShouldBeEmpty();

        [Fact]
        public void A_culture_that_their_side_had_no_item_to_find() =>
            Judge(Found(ThreadCondition.ForeignCulture), Report(begun: 0)).ShouldBeEmpty();

        [Fact]
        public void A_program_that_their_side_does_not_end() =>
            Judge(Report() with { Complete = false }, Report() with { Complete = false }).ShouldBeEmpty();

        [Fact]
        public void A_fault_that_both_sides_have() =>
            Judge(Report() with { Faults = ["x"] }, Report() with { Faults = ["x"] }).ShouldBeEmpty();

        [Fact]
        public void An_end_after_a_task_that_was_cancelled_before_it_began_on_their_side() =>
            Oracle.Judge(s_cancel, Report(begun: 0), Report(elapsed: 400), s_limits).ShouldBeEmpty();

        [Fact]
        public void A_delay_beside_a_task_that_was_cancelled_before_it_began_on_their_side() =>
            Oracle.Judge(s_cancel, Report(begun: 0), Report(worst: 400), s_limits).ShouldBeEmpty();

        [Fact]
        public void A_thread_that_is_left_foreign_on_both_sides() =>
            Judge(Found(ThreadCondition.ForeignName), Found(ThreadCondition.ForeignName)).ShouldBeEmpty();
    }

    public class Loud
    {
        [Fact]
        public void A_late_end_after_tasks_that_began_on_both_sides() =>
            Oracle.Judge(s_cancel, Report(), Report(elapsed: 400), s_limits).ShouldNotBeEmpty();

        [Fact]
        public void A_delay_beside_tasks_that_began_on_both_sides() =>
            Oracle.Judge(s_cancel, Report(), Report(worst: 400), s_limits).ShouldNotBeEmpty();

        [Fact]
        public void A_delay_beyond_both() =>
            One(Report(worst: 281)).ShouldBe("Delay: step 0, queue, waited 281 ms against 10 ms");

        [Theory]
        [InlineData("queue 1 low { queue 10 }", 20, 661)]
        [InlineData("queue 1 { queue 10 }", 20, 661)]
        [InlineData("queue 1 { queue 10 }", 400, 281)]
        [InlineData("queue 1 low queue 10", 20, 281)]
        public void What_an_item_queues_beyond_its_earlier_start(string program, double began, double waited) =>
            Oracle.Judge(PoolProgram.Parse(program), Two(400, 10), Two(began, waited), s_limits).Single().Text
                .ShouldBe($"step 1, queue, waited {waited} ms against 10 ms");

        [Fact]
        public void What_is_queued_when_an_earlier_start_is_used_up() =>
            Oracle.Judge(s_nested, Three(400, 10, 10), Three(20, 390, 281), s_limits).Single().Text
                .ShouldBe("step 2, queue, waited 281 ms against 10 ms");

        [Fact]
        public void Items_that_never_began() => One(Report(worst: 400, begun: 7))
            .ShouldBe("Delay: step 0, queue, waited 400 ms against 10 ms (3 of 10 had not begun when time was up)");

        [Fact]
        public void Items_that_begin_after_later_ones() => One(Report(overtaken: 261))
            .ShouldBe("Order: step 0, queue, began 261 ms after what was queued later, against 0 ms");

        [Fact]
        public void Threads_that_only_wait_for_a_lock() => One(Report() with { Threads = 34 })
            .ShouldBe("Threads: 34 threads against 3, at most 3 of them useful");

        [Fact]
        public void A_late_end() => One(Report(elapsed: 311)).ShouldBe("End: ended after 311 ms against 20 ms");

        [Fact]
        public void No_end() => One(Report() with { Complete = false, Elapsed = 300 })
            .ShouldBe("End: had not ended after 300 ms against 20 ms");

        [Fact]
        public void A_fault() =>
            One(Report() with { Faults = ["an item ran twice"] }).ShouldBe("ExactlyOnce: an item ran twice");

        [Fact]
        public void A_culture_that_their_items_have_not_found() =>
            One(Found(ThreadCondition.ForeignCulture)).ShouldBe("Context: step 0, queue, found ForeignCulture");

        [Fact]
        public void An_item_that_waits_for_a_few_of_the_High_lane() =>
            Oracle.Judge(s_high, Many(1, 16), Many(300, 16), s_limits).Single().Promise.ShouldBe(Promise.Delay);

        [Fact]
        public void A_local_item_that_waits_longer_than_all_local_ones_on_their_side() =>
            Oracle.Judge(s_local, Two(20, 1), Two(1, 690), s_limits).Single().Promise.ShouldBe(Promise.Delay);

        [Fact]
        public void No_answer() => One(new RunReport { Crash = "the process does not answer", Silent = true })
            .ShouldBe("End: the process does not answer");

        [Fact]
        public void A_crash() => One(new RunReport { Crash = "exit code 134" }).ShouldBe("Survival: exit code 134");

        [Fact]
        public void A_segmentation_fault_under_a_heap_limit_alone_is_the_runtimes()
        {
            RunReport fault = new() { Crash = "exit code 139: " };
            Oracle.IsOfRuntime(PoolProgram.Parse("memory 32MB queue 10"), fault).ShouldBeTrue();
            Oracle.IsOfRuntime(PoolProgram.Parse("memory 32MB queue 10"), new() { Crash = "exit code 134: " }).ShouldBeFalse();
            Oracle.IsOfRuntime(PoolProgram.Parse("queue 10"), fault).ShouldBeFalse();
        }

        [Fact]
        public void A_thread_left_foreign() => One(Found(ThreadCondition.ForeignName | ThreadCondition.ForeignCulture))
            .ShouldBe("Context: step 0, queue, found ForeignCulture, ForeignName");

        [Fact]
        public void A_context_that_did_not_flow()
        {
            RunReport lost = Report(), flowed = lost with
            {
                Nodes = [lost.Nodes[0] with { Contexts = ThreadCondition.ContextFlowed }],
            };
            Judge(lost, flowed).Single().Text
                .ShouldBe("step 0, queue, found ContextAbsent against ContextFlowed");
        }

        [Fact]
        public void A_disposal_that_lingers() => One(Report() with { Disposal = new Disposal(Pool: 266, Plain: 5) })
            .ShouldBe("Disposal: it took 266 ms with nothing to do, as many plain threads 5 ms");

        private static string One(RunReport ours) => Judge(ours).Single() is { } v ? $"{v.Promise}: {v.Text}" : "";
    }

    public class Reports
    {
        [Fact]
        public void Are_read_back_as_they_were_written()
        {
            RunReport report = Report() with { Faults = ["an item ran twice", "another"] };
            RunReport back = RunReport.FromText(report.ToText())!;
            back.Nodes.ShouldBe(report.Nodes);
            back.Faults.ShouldBe(report.Faults);
            (back with { Nodes = report.Nodes, Faults = report.Faults }).ShouldBe(report);
        }

        [Fact]
        public void Are_none_when_the_process_ended_in_the_middle() =>
            RunReport.FromText(Report().ToText().Replace(RunReport.LastLine, "")).ShouldBeNull();
    }

    /// <summary>What is judged when a suspicion has been tried again: their slowest run against our quickest.</summary>
    public class Repetitions
    {
        private static readonly RunReport s_silent = new() { Crash = "the process does not answer", Silent = true };

        [Fact]
        public void One_slow_run_of_ours_is_forgiven() =>
            Judge(RunReport.Best(Report(worst: 900, elapsed: 900), Report())).ShouldBeEmpty();

        [Fact]
        public void A_disposal_is_judged_by_the_plain_threads_of_its_own_run()
        {
            RunReport late = Report() with { Disposal = new Disposal(Pool: 300, Plain: 200) };
            Judge(RunReport.Best(late, Report() with { Disposal = new Disposal(Pool: 260, Plain: 1) })).ShouldBeEmpty();
        }

        [Fact]
        public void One_slow_run_of_theirs_is_remembered() =>
            Judge(Report(worst: 900), RunReport.Worst(Report(worst: 300), Report())).ShouldBeEmpty();

        [Fact]
        public void A_run_that_does_not_answer_is_forgiven_but_not_all() =>
            (Judge(RunReport.Best(s_silent, Report())).Count, Judge(RunReport.Best(s_silent, s_silent)).Count).ShouldBe((0, 1));

        [Fact]
        public void A_run_that_crashes_or_has_a_fault_is_not_forgiven()
        {
            Judge(RunReport.Best(Report(), new RunReport { Crash = "exit code 134" })).Single().Promise.ShouldBe(Promise.Survival);
            Judge(RunReport.Best(Report(), Report() with { Faults = ["x"] })).Single().Promise.ShouldBe(Promise.ExactlyOnce);
        }

        [Fact]
        public void What_is_slow_each_time_is_not_forgiven() =>
            Judge(RunReport.Best(Report(worst: 400), Report(worst: 500))).Single().Text
                .ShouldBe("step 0, queue, waited 400 ms against 10 ms");
    }

    private static readonly PoolProgram s_high = PoolProgram.Parse("queue 10 queue 20 high");

    private static RunReport Many(double worst, int high) => Report(elapsed: 100) with
    {
        Nodes = [Report(worst).Nodes[0], Report(1).Nodes[0] with { Node = 1, Accepted = high, Begun = high, Ended = high }],
    };

    private static readonly PoolProgram s_local = PoolProgram.Parse("queue 10 local fail 10");

    private static RunReport Two(double worst, double other) => Report(elapsed: 100) with
    {
        Nodes = [Report(worst).Nodes[0], Report(other).Nodes[0] with { Node = 1 }],
    };

    private static readonly PoolProgram s_nested = PoolProgram.Parse("queue 1 { queue 1 { queue 10 } }");

    private static RunReport Three(double worst, double inner, double innermost) => Two(worst, inner) with
    {
        Nodes = [.. Two(worst, inner).Nodes, Report(innermost).Nodes[0] with { Node = 2 }],
    };

    private static RunReport Found(ThreadCondition condition) => Report() with
    {
        Nodes = [Report().Nodes[0] with { Contexts = ThreadCondition.ContextAbsent | condition }],
    };
}
