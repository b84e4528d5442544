using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>
/// By the code of this assembly: behind which of a library's methods the user's code may hide, and which of it. That it
/// is found on a stack is tested on a live patient, block-sleep.
/// </summary>
public class CallbacksTests
{
    private static readonly UserModule s_module = new(UserModuleTests.ImageOf(typeof(CallbacksTests).Assembly.Location), new TargetFiles(null));

    public class Nobody_hides
    {
        [Fact]
        public void Where_the_library_makes_the_call_itself() => Calls(nameof(Library.RunAndPause)).ShouldBeEmpty();

        [Fact]
        public void Where_a_small_method_of_the_library_makes_it() => Calls(nameof(Library.RunAndRest)).ShouldBeEmpty();

        [Fact]
        public void Where_a_wait_of_another_name_is_made_of_it() => Calls(nameof(Library.RunAndAwaitSignal), "System.Threading.Monitor", "Wait").ShouldBeEmpty();

        [Fact]
        public void Where_nothing_is_called_back() => Calls(nameof(Library.Nothing)).ShouldBeEmpty();
    }

    public class Somebody_may_hide
    {
        [Fact]
        public void Behind_a_delegate_though_a_lock_is_taken_around_it() => Calls(nameof(Library.RunLocked)).ShouldBe(["Invoke"]);

        [Fact]
        public void Behind_an_interface() => Calls(nameof(Library.RunJob)).ShouldBe([nameof(IThreadPoolWorkItem.Execute)]);
    }

    public class It_is
    {
        [Fact]
        public void No_method_that_never_ran() => Callees(nameof(Library.RunJob)).ShouldBeEmpty();

        [Fact]
        public void No_method_that_nobody_made_a_delegate_of() =>
            Callees(nameof(Library.RunLocked), nameof(Program.Start), nameof(Program.Ship), nameof(Program.Job.Execute)).ShouldBe([nameof(Program.Ship)]);

        [Fact]
        public void What_implements_the_interface() =>
            Callees(nameof(Library.RunJob), nameof(Program.Start), nameof(Program.Ship), nameof(Program.Job.Execute)).ShouldBe([nameof(Program.Job.Execute)]);
    }

    public class Behind_a_proxy_it_is
    {
        [Fact]
        public void No_method_that_nothing_but_its_name_leads_to() => OfMadeAtRunTime(nameof(Program.Ship)).ShouldBeEmpty();

        [Fact]
        public void What_ran_often_and_is_called_by_its_interface() => OfMadeAtRunTime(nameof(Program.Job.Execute)).ShouldBe([nameof(Program.Job.Execute)]);

        private static string[] OfMadeAtRunTime(params string[] hot) => [.. Callbacks.OfMadeAtRunTime(s_module, Named(nameof(Program), hot)).Select(NameOf)];
    }

    public class A_tail_call_is
    {
        [Fact]
        public void No_call_that_something_follows() => IsTailCall(nameof(Library.RunAndPause), "Invoke").ShouldBeFalse();

        [Fact]
        public void One_that_nothing_follows() => IsTailCall(nameof(Library.RunJob), nameof(IThreadPoolWorkItem.Execute)).ShouldBeTrue();

        private static bool IsTailCall(string method, string called)
        {
            int token = Named(nameof(Library), method).Single();
            return s_module.IsTailCall(token, s_module.Calls(token).Single(call => call.Member == called));
        }
    }

    private static string[] Calls(string method, string type = "System.Threading.Thread", string member = "Sleep") =>
        [.. Of(method, type, member).Select(call => call.Member)];

    private static IReadOnlyList<Call> Of(string method, string type, string member) => Callbacks.Of(
        s_module,
        Named(nameof(Library), method).Single(),
        new MethodCode(0, 1, 0, 0, 0, 0, type, member, "", false),
        call => call.StartsWith("System.Threading.", StringComparison.Ordinal),
        _ => null);

    private static string[] Callees(string libraryMethod, params string[] compiled) => [.. Callbacks
        .Callees(Of(libraryMethod, "System.Threading.Thread", "Sleep"), s_module, Named(nameof(Program), compiled))
        .Select(NameOf)];

    private static HashSet<int> Named(string holder, params string[] names) => [.. s_module.Methods().Where(token =>
        s_module.Name(token)!.Value.Type.Contains($"{nameof(CallbacksTests)}+{holder}") && names.Contains(NameOf(token)))];

    private static string NameOf(int token) => s_module.Name(token)!.Value.Member;

    internal static class Library
    {
        private static readonly object s_gate = new();
        private static readonly ManualResetEventSlim s_signal = new();

        internal static void RunLocked(Action action)
        {
            lock (s_gate) action();
        }

        internal static void RunAndPause(Action action)
        {
            action();
            Thread.Sleep(1);
        }

        internal static void RunAndRest(Action action)
        {
            action();
            Rest();
        }

        internal static void RunAndAwaitSignal(Action action)
        {
            action();
            s_signal.Wait();
        }

        internal static void RunJob(IThreadPoolWorkItem job) => job.Execute();

        internal static void Nothing(int[] all) => Array.Clear(all);

        private static void Rest() => Thread.Sleep(1);
    }

    internal static class Program
    {
        internal static Action Start() => Ship;

        internal static void Ship() => Thread.Sleep(1);

        internal sealed class Job : IThreadPoolWorkItem
        {
            public void Execute() => Thread.Sleep(1);
        }
    }
}
