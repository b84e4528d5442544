using ThreadPoolDoctor.Diagnosis.Frames;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>TPD107: when it stays silent, then when it speaks.</summary>
public class StuckRuleTests
{
    private static readonly IReadOnlyList<Frame> s_waiting = On(Bcl("System.Threading.ManualResetEventSlim", "Wait"), User("Load"));

    [Fact]
    public void A_pool_that_completes_something_is_not_stuck() =>
        Ids(new Case().Workers(8, s_waiting).Queue(2, 4, 4, 4)).ShouldNotContain("TPD107");

    [Fact]
    public void A_short_look_says_nothing_about_standing_still() =>
        Ids(new Case { Seconds = 1 }.Workers(8, s_waiting).Queue(0, 4, 4, 4)).ShouldNotContain("TPD107");

    [Fact]
    public void Workers_that_only_sleep_wait_for_nobody_and_wake_by_themselves() =>
        Ids(new Case().Workers(8, Sleeping).Queue(0, 4, 4, 4)).ShouldBe(["TPD101"]);

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
        The("TPD107", new Case().Workers(8, s_waiting).Queue(0, 4, 4, 4))
            .Evidence.ShouldContain("8 in Shop.Orders.Load(int) wait for System.Threading.ManualResetEventSlim.Wait");

    [Fact]
    public void Workers_that_wait_for_one_that_sleeps_may_wait_for_long() =>
        Ids(new Case().Workers(1, Sleeping).Workers(7, s_waiting).Queue(0, 4, 4, 4)).ShouldContain("TPD107");
}
