using System.Runtime.InteropServices;
using ThreadPoolDoctor.Diagnosis.Frames;
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

        [Fact]
        public void What_only_the_finalizers_thread_calls() => OfWork("Finalize").ShouldBeEmpty();
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

    /// <summary>What works where a stack ends in what runs items, when these ran often.</summary>
    public class Works_there
    {
        [Fact]
        public void Nobody_where_none_loops() => Work(nameof(Program.Helper), nameof(Program.Both)).ShouldBeNull();

        [Fact]
        public void Nobody_where_several_loop() => Work(nameof(Program.Sum), nameof(Program.Product)).ShouldBeNull();

        [Fact]
        public void No_method_that_runs_elsewhere() => InlinedWorkItems.Work([(s_module, Named(nameof(Program.Sum)))], (_, _) => false, _ => false).ShouldBeNull();

        [Fact]
        public void The_only_one_that_loops()
        {
            Frame work = Work(nameof(Program.Sum), nameof(Program.Helper)).ShouldNotBeNull();
            (work.MethodName, work.Approximate, Path.GetFileName(work.File)).ShouldBe((nameof(Program.Sum), true, "WorkItemCodeTests.cs"));
        }

        [Theory]
        [InlineData(nameof(Program.Feed))]
        [InlineData(nameof(Program.Poll))]
        public void The_only_one_whose_loop_would_not_show_what_it_calls(string other)
        {
            Work(other).ShouldBeNull();
            Work(nameof(Program.Sum), other).ShouldNotBeNull().MethodName.ShouldBe(nameof(Program.Sum));
        }

        [Fact]
        public void One_that_queues_work_beside_its_loop() =>
            Work(nameof(Program.SumAndQueue)).ShouldNotBeNull().MethodName.ShouldBe(nameof(Program.SumAndQueue));

        private static Frame? Work(params string[] hot) =>
            InlinedWorkItems.Work([(s_module, Named(hot))], (_, _) => true, call => call == "System.Threading.Thread.Sleep");
    }

    /// <summary>
    /// What was compiled into a method of .NET's that runs the user's code and shows a sleep above it, when these ran.
    /// </summary>
    public class Sleeps_in
    {
        [Fact]
        public void What_calls_delegates_any_of_them() => In("System.Linq.Enumerable", "Any").ShouldBe([nameof(Program.Helper), "MoveNext"], ignoreOrder: true);

        [Theory]
        [InlineData("System.Linq.Enumerable", "ToList")]
        [InlineData("System.Linq.Enumerable", "ToArray")]
        [InlineData("System.Collections.Generic.List`1[System.Int32]", "AddRange")]
        public void What_only_enumerates_an_iterator(string type, string method) => In(type, method).ShouldBe(["MoveNext"]);

        [Fact]
        public void What_never_had_code_of_its_own_where_what_called_it_had() =>
            In("System.Threading.Tasks.Task", "ExecuteWithThreadLocal", nameof(Program.Job.Execute)).ShouldBe([nameof(Program.Helper)]);

        private static string[] In(string type, string method) => In(type, method, nameof(Program.Helper), "MoveNext");

        private static string[] In(string type, string method, params string[] compiled)
        {
            HashSet<int> ran = Named(compiled);
            return
            [
                .. InlinedWorkItems.Candidates(
                    new Frame("System.Linq", type, method) { IsFramework = true },
                    new MethodCode(0, 1, 0, 0, 0, 0, "System.Threading.Thread", "Sleep", "", false),
                    [(s_module, ran, new HashSet<int>())],
                    (_, _) => true,
                    call => call == "System.Threading.Thread.Sleep",
                    () => true).Select(frame => frame.MethodName),
            ];
        }
    }

    /// <summary>A library's method stands on the stack, and what runs items seems to have called it.</summary>
    public class Is_called_by
    {
        private static readonly MethodCode s_helper = Code(nameof(Program.Helper));

        [Fact]
        public void Nobody_where_none_that_ran_calls_it() => By(s_helper, nameof(Program.Both)).ShouldBeEmpty();

        [Fact]
        public void Whoever_calls_it_or_one_that_leads_to_it() => By(s_helper, nameof(Program.Begin)).ShouldBe([nameof(Program.Begin)]);

        [Fact]
        public void The_librarys_own_methods_that_lead_to_it_nearest_first()
        {
            string[][] entries = [.. LibraryEntries.To(s_helper, s_module).Select(level => level.Select(method => method.Name).ToArray())];
            entries[0].ShouldBe([nameof(Program.Helper)]);
            entries[1].ShouldContain(nameof(Program.Begin));
            entries[1].ShouldNotContain(nameof(Program.BeginTwice));
            entries[2].ShouldContain(nameof(Program.BeginTwice));
        }

        [Fact]
        public void None_that_is_too_large_to_be_compiled_into_its_caller() =>
            LibraryEntries.To(s_helper, s_module).SelectMany(level => level).ShouldNotContain(method => method.Name == nameof(Program.BeginMuch));

        [Fact]
        public void It_alone_where_the_library_cannot_be_read() => LibraryEntries.To(s_helper, null).ShouldHaveSingleItem().ShouldBe([s_helper]);

        private static IEnumerable<string> By(MethodCode called, params string[] ran) => InlinedWorkItems.Callers(
            new Frame("System.Private.CoreLib", "System.Threading.Tasks.Task", "ExecuteWithThreadLocal") { IsFramework = true },
            [called],
            [(s_module, Named(ran), new HashSet<int>())],
            (_, _) => true).Select(frame => frame.MethodName);

        private static MethodCode Code(string method) =>
            new(0, 1, 0, 0, 0, 0, s_module.Name(Named(method).First())!.Value.Type, method, "", false);
    }

    /// <summary>
    /// A thread that sleeps, with nothing above the method of .NET's that runs items, when these ran.
    /// </summary>
    public class Sleeps_in_native_code_of
    {
        [Fact]
        public void What_calls_a_method_of_another_language() =>
            In(nameof(Program.CallNative), nameof(Program.Sum)).ShouldBe([nameof(Program.CallNative)]);

        [Fact]
        public void Rather_what_is_known_to_block() =>
            In(nameof(Program.CallNative), nameof(Program.Helper)).ShouldBe([nameof(Program.Helper)]);

        private static string[] In(params string[] ran) =>
        [
            .. InlinedWorkItems.Candidates(
                new Frame("System.Private.CoreLib", "System.Threading.Tasks.Task", "ExecuteWithThreadLocal") { IsFramework = true },
                called: null,
                [(s_module, Named(ran), new HashSet<int>())],
                (_, _) => true,
                call => call == "System.Threading.Thread.Sleep",
                () => true).Select(frame => frame.MethodName),
        ];
    }

    private static HashSet<int> Named(params string[] names) =>
        [.. s_module.Methods().Where(token => IsOfProgram(token) && names.Contains(s_module.Name(token)!.Value.Member))];

    /// <summary>
    /// The methods of the program below that may be part of a work item, when these and what they lead to have run.
    /// </summary>
    private static string[] OfWork(params string[] compiled)
    {
        HashSet<int> ran = Named(compiled);
        ran.ShouldNotBeEmpty();
        return [.. WorkItemCode.Of(s_module, ran)!.Where(IsOfProgram).Select(token => s_module.Name(token)!.Value.Member)
            .Where(name => !name.StartsWith('.')).Select(name => name.Split("__")[0] + (name.Contains("__") ? "__" : "")).Order(StringComparer.Ordinal)];
    }

    private static bool IsOfProgram(int token) => s_module.Name(token)!.Value.Type.Contains(nameof(WorkItemCodeTests) + "+" + nameof(Program));

    internal static class Program
    {
        internal static Thread StartThread(int milliseconds) => new(() => Helper(milliseconds));

        internal static void Begin() => Helper(1);

        internal static void BeginTwice()
        {
            Begin();
            Begin();
        }

        internal static int BeginMuch(int rows)
        {
            Helper(1);
            int sum = rows * 31 + rows / 7 - rows % 11 + rows * rows;
            sum += sum * 31 + rows / 13 - sum % 17 + rows * sum;
            sum += sum * 37 + rows / 19 - sum % 23 + rows * sum;
            sum += sum * 41 + rows / 29 - sum % 43 + rows * sum;
            return sum * 47 + rows / 53 - sum % 59 + rows * sum;
        }

        internal static void Feed(int count)
        {
            for (int i = 0; i < count; i++) Task.Run(Both);
        }

        internal static void Poll(int count)
        {
            for (int i = 0; i < count; i++) Thread.Sleep(1);
        }

        internal static int SumAndQueue(int[] all)
        {
            int sum = 0;
            for (int i = 0; i < all.Length; i++) sum += all[i];
            Task.Run(Both);
            return sum;
        }

        internal static Task Queue(int milliseconds) => Task.Run(() => Helper(milliseconds));

        internal static Thread StartBoth() => new(Both);

        internal static Task QueueBoth() => Task.Run(Both);

        internal static void Helper(int milliseconds) => Thread.Sleep(milliseconds);

        internal static int CallNative() => getpid();

        [DllImport("libc")]
        private static extern int getpid();

        internal static IEnumerable<int> Rows()
        {
            Thread.Sleep(1);
            yield return 1;
        }

        internal static int Sum(int[] all)
        {
            int sum = 0;
            for (int i = 0; i < all.Length; i++) sum += all[i];
            return sum;
        }

        internal static int Product(int[] all)
        {
            int product = 1;
            foreach (int one in all) product *= one;
            return product;
        }

        internal static void Both() => Thread.Sleep(1);

        internal sealed class Kept
        {
            ~Kept() => Helper(1);
        }

        internal sealed class Job : IThreadPoolWorkItem
        {
            public void Execute() => Helper(1);
        }
    }
}
