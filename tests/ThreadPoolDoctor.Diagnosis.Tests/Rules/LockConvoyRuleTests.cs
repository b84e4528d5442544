using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>TPD105: when it stays silent, then when it speaks.</summary>
public class LockConvoyRuleTests
{
    private static readonly IReadOnlyList<Frame> s_waiting = On(Bcl("System.Threading.Monitor", "Enter_Slowpath"), User("Pay", 20));
    private static readonly IReadOnlyList<Frame> s_holding = On(Bcl("System.Threading.Thread", "Sleep"), User("Pay", 22));
    private static readonly IReadOnlyList<Frame> s_computing = On(User("Compute"), User("Pay", 22));

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

    /// <summary>Of two workers one computes in the lock and the other waits; now one of them, now the other.</summary>
    private static Case ComputingInTurns(double cpuShare, params long[] queue) => new Case().Cpu(cpuShare)
        .WorkersOver(1, 60, 1.5, s_computing, s_waiting, s_computing, s_waiting)
        .WorkersOver(1, 60, 1.5, s_waiting, s_computing, s_waiting, s_computing)
        .Queue(200, queue);

    [Fact]
    public void Workers_that_compute_in_turns_are_no_convoy_when_nothing_else_waits() =>
        Ids(ComputingInTurns(0.5, 0, 0, 0)).ShouldNotContain("TPD105");

    [Fact]
    public void Where_processors_are_used_up_a_lock_around_computing_holds_nothing_up() =>
        Ids(ComputingInTurns(1, 98, 98, 98)).ShouldNotContain("TPD105");

    [Fact]
    public void A_lock_around_computing_is_a_convoy_when_work_waits_and_processors_are_free() =>
        The("TPD105", ComputingInTurns(0.5, 98, 98, 98)).Evidence
            .ShouldBe("1 worker waits for one lock in Shop.Orders.Pay(int); thread 101 probably holds it, working in Shop.Orders.Compute(int).");

    [Fact]
    public void All_workers_of_a_small_pool_are_a_convoy() =>
        Ids(new Case().Workers(2, s_waiting).Workers(1, s_holding).Queue(8, 90, 91, 92)).ShouldContain("TPD105");

    [Fact]
    public void A_lock_is_one_also_where_its_number_became_known_between_two_moments()
    {
        Case @case = new Case().WorkersOver(8, 60, 0, s_waiting, Sleeping, s_waiting).Queue(2, 90, 91, 92);
        for (int worker = 100; worker < 108; worker++) @case.LockWaits.Add(new(1.5, worker, 7, 0));
        Ids(@case).ShouldContain("TPD105");
    }

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
    public void An_owner_whose_stack_has_no_frame_was_not_seen_running()
    {
        Case @case = new Case().Workers(12, s_waiting).Workers(1, []).Queue(2, 90, 91, 92);
        @case.LockWaits.Add(new(1, 103, 1, 112));
        The("TPD105", @case).Evidence.ShouldContain("which was not seen running");
    }

    [Fact]
    public void Shares_are_of_all_blocked_workers() =>
        The("TPD101", new Case().Workers(9, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92))
            .Causes.Select(cause => cause.Share).ShouldBe([0.9, 0.1]);

    [Fact]
    public void What_its_owner_waits_for_explains_it_too() =>
        The("TPD101", new Case().Workers(9, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92))
            .Causes.ShouldContain(cause => cause.Id == "TPD002" && cause.Symptoms.Contains("TPD105"));

    private static Case Striped(int stripes, int waiters, bool withIds)
    {
        Case @case = new Case().Workers(stripes, s_holding).Workers(stripes * waiters, s_waiting).Queue(2, 90, 91, 92);
        if (!withIds) return @case;
        for (int i = 0; i < stripes * waiters; i++) @case.LockWaits.Add(new(0, 100 + stripes + i, (ulong)(i % stripes) + 1, 100 + i % stripes));
        return @case;
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Twelve_locks_taken_at_one_line_are_no_convoy(bool withIds) => Ids(Striped(12, 2, withIds)).ShouldNotContain("TPD105");

    [Fact]
    public void Of_twelve_locks_the_waiters_of_one_are_counted() =>
        The("TPD105", Striped(12, 5, withIds: true)).Evidence.ShouldStartWith("5 workers wait for one lock in Shop.Orders.Pay(int); thread 1");

    [Fact]
    public void Locks_that_the_runtime_did_not_number_are_counted_by_their_owners() =>
        The("TPD105", Striped(3, 5, withIds: false)).Evidence.ShouldStartWith("about 5 workers wait for each of 3 locks in Shop.Orders.Pay(int)");

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
    public void A_worker_that_rests_at_a_moment_is_not_in_use_then() =>
        The("TPD105", new Case()
            .WorkersOver(1, 60, 0, s_holding, s_waiting, Idle, s_holding, s_waiting)
            .WorkersOver(1, 60, 0, s_waiting, Idle, s_holding, s_waiting, s_waiting)
            .WorkersOver(1, 60, 0, Idle, s_holding, s_waiting, Idle, s_holding)
            .Queue(2, 90, 91, 92)).Evidence.ShouldStartWith("2 workers wait for one lock");

    [Fact]
    public void Its_owner_is_certain_where_the_runtime_named_it()
    {
        Case @case = new Case().Workers(12, s_waiting).Workers(1, s_holding).Queue(2, 90, 91, 92);
        @case.LockWaits.Add(new(1, 103, 1, 112));
        The("TPD105", @case).Evidence.ShouldContain("thread 112 holds it");
    }
}
