using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>
/// Which task or lock the code waits for, and which locks it holds: read from compiled methods, optimised and not.
/// </summary>
public sealed class WaitReaderTests
{
    private static readonly Lock s_gate = new();
    private static readonly object s_inner = new();

    public static TheoryData<string> Builds => ["Debug", "Release"];

    [Theory, MemberData(nameof(Builds))]
    public void A_task_that_was_handed_in_or_kept_has_no_origin(string build)
    {
        At(build, "Given", "get_Result").ShouldBeNull();
        At(build, "Kept", "get_Result").ShouldBeNull();
    }

    [Theory, MemberData(nameof(Builds))]
    public void Where_one_of_two_tasks_is_waited_for_none_is_named(string build) => At(build, "OneOfTwo", "get_Result").ShouldBeNull();

    [Theory, MemberData(nameof(Builds))]
    public void An_await_does_not_wait(string build)
    {
        UserModule module = Module(build);
        int body = module.Methods().Single(token => module.Name(token) is { } name && name.Type.Contains("<Awaits>", StringComparison.Ordinal) && name.Member == "MoveNext");
        Call result = module.Calls(body).Single(call => call.Member == "GetResult");
        new WaitReader(_ => null).At(module, body, result).ShouldBeNull();
    }

    [Theory, MemberData(nameof(Builds))]
    public void A_lock_that_was_handed_in_has_no_field(string build) => At(build, "GivenLock", "Enter").ShouldBeNull();

    [Theory, MemberData(nameof(Builds))]
    public void The_method_whose_task_is_waited_for_is_named_with_what_completes_it(string build)
    {
        foreach ((string method, string wait) in new[]
        {
            ("FromDelay", "get_Result"), ("ThroughLocals", "GetResult"), ("Bounded", "Wait"), ("InValueTask", "GetResult"), ("WithTimeLimit", "get_Result"),
        })
        {
            WaitFacts facts = At(build, method, wait).ShouldNotBeNull(method);
            facts.TaskOf.ShouldBe("Shop.Waiting.ReadAsync(int)", method);
            facts.CompletedBy.ShouldBe("System.Threading.Tasks.Task.Delay", method);
        }
    }

    [Theory, MemberData(nameof(Builds))]
    public void A_property_is_told_by_its_name_once(string build)
    {
        WaitFacts facts = At(build, "OfLazy", "get_Result").ShouldNotBeNull();
        facts.TaskOf.ShouldBe("System.Lazy<T>.Value");
        facts.CompletedBy.ShouldBe("System.Lazy`1.get_Value");
    }

    [Theory, MemberData(nameof(Builds))]
    public void Async_methods_are_followed_from_one_to_the_next(string build)
    {
        WaitFacts facts = At(build, "Chained", "get_Result").ShouldNotBeNull();
        facts.TaskOf.ShouldBe("Shop.Waiting.OuterAsync(int)\nShop.Waiting.ReadAsync(int)");
        facts.CompletedBy.ShouldBe("System.Threading.Tasks.Task.Delay");
    }

    [Theory, MemberData(nameof(Builds))]
    public void The_state_machine_of_another_compiler_is_followed_too(string build)
    {
        WaitFacts facts = At(build, "OfMachine", "get_Result").ShouldNotBeNull();
        facts.TaskOf.ShouldBe("Shop.Waiting.HandMadeAsync(int)\nShop.Waiting.ReadAsync(int)");
        facts.CompletedBy.ShouldBe("System.Threading.Tasks.Task.Delay");
    }

    [Theory, MemberData(nameof(Builds))]
    public void A_method_that_hands_on_a_task_is_looked_through(string build)
    {
        WaitFacts facts = At(build, "OfWorkItem", "get_Result").ShouldNotBeNull();
        facts.TaskOf.ShouldBe("Shop.Waiting.Queued(int)");
        facts.CompletedBy.ShouldBe("System.Threading.Tasks.Task.Run");
    }

    [Theory, MemberData(nameof(Builds))]
    public void Of_several_awaits_all_are_told(string build) => At(build, "OfSeveral", "get_Result").ShouldNotBeNull()
        .CompletedBy.ShouldBe("System.Net.Http.HttpClient.GetAsync\nSystem.Threading.Tasks.Task.Delay");

    [Theory, MemberData(nameof(Builds))]
    public void A_lock_is_told_by_its_field_and_what_is_held_meanwhile_too(string build)
    {
        UserModule module = Module(build);
        Call[] entries = Calls(module, "BothLocks", "Enter");
        WaitReader reader = new(_ => null);
        reader.At(module, Token(module, "BothLocks"), entries[0]).ShouldBe(new() { Lock = "Shop.Waiting.s_stock", LockIsStatic = true });
        reader.At(module, Token(module, "BothLocks"), entries[1])
            .ShouldBe(new() { Lock = "Shop.Waiting.s_orders", LockIsStatic = true, Held = "Shop.Waiting.s_stock" });
        Call[] said = Calls(module, "BothLocks", "WriteLine");
        reader.At(module, Token(module, "BothLocks"), said[0]).ShouldNotBeNull().Held.ShouldBe("Shop.Waiting.s_stock");
        reader.At(module, Token(module, "BothLocks"), said[1]).ShouldNotBeNull().Held.ShouldBe("Shop.Waiting.s_stock\nShop.Waiting.s_orders");
    }

    [Theory, MemberData(nameof(Builds))]
    public void A_lock_of_each_object_is_told_as_such(string build) =>
        At(build, "OwnLock", "Enter").ShouldBe(new() { Lock = "Shop.Waiting._own", LockIsStatic = false });

    [Fact]
    public void The_scope_of_a_Lock_is_one_too()
    {
        UserModule module = new(UserModuleTests.ImageOf(typeof(WaitReaderTests).Assembly.Location), new TargetFiles(null));
        int token = typeof(WaitReaderTests).GetMethod(nameof(Scoped), System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MetadataToken;
        WaitReader reader = new(_ => null);
        const string Gate = "ThreadPoolDoctor.Tool.Tests.Symbols.WaitReaderTests.s_gate";
        reader.At(module, token, module.Calls(token).Single(call => call.Member == "EnterScope")).ShouldBe(new() { Lock = Gate, LockIsStatic = true });
        reader.At(module, token, module.Calls(token).Single(call => call.Member == "Enter")).ShouldNotBeNull().Held.ShouldBe(Gate);
    }

    private static void Scoped()
    {
        lock (s_gate)
        {
            Console.Out.Flush();
            lock (s_inner) Console.Out.Flush();
        }
    }

    private static WaitFacts? At(string build, string method, string wait)
    {
        UserModule module = Module(build);
        return new WaitReader(_ => null).At(module, Token(module, method), Calls(module, method, wait)[^1]);
    }

    private static UserModule Module(string build) => new(UserModuleTests.ImageOf(LiveStacks.ProgramOf(build)), new TargetFiles(null));

    private static int Token(UserModule module, string method) => module.Named("Shop.Waiting", method).Single();

    private static Call[] Calls(UserModule module, string method, string member) => [.. module.Calls(Token(module, method)).Where(call => call.Member == member)];
}
