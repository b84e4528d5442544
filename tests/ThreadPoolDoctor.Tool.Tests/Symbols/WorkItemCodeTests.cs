using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>By the code of this assembly: which methods can have been compiled into the pool's loop.</summary>
public class WorkItemCodeTests
{
    private static readonly UserModule s_module = new(UserModuleTests.ImageOf(typeof(WorkItemCodeTests).Assembly.Location), new TargetFiles(null));

    [Fact]
    public void The_tests_are_a_program() => s_module.HasEntryPoint.ShouldBeTrue();

    public class Is_none
    {
        [Fact]
        public void What_threads_are_started_with() => OfWork(nameof(Program.StartThread)).ShouldBeEmpty();

        [Fact]
        public void What_only_the_beginning_calls() => OfWork(nameof(Program.Begin)).ShouldBeEmpty();
    }

    public class Is_one
    {
        [Fact]
        public void What_is_queued_and_what_it_calls() => OfWork(nameof(Program.Queue)).ShouldBe([$"<{nameof(Program.Queue)}>b__", nameof(Program.Helper)]);

        [Fact]
        public void What_is_queued_though_a_thread_is_started_with_it_elsewhere() =>
            OfWork(nameof(Program.StartBoth), nameof(Program.QueueBoth)).ShouldBe([nameof(Program.Both)]);

        [Fact]
        public void What_an_object_does_by_its_interface() => OfWork(nameof(Program.Job.Execute)).ShouldBe([nameof(Program.Job.Execute), nameof(Program.Helper)]);
    }

    /// <summary>The methods of the program below that may be part of a work item, when these and what they lead to have run.</summary>
    private static string[] OfWork(params string[] compiled)
    {
        HashSet<int> ran = [.. s_module.Methods().Where(token => IsOfProgram(token) && compiled.Contains(s_module.Name(token)!.Value.Member))];
        ran.ShouldNotBeEmpty();
        return [.. WorkItemCode.Of(s_module, ran)!.Where(IsOfProgram).Select(token => s_module.Name(token)!.Value.Member)
            .Where(name => !name.StartsWith('.')).Select(name => name.Split("__")[0] + (name.Contains("__") ? "__" : "")).Order(StringComparer.Ordinal)];
    }

    private static bool IsOfProgram(int token) => s_module.Name(token)!.Value.Type.Contains(nameof(WorkItemCodeTests) + "+" + nameof(Program));

    internal static class Program
    {
        internal static Thread StartThread(int milliseconds) => new(() => Helper(milliseconds));

        internal static void Begin() => Helper(1);

        internal static Task Queue(int milliseconds) => Task.Run(() => Helper(milliseconds));

        internal static Thread StartBoth() => new(Both);

        internal static Task QueueBoth() => Task.Run(Both);

        internal static void Helper(int milliseconds) => Thread.Sleep(milliseconds);

        internal static void Both() => Thread.Sleep(1);

        internal sealed class Job : IThreadPoolWorkItem
        {
            public void Execute() => Helper(1);
        }
    }
}
