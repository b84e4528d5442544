using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

public class SettingAdviceTests
{
    private static Recording With(Recording recording, Func<ProcessFacts, ProcessFacts> change) =>
        recording with { Process = change(recording.Process) };

    [Fact]
    public void A_healthy_pool_gets_no_advice() => new Case().Workers(2, Idle).Queue(1200, 0, 0, 0).Diagnose().Advice.ShouldBeEmpty();

    [Fact]
    public void A_pool_in_which_nothing_ends_gets_no_number() => new Case().Workers(4, Sleeping).Queue(0, 9, 10, 11).Diagnose().Advice.ShouldBeEmpty();

    [Fact]
    public void Workers_that_wait_for_one_lock_get_no_number_for_more_of_them_would_wait_as_long() =>
        new Case().Workers(4, On(Bcl("System.Threading.Monitor", "Enter_Slowpath"), User("Update"))).Queue(8, 92, 184, 276).Diagnose().Advice.ShouldBeEmpty();

    [Theory]
    [InlineData("EnterWriteLock")]
    [InlineData("EnterUpgradeableReadLock")]
    public void Nor_do_those_that_wait_for_readers_or_writers(string member) =>
        new Case().Workers(2, Sleeping).Workers(2, On(Bcl("System.Threading.ReaderWriterLockSlim", member), User("Update")))
            .Queue(8, 92, 184, 276).Diagnose().Advice.ShouldBeEmpty();

    [Fact]
    public void The_number_is_the_most_where_what_is_waited_for_may_need_a_worker_itself() =>
        new Case().Workers(4, On(Bcl("System.Threading.Tasks.Task", "InternalWaitCore"), User("Load"))).Queue(8, 92, 184, 276).Diagnose()
            .Advice.ShouldHaveSingleItem().Text.ShouldStartWith("at most 63 workers");

    [Theory]
    [InlineData("System.Threading.ManualResetEventSlim", "Wait")]
    [InlineData("System.Threading.Barrier", "SignalAndWait")]
    [InlineData("System.Collections.Concurrent.BlockingCollection`1", "Take")]
    [InlineData("System.Threading.WaitHandle", "WaitOneNoCheck")]
    public void So_it_is_where_a_signal_is_waited_for_which_others_give(string type, string member) =>
        new Case().Workers(4, On(Bcl(type, member), User("Load"))).Queue(8, 92, 184, 276).Diagnose()
            .Advice.ShouldHaveSingleItem().Text.ShouldStartWith("at most 63 workers");

    [Fact]
    public void Who_waits_for_a_turn_gets_no_number_for_the_turns_are_as_many_with_more_workers() =>
        new Case().Workers(4, On(Bcl("System.Threading.SemaphoreSlim", "Wait"), User("Load"))).Queue(8, 92, 184, 276).Diagnose()
            .Advice.ShouldHaveSingleItem().Workers.ShouldBeNull();

    [Fact]
    public void There_a_number_beyond_all_reason_is_none()
    {
        Advice advice = new Case().Workers(4, On(Bcl("System.Threading.Tasks.Task", "InternalWaitCore"), User("Load")))
            .Queue(2, 2_000, 4_000, 6_000).Diagnose().Advice.ShouldHaveSingleItem();
        (advice.Setting, advice.Workers).ShouldBe(("minimum", null));
        advice.Text.ShouldStartWith("the workers wait for what may need a worker itself, so that this look cannot tell how many would keep up");
    }

    [Fact]
    public void Work_that_really_needs_so_many_workers_is_told_the_number() =>
        new Case().Workers(4, Sleeping).Queue(2, 2_000, 4_000, 6_000).Diagnose().Advice.ShouldHaveSingleItem().Workers!.Value.ShouldBeGreaterThan(1000);

    [Fact]
    public void The_number_of_workers_follows_from_the_load()
    {
        // 4 workers complete 8 a second, so an item takes half a second; 8 + 92 arrive: 50 workers, and a quarter more.
        Advice advice = new Case().Workers(4, Sleeping).Queue(8, 92, 184, 276).Diagnose().Advice.ShouldHaveSingleItem();
        advice.Setting.ShouldBe("minimum");
        advice.Workers.ShouldBe(63);
        advice.Text.ShouldStartWith("about 63 workers");
        advice.Text.ShouldContain("ForceMinWorkerThreads=3F (hexadecimal)");
    }

    [Fact]
    public void At_its_maximum_a_pool_needs_another_maximum_which_code_cannot_set_where_the_environment_forces_one()
    {
        Advice advice = Doctor.Diagnose(
            With(new Case().Workers(4, Sleeping).Queue(8, 92, 184, 276).Record(), process => process with { MaxWorkers = 4 }))
            .Advice.ShouldHaveSingleItem();
        advice.Text.ShouldStartWith("the pool is at its maximum of 4 workers");
        advice.Text.ShouldContain("(DOTNET_ThreadPool_ForceMaxWorkerThreads where that is set, for it overrules all else; ThreadPool.SetMaxThreads,");
    }

    [Fact]
    public void Where_the_governor_is_at_work_it_sets_the_minimum() =>
        Doctor.Diagnose(new Case().Workers(4, Sleeping).Queue(8, 92, 184, 276).Record() with { Governor = new(2, 4, 2, Case.Start) })
            .Advice.ShouldBeEmpty();
}
