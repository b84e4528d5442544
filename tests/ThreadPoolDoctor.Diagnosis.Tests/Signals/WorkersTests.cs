using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Signals;

/// <summary>Which threads are the pool's workers.</summary>
public class WorkersTests
{
    private static readonly Frame[] s_gate =
    [
        Bcl("System.Threading.PortableThreadPool+GateThread", "GateThreadStart"),
        Bcl("System.Threading.Thread", "StartCallback"),
    ];

    [Fact]
    public void A_thread_whose_stack_begins_in_the_pool_is_one_whatever_its_name() =>
        Workers.Ids(new Case().Threads(1, ThreadRole.Other, Sleeping).Record()).Count.ShouldBe(1);

    [Theory]
    [InlineData(2, 0)]
    [InlineData(3, 3)]
    public void Without_names_cut_stacks_are_those_of_the_workers_that_are_missing_and_of_nobody_else(int told, int workers)
    {
        Recording recording = new Case().Workers(3, Sleeping).Queue(1, 5, 5, 5).Record();
        recording = recording with
        {
            Censuses = [],
            Ticks = [.. recording.Ticks.Select(tick => tick with { Workers = told })],
            Snapshots = [.. recording.Snapshots.Select(snapshot => snapshot with
            {
                Threads = [.. snapshot.Threads.Select(thread => thread with { Stack = [.. thread.Stack.Take(2)], Cut = true })],
            })],
        };
        Workers.Ids(recording).Count.ShouldBe(workers);
    }

    [Fact]
    public void The_gate_thread_is_none_though_it_bears_the_name_of_the_worker_that_started_it() =>
        Workers.Ids(new Case().Threads(1, ThreadRole.Worker, [Bcl("System.Threading.WaitHandle", "WaitOneNoCheck"), .. s_gate]).Record()).ShouldBeEmpty();

    [Fact]
    public void The_gate_thread_is_none_while_it_starts_a_worker() => Workers.Ids(new Case()
        .Threads(1, ThreadRole.Worker, [Bcl("System.Threading.PortableThreadPool+WorkerThread", "TryCreateWorkerThread"), .. s_gate]).Record()).ShouldBeEmpty();

    [Fact]
    public void A_thread_that_slept_in_native_code_was_blocked_though_its_method_was_inlined_during_the_look()
    {
        Frame runner = Bcl("System.Threading.Tasks.Task", "ExecuteWithThreadLocal");
        Case @case = new Case().WorkersOver(3, 600, 0, On(User("Read"), runner), On(runner), On(User("Read"), runner)).Queue(5, 500, 600, 700);
        @case.Diagnose().Verdict.ShouldBe(Verdict.Starving);
    }
}
