using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

/// <summary>
/// Who waits for whose lock, by the code and by the runtime's word: when nothing is told, then what is.
/// </summary>
public class WaitGraphTests
{
    private static readonly Frame s_enter = Bcl("System.Threading.Monitor", "Enter_Slowpath");

    private static Frame At(string method, string? takes = null, string? holds = null, bool isStatic = true) =>
        User(method) with { Waits = new() { Lock = takes, LockIsStatic = isStatic && takes is not null, Held = holds } };

    private static IReadOnlyList<Frame> Entering(string method, string? takes, string? holds = null, bool isStatic = true) =>
        On(s_enter, At(method, takes, holds, isStatic));

    private static WaitGraph Of(Case @case) => WaitGraph.Of(@case.Queue(1, 1, 1).Record());

    private static Case Crossed(bool isStatic = true) => new Case()
        .Workers(1, Entering("Ship", "Shop.s_orders", "Shop.s_stock", isStatic))
        .Workers(1, Entering("Cancel", "Shop.s_stock", "Shop.s_orders", isStatic));

    /// <summary>
    /// Crossed, with stacks in the middle of the look, and so much waiting for a processor at its beginning and end.
    /// </summary>
    private static Recording InOneMoment(double waitedBefore, double waitedAfter)
    {
        Recording all = Crossed().Queue(1, 1, 1).Record();
        IReadOnlyList<ThreadSight> Waited(double seconds) => [.. all.Censuses[0].Threads.Select(thread => thread with { CpuWaitSeconds = seconds })];
        return all with
        {
            Snapshots = [all.Snapshots[^1] with { At = 1 }],
            Censuses = [new(0, Waited(waitedBefore), 0), new(2.5, Waited(waitedAfter), 0)],
        };
    }

    public class Silent
    {
        [Fact]
        public void Without_stacks_nobody_waits() =>
            WaitGraph.Of(Crossed().Queue(1, 1, 1).Record(withStacks: false)).Edges.ShouldBeEmpty();

        [Fact]
        public void A_lock_that_nobody_is_seen_to_hold_has_no_owner() => Of(new Case().Workers(3, Entering("Count", "Shop.s_stock"))).Edges.ShouldBeEmpty();

        [Fact]
        public void Of_two_that_may_hold_a_lock_none_is_named() => Of(new Case()
            .Workers(1, Entering("Count", "Shop.Stock._gate", isStatic: false))
            .Workers(2, On(User("Save") with { Waits = new() { Held = "Shop.Stock._gate" } }))).Edges.ShouldBeEmpty();

        [Fact]
        public void Who_waits_for_a_pulse_has_let_go_of_the_lock() => Of(new Case()
            .Workers(1, Entering("Count", "Shop.s_stock"))
            .Workers(1, On(Bcl("System.Threading.Monitor", "Wait"), At("Await", holds: "Shop.s_stock")))).Edges.ShouldBeEmpty();

        [Fact]
        public void An_owner_that_is_idle_since_has_let_go()
        {
            Case @case = new Case().Workers(1, Entering("Count", null)).Workers(1, Idle);
            @case.LockWaits.Add(new(0.5, 100, 7, 101));
            Of(@case).Edges.ShouldBeEmpty();
        }

        [Fact]
        public void A_chain_is_no_circle()
        {
            WaitGraph graph = Of(new Case()
                .Workers(1, Entering("Count", "Shop.s_stock"))
                .Workers(1, Entering("Ship", "Shop.s_orders", "Shop.s_stock"))
                .Workers(1, On(Bcl("System.Threading.Thread", "Sleep"), At("Cancel", holds: "Shop.s_orders"))));
            graph.Edges.Select(edge => (edge.Thread, edge.Owner)).ShouldBe([(100, 101), (101, 102)]);
            graph.Deadlocks.ShouldBeEmpty();
        }

        [Fact]
        public void Who_moved_meanwhile_is_not_in_a_deadlock()
        {
            IReadOnlyList<Frame> before = Entering("Pack", "Shop.s_orders", "Shop.s_stock"), now = Entering("Ship", "Shop.s_orders", "Shop.s_stock");
            Of(new Case().WorkersOver(1, 60, 0, before, now, now).Workers(1, Entering("Cancel", "Shop.s_stock", "Shop.s_orders"))).Deadlocks.ShouldBeEmpty();
        }

        [Theory]
        [InlineData(0.2, 0.3)] // It ran.
        [InlineData(0, 0)] // The system does not tell.
        public void Stacks_of_one_moment_are_no_deadlock_of_threads_that_may_have_moved(double waitedBefore, double waitedAfter) =>
            WaitGraph.Of(InOneMoment(waitedBefore, waitedAfter)).Deadlocks.ShouldBeEmpty();

        [Fact]
        public void Circles_that_are_only_likely_are_no_finding_in_a_pool_that_works()
        {
            PoolDiagnosis diagnosis = Crossed(isStatic: false).Workers(6, Computing, cpuSeconds: 1).Queue(500, 0, 0, 0).Diagnose();
            diagnosis.Findings.ShouldNotContain(finding => finding.Id == "TPD107");
            diagnosis.Deadlocks.ShouldBeEmpty();
        }
    }

    [Fact]
    public void The_code_tells_the_owner_also_of_waits_that_began_before()
    {
        WaitGraph graph = Of(new Case().Workers(2, Entering("Count", "Shop.s_stock")).Workers(1, On(User("Compute"), At("Save", holds: "Shop.s_stock"))));
        graph.Edges.Select(edge => (edge.Thread, edge.Owner, edge.Lock, edge.OwnerMethod, edge.Certain))
            .ShouldBe([(100, 102, "Shop.s_stock", "Shop.Orders.Save(int)", true), (101, 102, "Shop.s_stock", "Shop.Orders.Save(int)", true)]);
    }

    [Fact]
    public void The_runtime_tells_it_where_the_code_does_not()
    {
        Case @case = new Case().Workers(1, Entering("Count", null)).Workers(1, Computing);
        @case.LockWaits.Add(new(0.5, 100, 7, 101));
        WaitEdge edge = Of(@case).Edges.ShouldHaveSingleItem();
        (edge.Owner, edge.Lock, edge.OwnerMethod, edge.Certain).ShouldBe((101, null, "Shop.Orders.Compute(int)", true));
    }

    [Fact]
    public void Two_that_wait_for_each_other_are_a_deadlock_and_those_behind_them_are_not_of_it()
    {
        WaitGraph graph = Of(Crossed().Workers(3, Entering("Count", "Shop.s_stock")));
        graph.Deadlocks.ShouldHaveSingleItem().Select(edge => edge.Thread).ShouldBe([100, 101]);
        graph.Edges.Count.ShouldBe(5);
    }

    [Fact]
    public void Stacks_of_one_moment_are_one_of_threads_that_never_ran_around_it() =>
        WaitGraph.Of(InOneMoment(0.2, 0.2)).Deadlocks.ShouldHaveSingleItem().Count.ShouldBe(2);

    [Fact]
    public void A_circle_of_three_is_told_from_its_lowest_thread_on() => Of(new Case()
            .Workers(1, Entering("A", "Shop.s_b", "Shop.s_a"))
            .Workers(1, Entering("B", "Shop.s_c", "Shop.s_b"))
            .Workers(1, Entering("C", "Shop.s_a", "Shop.s_c")))
        .Deadlocks.ShouldHaveSingleItem().Select(edge => (edge.Thread, edge.Owner)).ShouldBe([(100, 101), (101, 102), (102, 100)]);

    [Fact]
    public void A_stuck_pool_names_its_deadlock() =>
        The("TPD107", Crossed().Queue(0, 4, 4, 4)).Evidence.ShouldEndWith(
            "Deadlock: thread 100 in Shop.Orders.Ship(int) waits for Shop.s_orders, which thread 101 holds;"
            + " thread 101 in Shop.Orders.Cancel(int) waits for Shop.s_stock, which thread 100 holds.");

    [Fact]
    public void Two_workers_that_are_lost_are_told_though_the_others_work()
    {
        PoolDiagnosis diagnosis = Crossed().Workers(6, Idle).Queue(500, 0, 0, 0).Diagnose();
        diagnosis.Verdict.ShouldBe(Verdict.AtRisk);
        Finding finding = diagnosis.Findings.ShouldHaveSingleItem();
        finding.Id.ShouldBe("TPD107");
        finding.Causes.Select(cause => cause.Method).ShouldBe(["Shop.Orders.Cancel(int)", "Shop.Orders.Ship(int)"]);
        diagnosis.Deadlocks.ShouldHaveSingleItem();
    }
}
