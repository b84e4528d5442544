using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>
/// Live processes: each way to block a pool thread is found at its line, under the name a person wrote.
/// </summary>
public class LiveFrameTests(LiveStacks live) : IClassFixture<LiveStacks>
{
    public static TheoryData<string, string, string, string> Cases()
    {
        var cases = new TheoryData<string, string, string, string>();
        foreach (string build in (string[])["Debug", "Release"])
        {
            cases.Add(build, "Load", "Shop.Orders.Load(int)", "System.Threading.Thread.Sleep");
            cases.Add(build, "Update", "Shop.Orders.Update(string)", "System.Threading.Monitor.Enter");
            cases.Add(build, "LoadAsync", "Shop.Orders.LoadAsync(int, List<string>)", "System.Threading.SemaphoreSlim.Wait");
            cases.Add(build, "Lambda", "lambda in Shop.Orders.RunLambda", "System.Threading.Thread.Sleep");
            cases.Add(build, "AsyncLambda", "lambda in Shop.Orders.RunAsyncLambda", "System.Threading.Thread.Sleep");
            cases.Add(build, "Local", "Inner in Shop.Orders.RunLocal", "System.Threading.Thread.Sleep");
            cases.Add(build, "Generic", "Shop.Repository<TItem>.Get<TKey>(TItem, TKey)", "System.Threading.Thread.Sleep");
            cases.Add(build, "GenericAsync", "Shop.Repository<TItem>.GetAsync<TKey>(TKey)", "System.Threading.Thread.Sleep");
            cases.Add(build, "Iterator", "Shop.Orders.Iterate()", "System.Threading.Thread.Sleep");
            cases.Add(build, "Property", "Shop.Orders.Total.get", "System.Threading.Thread.Sleep");
            cases.Add(build, "Constructor", "new Shop.Slow(int)", "System.Threading.Thread.Sleep");
            cases.Add(build, "Explicit", "Shop.Orders.IThing.Do()", "System.Threading.Thread.Sleep");
            cases.Add(build, "InCatch", "Shop.Orders.InCatch(int)", "System.Threading.Thread.Sleep");
            cases.Add(build, "Multiline", "Shop.Orders.Multiline(string)", "System.Threading.Tasks.Task`1.get_Result");
            cases.Add(build, "TopLevel", "lambda in Program.Main", "System.Threading.Thread.Sleep");
        }
        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_blocked_thread_is_found_at_its_line(string build, string mark, string method, string call)
    {
        Frame frame = Users(build).First(user => user.DisplayName == method && user.Line == LiveStacks.LineOf(user.File!, mark));
        frame.CalledHere.ShouldBe(call);
        frame.Approximate.ShouldBeFalse();
        frame.Assembly.ShouldBe("Subject." + build);
    }

    [Theory]
    [InlineData("CallsInlined", "Pause", "System.Threading.Thread.Sleep")]
    [InlineData("CallsTwoInlined", "PauseTwice", "Shop.Orders.PauseOnce")]
    [InlineData("CallsInlinedAwaiter", "PauseForTask", "System.Runtime.CompilerServices.TaskAwaiter`1.GetResult")]
    public void An_inlined_method_is_named_and_marked_as_a_conclusion(string caller, string method, string call)
    {
        List<Frame> stack = [.. live.Of("Release").Single(stack => stack.Any(frame => frame.MethodName == caller))];
        int at = stack.FindIndex(frame => frame.MethodName == caller);
        stack[at].Line.ShouldBe(LiveStacks.LineOf("Orders.cs", caller));
        stack[at].Approximate.ShouldBeFalse();
        stack[at - 1].DisplayName.ShouldBe($"Shop.Orders.{method}()");
        stack[at - 1].Line.ShouldBe(LiveStacks.LineOf("Orders.cs", method));
        stack[at - 1].Approximate.ShouldBeTrue();
        stack[at - 1].CalledHere.ShouldBe(call);
    }

    [Fact]
    public void A_lambda_inlined_into_generated_code_is_named_and_marked_as_a_conclusion()
    {
        Frame lambda = Users("Release").First(user => user.DisplayName == "lambda in Shop.Gates.Handler");
        lambda.Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "Handler"));
        lambda.CalledHere.ShouldBe("System.Threading.Thread.Join");
    }

    [Fact]
    public void A_method_that_left_the_stack_by_its_last_call_is_named_though_only_a_delegate_leads_to_it()
    {
        List<Frame> stack = [.. live.Of("Release").Single(stack => stack.Any(frame => frame is { TypeName: "Shop.Plug", MethodName: "Call" }))];
        int at = stack.FindIndex(frame => frame.MethodName == "Call");
        stack[at].Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "CallsPlug"));
        stack[at - 1].DisplayName.ShouldBe("Shop.Plug.Handle(int)");
        stack[at - 1].Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "Plug"));
        stack[at - 1].Approximate.ShouldBeTrue();
    }

    [Fact]
    public void An_action_inlined_into_generated_code_is_named_though_no_code_names_it()
    {
        Frame action = Users("Release").First(user => user.DisplayName == "Shop.Controller.Meet()");
        action.Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "Meet"));
        action.CalledHere.ShouldBe("System.Threading.Barrier.SignalAndWait");
        action.Approximate.ShouldBeTrue();
    }

    [Fact]
    public void Of_two_actions_that_may_have_been_inlined_none_is_accused() =>
        live.Of("Release").SelectMany(stack => stack).Select(frame => frame.DisplayName)
            .ShouldNotContain(name => name.Contains("Controller.Ask") || name.Contains("Controller.NotCalled"));

    [Fact]
    public void Both_are_told_to_whoever_asks() =>
        live.UncertainCallers("Release").ShouldContain(caller =>
            caller.Candidates.Any(one => one.StartsWith("Shop.Controller.Ask() in ~Orders.cs:"))
            && caller.Candidates.Any(one => one.StartsWith("Shop.Controller.NotCalled() in ~Orders.cs:")));

    [Theory]
    [InlineData("Debug")]
    [InlineData("Release")]
    public void Code_compiled_ahead_of_time_is_found_by_what_it_calls(string build)
    {
        Frame load = live.WithoutMaps(build).SelectMany(stack => stack).First(frame => frame.DisplayName == "Shop.Orders.Load(int)");
        load.Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "Load"));
        load.CalledHere.ShouldBe("System.Threading.Thread.Sleep");
        load.Approximate.ShouldBeTrue();
    }

    [Theory]
    [InlineData("Debug")]
    [InlineData("Release")]
    public void A_call_in_a_finally_block_is_found_at_its_line(string build)
    {
        Frame load = Users(build).First(frame => frame.DisplayName == "Shop.Orders.InFinally(int)");
        load.Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "InFinally"));
        load.CalledHere.ShouldBe("System.Threading.SemaphoreSlim.Wait");
    }

    [Fact]
    public void Framework_frames_have_a_name_and_no_line() =>
        live.Of("Debug").SelectMany(stack => stack).Where(frame => frame.DisplayName == "System.Threading.Thread.Sleep(int)")
            .ShouldAllBe(frame => frame.IsFramework && frame.File == null);

    private IEnumerable<Frame> Users(string build) => live.Of(build).SelectMany(stack => stack).Where(frame => !frame.IsFramework && frame.File is not null);
}
