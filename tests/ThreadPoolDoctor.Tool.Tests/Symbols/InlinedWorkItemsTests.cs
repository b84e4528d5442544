using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>
/// Where a frame of the user's is missing. That the right one is put there is tested on a live patient,
/// swallowed-requests.
/// </summary>
public static class InlinedWorkItemsTests
{
    private static readonly Frame s_execute = Bcl("System.Threading.QueueUserWorkItemCallbackDefaultContext", "Execute");
    private static readonly Frame s_dispatch = Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch");
    private static readonly Frame s_sleep = Bcl("System.Threading.Thread", "Sleep");
    private static readonly Frame s_loop = Bcl("System.Threading.Tasks.Parallel", "ForWorker");
    private static readonly Frame s_parallel = Bcl("System.Threading.Tasks.Parallel+<>c__DisplayClass19_0`2[System.__Canon,System.__Canon]", "<ForWorker>b__1");

    public class Silent
    {
        [Fact]
        public void Nothing_is_missing_between_the_users_frame_and_what_it_calls() =>
            Gap(s_sleep, User("Load"), s_execute, s_dispatch).ShouldBeNull();

        [Fact]
        public void Nothing_is_missing_where_nothing_blocks() =>
            Gap(Bcl("System.Threading.LowLevelLifoSemaphore", "WaitForSignal"), s_dispatch).ShouldBeNull();

        [Fact]
        public void What_the_framework_itself_calls_is_its_own_affair() =>
            Gap(s_sleep, Bcl("System.Net.Dns", "GetHostEntry"), User("Load"), s_execute).ShouldBeNull();

        [Fact]
        public void Threads_of_the_runtime_wait_for_themselves() =>
            Gap(s_sleep, Bcl("System.Threading.TimerQueue", "TimerThread"), Bcl("System.Threading.Thread", "StartCallback")).ShouldBeNull();

        [Fact]
        public void A_work_item_of_dotnets_own_lacks_nobody() =>
            Gap(s_sleep, Bcl("System.IO.Strategies.ValueTaskSource", "ExecuteInternal"), s_dispatch).ShouldBeNull();

        [Fact]
        public void A_work_item_of_dotnets_own_is_no_call_that_blocks_though_one_is_named_like_it()
        {
            Frame execute = Bcl("System.Net.Sockets.SocketAsyncEngine", "System.Threading.IThreadPoolWorkItem.Execute");
            InlinedWorkItems.Gap([execute, s_dispatch], call => call.EndsWith(".Execute", StringComparison.Ordinal)).ShouldBeNull();
        }

        [Fact]
        public void A_work_item_of_dotnets_own_that_waits_for_such_a_lock_lacks_nobody() => InlinedWorkItems.Gap(
            [
                Bcl("System.Threading.Monitor", "Enter_Slowpath"), Bcl("System.Lazy`1[System.Int32]", "CreateValue"),
                Bcl("System.Net.Sockets.SocketAsyncEngine", "System.Threading.IThreadPoolWorkItem.Execute"), s_dispatch,
            ],
            call => call == "System.Threading.Monitor.Enter_Slowpath").ShouldBeNull();

        [Theory]
        [InlineData("System.Lazy`1[System.__Canon]", "ExecutionAndPublication")]
        [InlineData("System.Threading.LazyInitializer", "EnsureInitializedCore")]
        [InlineData("System.Collections.Concurrent.ConcurrentDictionary`2[System.Int32,System.__Canon]", "TryAddInternal")]
        public void Dotnets_own_lock_around_a_delegate_lacks_nobody(string type, string method) => InlinedWorkItems.Gap(
            [Bcl("System.Threading.Monitor", "Enter_Slowpath"), Bcl(type, method), User("Load"), s_dispatch],
            call => call == "System.Threading.Monitor.Enter_Slowpath").ShouldBeNull();

        [Fact]
        public void A_loop_that_waits_for_its_bodies_lacks_nobody() => InlinedWorkItems.Gap(
            [Bcl("System.Threading.Tasks.Task", "InternalWait"), Bcl("System.Threading.Tasks.TaskReplicator", "Run"), s_loop, User("All"), s_dispatch],
            call => call.StartsWith("System.Threading.Tasks.")).ShouldBeNull();

        [Fact]
        public void Only_of_what_runs_work_items_is_it_said_that_a_name_has_not_come()
        {
            InlinedWorkItems.BelowUnnamed([User("Load")]).ShouldHaveSingleItem().IsBelowUnnamed.ShouldBeFalse();
            InlinedWorkItems.BelowUnnamed([new Frame("", "dynamicClass", "lambda_method1")]).ShouldHaveSingleItem().IsBelowUnnamed.ShouldBeFalse();
        }

        [Fact]
        public void A_blocking_call_inside_of_another_is_not_the_one() =>
            Gap(Bcl("System.Threading.Tasks.Task", "Wait"), Bcl("System.Threading.Tasks.Parallel", "ForEach"), Bcl("System.Net.Http.HttpClient", "Send"), User("Load"))
                .ShouldBeNull();
    }

    public class Loud
    {
        [Fact]
        public void What_runs_work_items_says_that_the_name_of_what_it_called_has_not_come() =>
            InlinedWorkItems.BelowUnnamed([s_execute]).ShouldHaveSingleItem().IsBelowUnnamed.ShouldBeTrue();

        [Fact]
        public void The_users_code_is_missing_between_a_blocking_call_and_the_pool() => Gap(s_sleep, s_execute, s_dispatch).ShouldBe(1);

        [Fact]
        public void It_is_missing_in_a_task_that_runs_on_the_thread_that_was_about_to_wait_for_it() =>
            Gap(s_sleep, Bcl("System.Threading.Tasks.Task", "ExecuteWithThreadLocal"), Bcl("System.Threading.Tasks.Task", "WrappedTryRunInline"),
                Bcl("System.Threading.Tasks.Task", "WaitAllCore"), Bcl("System.Threading.Tasks.Parallel", "Invoke"), User("Load"), s_dispatch).ShouldBe(1);

        [Fact]
        public void It_is_missing_below_what_the_blocking_call_is_the_inside_of() =>
            Gap(s_sleep, Bcl("System.IO.Pipes.PipeStream", "ReadCore"), s_execute, s_dispatch).ShouldBe(2);

        [Theory]
        [InlineData("Microsoft.FSharp.Primitives.Basics.List", "map")]
        [InlineData("Microsoft.FSharp.Collections.ArrayModule", "Iterate")]
        public void A_closure_is_missing_below_what_FSharp_does_to_all_of_a_collection(string type, string method) =>
            Gap(s_sleep, new Frame("FSharp.Core", type, method) { IsFramework = true }, User("Total"), s_dispatch).ShouldBe(1);

        [Fact]
        public void It_is_missing_in_the_lambda_by_which_dotnet_calls_back_for_a_timer() =>
            Gap(s_sleep, Bcl("System.Threading.TimerQueueTimer+<>c", "<.cctor>b__30_0"), Bcl("System.Threading.ExecutionContext", "RunInternal"), s_dispatch)
                .ShouldBe(1);

        [Fact]
        public void It_is_missing_below_dotnets_own_lock_around_a_delegate_where_what_took_it_shows_no_caller() => InlinedWorkItems.Gap(
            [
                Bcl("System.Threading.Monitor", "Enter_Slowpath"), Bcl("System.Lazy`1[System.Int32]", "CreateValue"),
                Bcl("System.Lazy`1[System.Int32]", "get_Value"), s_execute, s_dispatch,
            ],
            call => call == "System.Threading.Monitor.Enter_Slowpath").ShouldBe(3);

        [Fact]
        public void It_is_missing_where_all_of_it_is_in_the_pools_loop() => Gap(s_sleep, s_dispatch).ShouldBe(1);

        [Fact]
        public void A_body_may_be_missing_though_the_loop_around_it_is_there() => Gap(s_sleep, s_parallel, User("All"), s_dispatch).ShouldBe(1);

        [Fact]
        public void A_body_is_missing_though_the_loop_that_is_around_it_blocks_its_caller() => InlinedWorkItems.Gap(
            [s_sleep, s_parallel, s_loop, User("All"), s_dispatch], call => call.EndsWith("Sleep") || call.StartsWith("System.Threading.Tasks.Parallel")).ShouldBe(1);

        [Fact]
        public void The_body_of_a_thread_is_the_method_it_was_started_with()
        {
            MethodCode body = Code("Shop.Jobs", "Run");
            InlinedWorkItems.ThreadBody([Code("System.Threading.Thread", "Sleep"), body, Code("System.Threading.Thread+StartHelper", "Run"), Code("System.Threading.Thread", "StartCallback")])
                .ShouldBe(body);
        }
    }

    public class Below_a_library
    {
        private static readonly Frame s_vendor = new("Vendor", "Vendor.Client", "Export");

        [Fact]
        public void Nothing_is_missing_where_the_users_code_calls_it() => Below(s_sleep, s_vendor, User("Load"), s_execute).ShouldBeNull();

        [Fact]
        public void Nothing_is_missing_where_it_has_source() =>
            Below(s_sleep, s_vendor with { File = "Client.cs", Line = 3 }, s_execute).ShouldBeNull();

        [Theory]
        [InlineData("<Export>b__0")]
        [InlineData("MoveNext")]
        [InlineData("System.Threading.IThreadPoolWorkItem.Execute")]
        public void Nothing_is_missing_where_it_queued_itself(string method) =>
            Below(s_sleep, new Frame("Vendor", "Vendor.Client", method), s_execute).ShouldBeNull();

        [Fact]
        public void The_users_code_is_missing_where_the_pool_seems_to_call_it() => Below(s_sleep, s_vendor, s_execute, s_dispatch).ShouldBe(2);

        private static int? Below(params Frame[] leafFirst) => InlinedWorkItems.GapBelowLibrary(leafFirst);
    }

    public class Behind_a_library
    {
        private static readonly Frame s_lock = Bcl("System.Reactive.Concurrency.AsyncLock", "Wait");
        private static readonly Frame s_run = Bcl("System.Threading.ExecutionContext", "RunInternal");
        private static readonly Frame s_vendor = new("Vendor", "Vendor.JobShell", "Run") { IsPackage = true };

        [Fact]
        public void Nobody_hides_where_the_users_code_makes_the_call() => Library(s_sleep, User("Load"), s_vendor, s_run).ShouldBeNull();

        [Fact]
        public void Nobody_hides_in_a_work_item_of_dotnets_own() =>
            Library(s_sleep, Bcl("System.IO.Strategies.ValueTaskSource", "ExecuteInternal"), s_dispatch).ShouldBeNull();

        [Fact]
        public void Nobody_hides_where_nothing_blocks() =>
            InlinedWorkItems.Library([Bcl("System.Threading.Volatile", "Read"), s_vendor, s_run], _ => false).ShouldBeNull();

        [Fact]
        public void What_runs_items_is_no_library() => Library(s_sleep, s_execute, s_dispatch).ShouldBeNull();

        [Fact]
        public void A_compiled_expression_is_none() =>
            Library(s_sleep, new Frame("", "dynamicClass", "lambda_method1"), s_run).ShouldBeNull();

        [Fact]
        public void The_users_code_may_hide_between_a_packages_method_and_the_call() => Library(s_sleep, s_vendor, s_run).ShouldBe(1);

        [Fact]
        public void The_users_code_may_hide_behind_a_proxy() =>
            Library(s_sleep, new Frame("Proxies", "Castle.Proxies.IShop_Price", "InvokeMethodOnTarget"), s_run).ShouldBe(1);

        [Fact]
        public void The_users_code_may_hide_behind_what_dotnet_itself_runs() => Library(s_sleep, s_lock, s_run, s_dispatch).ShouldBe(1);

        private static int? Library(params Frame[] leafFirst) => InlinedWorkItems.Library(leafFirst, call => call == "System.Threading.Thread.Sleep");
    }

    private static int? Gap(params Frame[] leafFirst) => InlinedWorkItems.Gap(
        leafFirst, call => call is "System.Threading.Thread.Sleep" or "System.Threading.Tasks.Task.Wait" or "System.Net.Http.HttpClient.Send");

    private static Frame Bcl(string type, string method) => new("System.Private.CoreLib", type, method) { IsFramework = true };

    private static Frame User(string method) => new("Shop", "Shop.Orders", method) { File = "Orders.cs", Line = 7 };

    private static MethodCode Code(string type, string method) => new(0, 1, 0, 0, 0, 0, type, method, "", false);
}
