using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>Which calls may have led to the frame above, when the methods between were compiled away.</summary>
public static class InliningTests
{
    private const string Task = "System.Threading.Tasks.Task";

    private static readonly Call s_waitAll = new(1, Task, "WaitAll", null, false);
    private static readonly Call s_wait = new(2, Task, "Wait", null, false);
    private static readonly Call s_result = new(3, Task + "`1", "get_Result", null, false);

    public class The_end_of_a_chain
    {
        [Fact]
        public void Is_sooner_the_call_that_the_frame_above_is_named_for_than_one_of_its_family()
        {
            Likeliest("WaitAllCore", s_wait, s_result, s_waitAll).ShouldBe([s_waitAll]);
            Likeliest("InternalWaitCore", s_waitAll, s_result, s_wait).ShouldBe([s_wait]);
            Likeliest("GetResultCore", s_waitAll, s_wait, s_result).ShouldBe([s_result]);
        }

        [Fact]
        public void Is_any_that_blocks_where_the_name_tells_nothing() =>
            Likeliest("SpinThenBlockingWait", s_waitAll, s_wait).ShouldBe([s_waitAll, s_wait]);

        [Fact]
        public void Is_the_frame_above_itself_before_all() => Likeliest("Wait", s_waitAll, s_wait).ShouldBe([s_wait]);

        [Fact]
        public void Is_never_the_GetResult_of_an_await()
        {
            Call awaited = new(4, "System.Runtime.CompilerServices.TaskAwaiter`1", "GetResult", null, false, IsAwait: true);
            Likeliest("InternalWaitCore", awaited, s_result).ShouldBe([s_result]);
            Likeliest("SpinThenBlockingWait", s_wait, awaited).ShouldBe([s_wait]);
        }

        [Fact]
        public void Is_near_the_frame_above_where_that_is_the_inside_of_input_and_output()
        {
            Call receive = new(5, "System.Net.Sockets.Socket", "Receive", null, true);
            MethodCode inside = new(0, 1, 0, 0, 0, 0, "System.Net.Sockets.SocketAsyncContext", "ReceiveFrom", "", false);
            Inlining.Ends(inside, _ => true).Select(isEnd => new[] { s_wait, receive }.Where(isEnd).ToArray())
                .First(found => found.Length > 0).ShouldBe([receive]);
        }

        [Fact]
        public void Is_there_sooner_the_call_whose_name_the_inside_continues()
        {
            Call receive = new(5, "System.Net.Sockets.Socket", "Receive", null, true), connect = new(6, "System.Net.Sockets.Socket", "Connect", null, true);
            MethodCode inside = new(0, 1, 0, 0, 0, 0, "System.Net.Sockets.SocketAsyncContext", "ReceiveFrom", "", false);
            Inlining.Ends(inside, _ => true).Select(isEnd => new[] { connect, receive }.Where(isEnd).ToArray())
                .First(found => found.Length > 0).ShouldBe([receive]);
        }

        [Fact]
        public void Is_none_that_writes_where_the_frame_above_reads()
        {
            Call write = new(5, "System.IO.Stream", "WriteByte", null, true), read = new(6, "System.IO.Stream", "ReadByte", null, true);
            MethodCode inside = new(0, 1, 0, 0, 0, 0, "System.IO.Pipes.PipeStream", "ReadCore", "", false);
            Inlining.Ends(inside, _ => true).Select(isEnd => new[] { write, read }.Where(isEnd).ToArray())
                .First(found => found.Length > 0).ShouldBe([read]);
        }

        [Fact]
        public void Is_in_a_whole_program_as_likely_one_that_waits_by_the_frame_above_as_that_very_call()
        {
            Call slim = new(5, "System.Threading.ManualResetEventSlim", "Wait", null, true), countdown = new(6, "System.Threading.CountdownEvent", "Wait", null, true);
            MethodCode wait = new(0, 1, 0, 0, 0, 0, "System.Threading.ManualResetEventSlim", "Wait", "", false);
            new[] { s_wait, slim, countdown }.Where(Inlining.EndsAnywhere(wait, _ => true)[0]).ShouldBe([slim, countdown]);
            new[] { s_wait, slim, countdown }.Where(Inlining.Ends(wait, _ => true)[0]).ShouldBe([slim]);
        }

        [Fact]
        public void Is_in_a_whole_program_as_likely_a_result_as_a_wait_whose_inside_both_share()
        {
            MethodCode inside = new(0, 1, 0, 0, 0, 0, Task, "InternalWait", "", false);
            Inlining.EndsAnywhere(inside, _ => true).Select(isEnd => new[] { s_waitAll, s_result, s_wait }.Where(isEnd).ToArray())
                .First(found => found.Length > 0).ShouldBe([s_result, s_wait]);
        }

        [Fact]
        public void Is_no_wait_for_a_signal_below_the_entry_of_a_lock()
        {
            Call slim = new(5, "System.Threading.ManualResetEventSlim", "Wait", null, true), enter = new(7, "System.Threading.Monitor", "Enter", null, false);
            MethodCode entry = new(0, 1, 0, 0, 0, 0, "System.Threading.Monitor", "Enter_Slowpath", "", false);
            Inlining.EndsAnywhere(entry, _ => true).Select(isEnd => new[] { slim, enter }.Where(isEnd).ToArray())
                .First(found => found.Length > 0).ShouldBe([enter]);
        }

        [Fact]
        public void Is_sooner_one_that_waits_than_one_that_enters_the_lock_for_it()
        {
            Call enter = new(7, "System.Threading.Monitor", "Enter", null, false), wait = new(8, "System.Threading.Monitor", "Wait", null, false);
            LikelierCalls.Of([enter, wait], call => call).ShouldBe([wait]);
            LikelierCalls.Of([enter], call => call).ShouldBe([enter]);
        }

        [Fact]
        public void Is_no_wait_that_only_shares_its_name()
        {
            Call slim = new(6, "System.Threading.ManualResetEventSlim", "Wait", null, MayDispatch: true);
            Likeliest("Wait", slim, s_wait).ShouldBe([s_wait]);
        }

        private static Call[] Likeliest(string above, params Call[] calls)
        {
            MethodCode code = new(0, 1, 0, 0, 0, 0, Task, above, "", false);
            return Inlining.Ends(code, _ => true).Select(isEnd => calls.Where(isEnd).ToArray()).First(found => found.Length > 0);
        }
    }

    /// <summary>By the code of a program that was built, as the JIT finds it.</summary>
    public class In_a_program
    {
        private static readonly UserModule s_module = new(UserModuleTests.ImageOf(LiveStacks.ProgramOf("Release")), new TargetFiles(null));
        private static readonly int s_runLambda = Method("RunLambda");

        [Fact]
        public void A_lambda_may_have_been_compiled_into_the_method_that_calls_its_delegate()
        {
            IReadOnlyList<InlinedMethod> way = Way(s_runLambda, "System.Threading.Thread", "Sleep");
            s_module.Name(way.ShouldHaveSingleItem().Token)!.Value.Member.ShouldContain("<RunLambda>");
            way[0].Call.Member.ShouldBe("Sleep");
        }

        [Theory]
        [InlineData("Do", "Shop.Orders", "Shop.IThing.Do")]
        [InlineData("Iterate", "Shop.Orders+<Iterate>", "MoveNext")]
        public void What_implements_the_call_or_what_an_iterator_does_may_have_been_compiled_into_the_caller(string called, string type, string member)
        {
            int caller = s_module.Methods().Single(token => s_module.Calls(token).Any(call => call.Type.StartsWith("Shop.") && call.Member == called));
            (string Type, string Member) end = s_module.Name(Way(caller, "System.Threading.Thread", "Sleep").ShouldHaveSingleItem().Token)!.Value;
            end.Type.ShouldStartWith(type);
            end.Member.ShouldBe(member);
        }

        [Fact]
        public void A_larger_method_may_have_been_compiled_into_the_caller_where_no_small_one_leads_to_the_call()
        {
            int use = s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Reports", "Use"));
            s_module.Name(Way(use, "System.Threading.Thread", "Sleep").ShouldHaveSingleItem().Token).ShouldBe(("Shop.Reports", "Write"));
        }

        [Fact]
        public void What_implements_an_interface_of_the_framework_may_have_been_compiled_into_the_caller()
        {
            int use = s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Lease", "Use"));
            s_module.Name(Way(use, "System.Threading.Thread", "Sleep").ShouldHaveSingleItem().Token).ShouldBe(("Shop.Lease", "Dispose"));
        }

        [Fact]
        public void A_lambda_may_have_been_compiled_into_the_method_that_hands_it_to_a_library()
        {
            int make = s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Stamps", "Make"));
            s_module.Name(Way(make, "System.Threading.Thread", "Sleep").ShouldHaveSingleItem().Token)!.Value.Member.ShouldContain("<Make>");
        }

        [Fact]
        public void So_it_may_where_what_it_is_handed_to_takes_a_lock_by_the_way()
        {
            int order = s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Desk", "Order"));
            MethodCode inside = Sleep with { TypeName = "System.Threading.Thread", Name = "Sleep" };
            IReadOnlyList<InlinedMethod> way = Inlining.Between(
                s_module, order, s_module.Calls(order), inside, call => Blocks(call) || call == "System.Threading.Monitor.Enter", _ => null)!.Methods;
            s_module.Name(way[^1].Token)!.Value.Member.ShouldContain("<Order>");
        }

        [Fact]
        public void Nobody_is_told_where_the_call_may_be_that_of_a_lambda_or_of_what_it_is_handed_to()
        {
            int Of(string member) => s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Tries", member));
            Way(Of("Order"), "System.Threading.Thread", "Sleep").ShouldBeEmpty();
            s_module.Name(Way(Of("Count"), "System.Threading.Thread", "Sleep").ShouldHaveSingleItem().Token).ShouldBe(("Shop.Tries", "Try"));
        }

        [Fact]
        public void One_that_is_queued_was_not()
        {
            int later = s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Stamps", "Later"));
            Way(later, "System.Threading.Thread", "Sleep").ShouldBeEmpty();
        }

        [Fact]
        public void A_handler_may_have_been_compiled_into_generated_code_by_what_enters_a_library()
        {
            // The handler calls Thread.Join, as it would call what a library without symbols is entered by.
            int handler = s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Gates", "Handler"));
            IReadOnlyList<InlinedMethod> way = Inlining.From(
                s_module,
                GeneratedCallers.Callees("", s_module, new HashSet<int> { handler }, new HashSet<int>()),
                UserModule.UsuallyInlined,
                [call => call.Member == "Join"],
                _ => null).ShouldHaveSingleItem();
            s_module.Name(way.ShouldHaveSingleItem().Token)!.Value.Member.ShouldContain("<Handler>");
        }

        [Fact]
        public void A_method_of_another_module_may_have_been_compiled_into_its_caller()
        {
            // The same module in the part of the other: what counts is that it is asked for by its name.
            Call abroad = new(0, "Shop.Orders", "Load", null, MayDispatch: false, Assembly: "Stock");
            InlinedChain? chain = Inlining.Between(
                s_module, Method("Update"), [abroad], Sleep, Blocks, assembly => assembly == "Stock" ? s_module : null);
            chain!.Outer.ShouldBe(abroad);
            s_module.Name(chain.Methods.ShouldHaveSingleItem().Token).ShouldBe(("Shop.Orders", "Load"));
        }

        [Fact]
        public void A_lambda_that_never_makes_the_call_was_not() => Way(s_runLambda, "System.Threading.SemaphoreSlim", "Wait").ShouldBeEmpty();

        [Fact]
        public void Nothing_is_missing_where_the_method_itself_makes_the_call() =>
            Way(Method("Load"), "System.Threading.Thread", "Sleep").ShouldBeEmpty();

        [Fact]
        public void What_has_run_as_a_part_of_its_callers_has_run() =>
            Inlining.WithInlined(s_module, new HashSet<int> { s_runLambda }).Count().ShouldBeGreaterThan(1);

        private static MethodCode Sleep => new(0, 1, 0, 0, 0, 0, "System.Threading.Thread", "Sleep", "", false);

        private static bool Blocks(string call) => call == "System.Threading.Thread.Sleep";

        private static IReadOnlyList<InlinedMethod> Way(int caller, string type, string member) => Inlining.Between(
            s_module, caller, s_module.Calls(caller), Sleep with { TypeName = type, Name = member }, Blocks, _ => null)?.Methods ?? [];

        private static int Method(string name) => s_module.Methods().Single(token => s_module.Name(token) == ("Shop.Orders", name));
    }

    public class Several_chains_to_one_place
    {
        private static readonly InlinedMethod s_action = new(null!, 10, new Call(5, "Shop.Api", "Get", 20, false));
        private static readonly InlinedMethod s_other = new(null!, 11, new Call(6, "Shop.Api", "Get", 20, false));
        private static readonly InlinedMethod s_helper = new(null!, 20, s_waitAll);

        [Fact]
        public void Are_told_as_far_as_they_agree()
        {
            Inlining.CommonEnd([[s_action, s_helper], [s_helper]]).ShouldBe([s_helper]);
            Inlining.CommonEnd([[s_action, s_helper], [s_other, s_helper]]).ShouldBe([s_helper]);
        }

        [Fact]
        public void Are_that_of_the_program_alone_where_a_library_could_only_be_reached_by_reflection_besides()
        {
            Inlining.ByOwnCode([[s_action, s_helper], [s_helper]], method => method == s_action).ShouldBe([[s_action, s_helper]]);
            Inlining.ByOwnCode([[s_action, s_helper], [s_helper]], _ => true).Count.ShouldBe(2);
            Inlining.ByOwnCode([[s_action, s_helper], [s_other]], method => method == s_action).Count.ShouldBe(2);
            Inlining.ByOwnCode([[s_helper]], _ => false).ShouldBe([[s_helper]]);
        }

        [Fact]
        public void A_single_one_is_told_whole() => Inlining.CommonEnd([[s_action, s_helper]]).ShouldBe([s_action, s_helper]);
    }
}
