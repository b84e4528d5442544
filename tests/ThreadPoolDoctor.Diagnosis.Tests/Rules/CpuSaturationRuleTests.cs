using ThreadPoolDoctor.Diagnosis.Frames;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>TPD106: when it stays silent, then when it speaks.</summary>
public class CpuSaturationRuleTests
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
    public void The_methods_that_burn_are_named_worst_first()
    {
        Finding finding = The("TPD106", new Case()
            .Workers(1, On(User("Parse", 12)), cpuSeconds: 1.2).Workers(3, Computing, cpuSeconds: 1.4)
            .Cpu(0.98).Queue(300, 600, 900, 1200));
        finding.Causes.Select(cause => (cause.Id, cause.Method, cause.Threads)).ShouldBe(
            [("TPD106", "Shop.Orders.Compute(int)", 3), ("TPD106", "Shop.Orders.Parse(int)", 1)]);
        finding.Causes[0].Share.ShouldBe(0.78);
    }

    /// <summary>
    /// The item was compiled into what runs items, and its thread stopped where the collector may stop it.
    /// </summary>
    private static readonly IReadOnlyList<Frame> s_inlined = On(
        Bcl("System.Threading.Thread", "<PollGC>g__PollGCWorker|67_0"), Bcl("System.Threading.ExecutionContext", "RunFromThreadPoolDispatchLoop"));

    [Fact]
    public void An_item_that_was_inlined_and_cannot_be_told_is_not_named() =>
        The("TPD106", Burning(s_inlined, null)).Causes.ShouldBeEmpty();

    [Fact]
    public void What_dotnet_itself_works_on_is_no_item_that_was_inlined() =>
        The("TPD106", Burning(On(Bcl("System.Net.Sockets.SocketAsyncEngine", "EventLoop")), User("Parse", 12))).Causes.ShouldBeEmpty();

    [Fact]
    public void The_one_item_that_can_have_been_inlined_is_named()
    {
        Cause cause = The("TPD106", Burning(s_inlined, User("Parse", 12) with { Approximate = true })).Causes.ShouldHaveSingleItem();
        (cause.Method, cause.Leaf, cause.Line, cause.Approximate, cause.Threads, cause.Share)
            .ShouldBe(("Shop.Orders.Parse(int)", "Shop.Orders.Parse(int)", 12, true, 4, 1));
    }

    private static Case Burning(IReadOnlyList<Frame> stack, Frame? inlined) =>
        new Case { InlinedWork = inlined }.Workers(4, stack, cpuSeconds: 1.4).Cpu(0.98).Queue(300, 600, 900, 1200);

    [Fact]
    public void A_quota_of_half_a_processor_that_is_spent_is_not_the_doing_of_others()
    {
        Case @case = new Case { ProcessorLimit = 0.5, Throttling = new(30, 28) }
            .Workers(4, Computing, cpuSeconds: 0.35).WaitingForProcessors(2.5).Cpu(0.24).Queue(30, 60, 90, 120);
        PoolDiagnosis diagnosis = @case.Diagnose();
        diagnosis.Verdict.ShouldBe(Verdict.CpuBound);
        diagnosis.Findings.ShouldHaveSingleItem().Evidence.ShouldContain("0.48 of 0.5 processors are in use (the control group's quota;");
        diagnosis.Summary.ShouldStartWith("Threads wait for processors: the control group's quota of 0.5 is spent, and the kernel stopped it in 28 of 30 periods;");
    }

    [Fact]
    public void A_group_whose_quota_others_in_it_spend_is_told_as_stopped() =>
        new Case { ProcessorLimit = 1, Throttling = new(30, 29) }
            .Workers(4, Computing, cpuSeconds: 0.1).WaitingForProcessors(2.5).Cpu(0.1).Queue(30, 60, 90, 120).Diagnose()
            .Summary.ShouldNotContain("the machine is busy with others");

    [Fact]
    public void A_backlog_that_shrinks_is_not() =>
        Ids(new Case().Workers(4, Computing, cpuSeconds: 1.4).Cpu(0.98).Queue(300, 1200, 900, 600)).ShouldBeEmpty();
}
