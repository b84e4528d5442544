using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Stacks;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Stacks;

/// <summary>What a worker of the bundled pool does: parked, or blocked in an item.</summary>
public class StackReaderTests
{
    private static Frame Pool(string type, string method) =>
        new("ThreadPoolDoctor.Pool", "ThreadPoolDoctor.Pool." + type, method, "instance void  ()") { IsFramework = true };

    private static readonly Frame[] s_thread = [Pool("Worker", "Main"), Bcl("System.Threading.Thread", "StartCallback")];

    [Theory]
    [InlineData("Worker", "ParkOrEnd")]
    [InlineData("Parker", "WaitOnce")]
    [InlineData("Sleep", "Fall")]
    [InlineData("Workers.SomethingNew", "AwaitWork")]
    public void A_parked_worker_of_the_bundled_pool_is_idle(string type, string method)
    {
        Frame[] stack = [Pool(type, method), Pool("Worker", "MainOnDuty"), .. s_thread];
        StackReader.StateOf(stack).ShouldBe(WorkerState.Idle);
        StackReader.StateOf([Bcl("System.Threading.Monitor", "Wait"), .. stack]).ShouldBe(WorkerState.Idle);
    }

    [Theory]
    [InlineData("System.Threading.Monitor.Exit")]
    [InlineData("System.Threading.Monitor.PulseAll")]
    [InlineData("System.Threading.ReaderWriterLockSlim.ExitReadLock")]
    [InlineData("System.Threading.ManualResetEventSlim.Set")]
    [InlineData("System.Threading.ManualResetEventSlim..ctor")]
    [InlineData("System.Net.Sockets.SocketAsyncContext.TryRegister")]
    [InlineData("System.Runtime.CompilerServices.StaticsHelpers.GetNonGCThreadStaticsByIndexSlow")]
    [InlineData("System.Collections.Concurrent.BlockingCollection`1.get_Count")]
    [InlineData("System.Collections.Concurrent.BlockingCollection`1.ToArray")]
    [InlineData("System.Threading.Barrier.get_ParticipantCount")]
    public void What_lets_others_go_on_waits_for_nobody(string call) => BlockingFrames.Match(call).ShouldBeNull();

    [Theory]
    [InlineData("System.Threading.Monitor.Enter")]
    [InlineData("System.Threading.Monitor.Enter_Slowpath")]
    [InlineData("System.Threading.Monitor.Wait")]
    [InlineData("System.Threading.Barrier.SignalAndWait")]
    [InlineData("System.Threading.WaitHandle.SignalAndWait")]
    [InlineData("System.Net.Sockets.SocketAsyncContext.ReceiveFrom")]
    [InlineData("System.Runtime.CompilerServices.StaticsHelpers.GetNonGCStaticBaseSlow")]
    [InlineData("System.GC.WaitForPendingFinalizers")]
    [InlineData("System.Threading.CancellationTokenSource+Registrations.WaitForCallbackToComplete")]
    public void What_stands_beside_it_does(string call) => BlockingFrames.Match(call).ShouldNotBeNull();

    [Theory]
    [InlineData("class System.String  (!!0,class System.Text.Json.JsonSerializerOptions)", false)]
    [InlineData("void  (class System.IO.Stream,!!0,class System.Text.Json.JsonSerializerOptions)", true)]
    [InlineData("", true)]
    public void Only_the_overloads_that_the_catalogue_means_block(string signature, bool block) =>
        (BlockingFrames.Match(new Frame("System.Text.Json", "System.Text.Json.JsonSerializer", "Serialize", signature) { IsFramework = true }) is not null)
            .ShouldBe(block);

    [Fact]
    public void Who_enumerates_what_comes_asynchronously_waits_for_a_task()
    {
        Frame[] stack =
        [
            Bcl("System.Threading.ManualResetEventSlim", "Wait"),
            Bcl("System.Threading.Tasks.TaskAsyncEnumerableExtensions+<ToBlockingEnumerable>d__3`1", "MoveNext"),
            User("Load"),
        ];
        Blockage blockage = StackReader.Block(stack).ShouldNotBeNull();
        (blockage.Ailment, blockage.Row!.Twin).ShouldBe((Ailments.BlockingOnTask, "foreach"));
    }

    [Theory]
    [InlineData("TryCompleteSendTo", "SendAsync", false)]
    [InlineData("TryCompleteReceive", "ReceiveAsync", false)]
    [InlineData("TryCompleteReceive", "Receive", true)]
    public void What_a_socket_tries_for_an_asynchronous_call_blocks_nobody(string inner, string called, bool block)
    {
        Frame[] stack = [Bcl("System.Net.Sockets.SocketPal", inner), Bcl("System.Net.Sockets.Socket", called), User("Serve")];
        (StackReader.Block(stack) is not null).ShouldBe(block);
    }

    [Fact]
    public void Who_runs_a_task_that_it_was_about_to_wait_for_is_blocked_by_what_that_does()
    {
        Frame[] stack =
        [
            Bcl("System.Threading.Thread", "Sleep"),
            Bcl("System.Threading.Tasks.Task", "ExecuteWithThreadLocal"),
            Bcl("System.Threading.Tasks.Task", "WrappedTryRunInline"),
            Bcl("System.Threading.Tasks.Task", "WaitAllCore"),
            Bcl("System.Threading.Tasks.Parallel", "Invoke"),
            User("Ship"),
        ];
        StackReader.Block(stack).ShouldNotBeNull().Ailment.ShouldBe(Ailments.Sleeping);
    }

    [Fact]
    public void A_worker_into_whose_own_method_the_wait_for_work_was_compiled_is_idle()
    {
        Frame[] thread = [Bcl("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"), Bcl("System.Threading.Thread", "StartCallback")];
        StackReader.StateOf(thread).ShouldBe(WorkerState.Idle);
        StackReader.StateOf([Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch"), .. thread]).ShouldBe(WorkerState.Working);
    }

    [Fact]
    public void A_worker_that_runs_an_item_is_not_idle() =>
        StackReader.StateOf([User("Compute"), Pool("Worker", "RunBatch"), Pool("Worker", "RunItems"), .. s_thread]).ShouldBe(WorkerState.Working);

    [Fact]
    public void An_item_that_waits_in_the_pools_own_event_is_not_idle() =>
        StackReader.StateOf([Bcl("System.Threading.Thread", "Sleep"), Pool("PoolEvent", "Wait"), User("Load"), Pool("Worker", "RunBatch"), .. s_thread])
            .ShouldBe(WorkerState.Blocked);

    [Fact]
    public void An_item_that_was_inlined_into_the_pool_is_not_idle() =>
        StackReader.StateOf([Bcl("System.Threading.Thread", "Sleep"), Pool("Worker", "RunBatch"), Pool("Worker", "RunItems"), .. s_thread])
            .ShouldBe(WorkerState.Blocked);
}
