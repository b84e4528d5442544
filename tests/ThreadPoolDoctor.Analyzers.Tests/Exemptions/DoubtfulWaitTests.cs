namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// Waits that values decide about: what is marked is told on demand alone, and what stands beside it always.
/// </summary>
public sealed class DoubtfulWaitTests
{
    private static readonly Settings s_all = new() { Config = { ["threadpooldoctor.report"] = "all" } };

    [Fact]
    public Task Rows_that_are_read_later_are_not_read_here() => Examine.Reports("TPD003", """
        class C
        {
            async Task<IEnumerable<string>> Later()
            {
                await Task.Yield();
                var rows = Rows("a");
                return rows;
            }
            Task<IEnumerable<string>> LaterWithoutAwait()
            {
                var rows = Rows("a");
                return Task.FromResult(rows);
            }
            async Task<List<string>> Now()
            {
                await Task.Yield();
                var rows = [|Rows("a")|];
                return rows.ToList();
            }
            static IEnumerable<string> Rows(string file) { foreach (string row in File.ReadAllLines(file)) yield return row; }
        }
        """);

    private const string Racing = """
        class C
        {
            Task<int> _next = null!;
            async Task<int> M(Task stop, CancellationToken token, bool now) { BODY }
        }
        """;

    [Theory]
    [InlineData("await Task.WhenAny(_next, stop).ConfigureAwait(false); token.ThrowIfCancellationRequested(); return _next.Result;")]
    [InlineData("if (!_next.IsCompleted) { await Task.WhenAny(stop, _next); token.ThrowIfCancellationRequested(); } int next = _next.Result; return next;")]
    [InlineData("await Task.WhenAny(_next, Task.Delay(Timeout.Infinite, token)); token.ThrowIfCancellationRequested(); return _next.Result;")]
    public Task Who_was_not_cancelled_has_the_task_that_was_raced(string body) => Examine.Silent(Racing.Replace("BODY", body));

    [Theory]
    [InlineData("await Task.WhenAny(_next, Task.Delay(5, token)); token.ThrowIfCancellationRequested(); return [|_next.Result|];")]
    [InlineData("if (now) { await Task.WhenAny(_next, stop); token.ThrowIfCancellationRequested(); } return [|_next.Result|];")]
    [InlineData("await Task.WhenAny(_next, stop); token.ThrowIfCancellationRequested(); _next = Task.Run(() => 5); return [|_next.Result|];")]
    [InlineData("token.ThrowIfCancellationRequested(); await Task.WhenAny(_next, stop); return [|_next.Result|];")]
    public Task Others_may_have_lost_the_race(string body) => Examine.Reports("TPD001", Racing.Replace("BODY", body));

    private const string Exits = """
        using System.Diagnostics;
        class C
        {
            void Start(Process process)
            {
                process.Exited += (_, _) => { [|process.WaitForExit()|]; };
                process.Exited += (_, _) => { [|process.StandardOutput.ReadToEnd()|]; };
                process.Exited += OnExited;
                void OnExited(object? sender, EventArgs e) => [|Close(process)|];
            }
            static void Close(Process process) => process.WaitForExit();
        }
        """;

    [Fact]
    public Task A_process_that_has_exited_is_not_waited_for() => Examine.Silent(Exits.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task A_process_that_has_exited_is_told_on_demand() => Examine.Check("TPD003", [Exits], s_all);

    [Fact]
    public Task Another_process_is_waited_for() => Examine.Reports("TPD003", """
        using System.Diagnostics;
        class C
        {
            void Start(Timer timer, Process process) => timer = new(_ => [|process.WaitForExit()|], null, 5, 5);
            void Poll(Timer timer, Process process) => timer = new(_ => [|process.StandardOutput.ReadToEnd()|], null, 5, 5);
            void Tell(Process process, System.Net.Sockets.NetworkStream to) => process.Exited += (_, _) => [|to.WriteByte(5)|];
        }
        """);

    private const string Saying = """
        using System.Diagnostics;
        class C
        {
            async Task<string?> M(Process own, Process other)
            {
                await Task.Yield();
                Task<string> said = own.StandardOutput.ReadToEndAsync(), meant = other.StandardError.ReadToEndAsync();
                BODY
            }
        }
        """;

    [Theory]
    [InlineData("if (!own.WaitForExit(500)) { own.Kill(); return null; } return said.Result;", "500")]
    [InlineData("if (!own.WaitForExit(500)) throw new TimeoutException(); return said.GetAwaiter().GetResult();", "500")]
    [InlineData("own.WaitForExit(); return said.Result;", "own.WaitForExit()")]
    [InlineData("return own.WaitForExit(500) ? said.Result : null;", "500")]
    public Task What_a_process_said_is_there_when_its_end_was_waited_for(string body, string wait) => Examine.Reports("TPD003",
        Saying.Replace("BODY", body.Replace(wait == "500" ? "own.WaitForExit(500)" : wait, "[|" + (wait == "500" ? "own.WaitForExit(500)" : wait) + "|]")));

    [Theory]
    [InlineData("await own.WaitForExitAsync(); return said.Result;")]
    [InlineData("if (own.HasExited) return said.Result; return null;")]
    public Task What_a_process_said_is_there_when_it_is_known_to_have_exited(string body) => Examine.Silent(Saying.Replace("BODY", body));

    [Theory]
    [InlineData("await own.WaitForExitAsync(); return [|meant.Result|];")]
    [InlineData("if (own.Responding) return [|said.Result|]; return null;")]
    [InlineData("string now = [|said.Result|]; await own.WaitForExitAsync(); return now;")]
    [InlineData("await own.WaitForExitAsync(); said = File.ReadAllTextAsync(\"a\"); return [|said.Result|];")]
    public Task What_a_process_says_is_waited_for_as_long_as_it_may_run(string body) => Examine.Reports("TPD001", Saying.Replace("BODY", body));

    private const string Wrapped = """
        class C
        {
            async Task<int> Load()
            {
                await Task.Yield();
                return [|Run(() => 5)|] + [|Run(() => Task.FromResult(5)).Result|] + [|Find(_ => 5)|];
            }
            int Find(Func<int, int> guess) => Find(n => new ValueTask<int>(guess(n))).GetAwaiter().GetResult();
            async Task<int> Find(Func<int, ValueTask<int>> guess) => await guess(5);
            int Run(Func<int> work) => Run(() => Task.FromResult(work())).Result;
            async Task<int> Run(Func<Task<int>> work) => await work();
        }
        """;

    [Fact]
    public Task What_is_wrapped_up_and_taken_out_at_once_has_ended() => Examine.Silent(Wrapped.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task What_is_wrapped_up_as_it_was_begun_is_waited_for() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Load() { await Task.Yield(); return [|Guess(async _ => { await Task.Yield(); return 5; })|]; }
            int Guess(Func<int, Task<int>> guess) => Find(n => new ValueTask<int>(guess(n))).GetAwaiter().GetResult();
            async Task<int> Find(Func<int, ValueTask<int>> guess) => await guess(5);
        }
        """);

    [Fact]
    public Task What_is_wrapped_up_and_taken_out_at_once_is_told_on_demand() => Examine.Check("TPD001", [Wrapped], s_all);

    private const string Visits = """
        abstract class Node { public abstract Task<Node> AcceptAsync(IVisitor visitor); }
        interface IVisitor { Task<int> VisitAsync(Node node); }
        class ScopeVisitor : IVisitor
        {
            public async Task<int> VisitAsync(Node node) { await node.AcceptAsync(this); return 5; }
            public static int Run(Node node) => new ScopeVisitor().VisitAsync(node).GetAwaiter().GetResult();
        }
        class C
        {
            async Task<int> Load(Node node)
            {
                await Task.Yield();
                _ = [|node.AcceptAsync(new ScopeVisitor()).Result|];
                return [|ScopeVisitor.Run(node)|];
            }
        }
        """;

    [Fact]
    public Task Who_visits_a_tree_in_memory_does_not_wait() => Examine.Silent(Visits.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task Who_visits_a_tree_in_memory_is_told_on_demand() => Examine.Check("TPD001", [Visits], s_all);

    private const string OwnContinuations = """
        class C
        {
            Task<int> After(Task<int> task, Func<int, int> next) => Run(task, t => next([|t.Result|]));
            Task<int> AfterIt(Task<int> task) => task.Then(t => [|t.Result|]);
            Task<int> Run(Task<int> task, Func<Task<int>, int> next)
            {
                TaskCompletionSource<int> source = new();
                task.ContinueWith(t => source.SetResult(next(t)));
                return source.Task;
            }
        }
        static class Tasks
        {
            public static Task<int> Then(this Task<int> task, Func<Task<int>, int> next)
            {
                TaskCompletionSource<int> source = new();
                task.ContinueWith(t => source.SetResult(next(t)));
                return source.Task;
            }
        }
        """;

    [Fact]
    public Task What_is_run_with_a_task_that_was_handed_over_too_continues_it() => Examine.Silent(OwnContinuations.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task What_is_run_with_a_task_that_was_handed_over_too_is_told_on_demand() =>
        Examine.Check("TPD001", [OwnContinuations], new() { Config = { ["threadpooldoctor.report"] = "all" } });

    [Fact]
    public Task What_is_run_with_tasks_that_came_from_elsewhere_waits() => Examine.Reports("TPD001", """
        class C
        {
            async Task Run(List<Task<int>> tasks) { await Task.Yield(); tasks.ForEach(t => GC.KeepAlive([|t.Result|])); }
        }
        """);

    [Fact]
    public Task An_awaiter_that_is_kept_or_was_asked_is_doubtful() => IsDoubtful("TPD001", """
        class C
        {
            System.Runtime.CompilerServices.TaskAwaiter<int> _awaiter;
            async Task Start(Task<int> task)
            {
                await Task.Yield();
                _awaiter = task.GetAwaiter();
                if (_awaiter.IsCompleted) [|End()|]; else _awaiter.OnCompleted(End);
                var asked = Task.Delay(5).GetAwaiter();
                bool isLate = !asked.IsCompleted && await Late();
                [|asked.GetResult()|];
            }
            void End() => _awaiter.GetResult();
            Task<bool> Late() => Task.Delay(5).ContinueWith(_ => true);
        }
        """);

    [Fact]
    public Task An_awaiter_that_is_made_to_be_waited_for_is_reported() => Examine.Reports("TPD001", """
        class C
        {
            async Task Start()
            {
                await Task.Yield();
                var awaiter = Task.Delay(5).GetAwaiter();
                [|awaiter.GetResult()|];
                [|Task.Delay(5).GetAwaiter().GetResult()|];
            }
        }
        """);

    [Fact]
    public Task A_value_task_that_a_helper_waits_for_is_doubtful() => IsDoubtful("TPD001", """
        abstract class Visitor
        {
            public abstract ValueTask VisitAsync(object node);
            public void Visit(object node) => VisitAsync(node).GetAwaiter().GetResult();
        }
        class C
        {
            async Task Load(Visitor visitor) { await Task.Yield(); [|visitor.Visit(5)|]; }
        }
        """);

    [Fact]
    public Task A_value_task_that_the_work_item_waits_for_itself_or_as_a_task_is_reported() => Examine.Reports("TPD001", """
        abstract class Cache { public abstract ValueTask<int> GetAsync(); public int Get() => GetAsync().AsTask().Result; }
        class C
        {
            async Task Load(Cache cache) { await Task.Yield(); int x = [|cache.GetAsync().Result|] + [|cache.Get()|]; }
        }
        """);

    [Fact]
    public Task A_value_task_that_a_helper_begins_and_waits_for_is_reported() => Examine.Reports("TPD001", """
        class Reader(System.Threading.Channels.ChannelReader<int> items)
        {
            async ValueTask<int> NextAsync() { await Task.Yield(); return 5; }
            public int Next() => NextAsync().Result;
            public int Take() => items.ReadAsync().GetAwaiter().GetResult();
        }
        class C
        {
            async Task Load(Reader reader) { await Task.Yield(); int x = [|reader.Next()|] + [|reader.Take()|]; }
        }
        """);

    [Fact]
    public Task A_result_that_says_itself_that_it_is_there_is_doubtful() => IsDoubtful("TPD001", """
        class Answer { public bool HasValue; public Task<int> Task = null!; public bool IsUrgent; }
        class C
        {
            Task<int> _load = Task.Run(() => 5);
            bool _isLoaded;
            async Task<int> Load(Answer answer)
            {
                await Task.Yield();
                if (answer.HasValue) return [|answer.Task.Result|];
                return _isLoaded ? [|_load.Result|] : 0;
            }
        }
        """);

    [Fact]
    public Task A_flag_whose_member_does_not_bind_is_taken_for_one() => Examine.Check("TPD001", ["""
        class Answer { private bool HasRawValue; public Task<int> Task = null!; public int Count; }
        class C
        {
            async Task<int> Get(Answer answer)
            {
                await Task.Yield();
                if (answer.HasRawValue) return answer.Task.Result;
                if (answer.IsThere) return answer.Task.GetAwaiter().GetResult();
                if (answer.Count > 0) return [|answer.Task.Result|];
                return 0;
            }
        }
        """], new() { MayBeBroken = true });

    [Fact]
    public Task A_condition_about_anything_else_proves_nothing() => Examine.Reports("TPD001", """
        class Options { public bool IsUrgent; }
        class C
        {
            Task<int> _load = Task.Run(() => 5);
            bool _isLoaded;
            async Task<int> Load(Options options, Task<int>? task)
            {
                await Task.Yield();
                if (options.IsUrgent) return [|Task.Run(() => 5).Result|];
                if (task is not null) return [|task.Result|];
                return !_isLoaded ? [|_load.Result|] : 0;
            }
        }
        """);

    [Fact]
    public Task Whoever_asserts_that_a_task_has_ended_is_sure_of_it() => Examine.Silent("""
        class C
        {
            async Task<int> Load(Task<int> task)
            {
                await Task.Yield();
                System.Diagnostics.Debug.Assert(task.IsCompleted);
                return task.Result;
            }
        }
        """);

    [Fact]
    public Task A_semaphore_that_is_held_for_a_few_lines_is_doubtful_in_a_helper() => IsDoubtful("TPD004", """
        class Registry
        {
            private readonly SemaphoreSlim _mutex = new(1);
            private readonly Dictionary<string, string> _names = [];
            private string Normalised(string key) => Trimmed(key, Strict);
            private string Trimmed(string key, bool strict) => strict ? key.Trim() : key;
            private bool Strict => true;
            public string? Find(string key)
            {
                _mutex.Wait();
                try { return _names.TryGetValue(Normalised(key), out string? name) ? name : null; }
                finally { _mutex.Release(); }
            }
            public async Task Add(string key, string name)
            {
                await _mutex.WaitAsync();
                try { _names[key] = name; }
                finally { _mutex.Release(); }
            }
        }
        class C { async Task Load(Registry names) { await Task.Yield(); [|names.Find("x")|]; } }
        """);

    [Fact]
    public Task A_semaphore_that_is_held_over_an_await_or_a_wait_is_reported() => Examine.Reports("TPD004", """
        class Registry
        {
            private readonly SemaphoreSlim _mutex = new(1);
            private readonly SemaphoreSlim _other = new(1);
            public void Find() { _mutex.Wait(); _mutex.Release(); }
            public async Task Add() { await _mutex.WaitAsync(); await Task.Delay(5); _mutex.Release(); }
            public void Look() { _other.Wait(); _other.Release(); }
            public void Write() { _other.Wait(); Save(); _other.Release(); }
            private void Save() => File.WriteAllText("x", "y");
        }
        class C { async Task Load(Registry names) { await Task.Yield(); [|names.Find()|]; [|names.Look()|]; } }
        """);

    [Fact]
    public Task What_is_done_when_the_stack_is_used_up_is_doubtful() => IsDoubtful("TPD001", """
        class Guard
        {
            public void Enter(Action work)
            {
                if (!System.Runtime.CompilerServices.RuntimeHelpers.TryEnsureSufficientExecutionStack()) OnEmptyStack(work);
            }
            private void OnEmptyStack(Action work) => Task.Run(work).Wait();
        }
        class C { async Task Load(Guard guard) { await Task.Yield(); [|guard.Enter(() => { })|]; } }
        """);

    [Fact]
    public Task What_is_done_before_an_exception_is_thrown_is_doubtful() => IsDoubtful("TPD001", """
        class C
        {
            async Task Load(int n, Task log) { await Task.Yield(); [|Check(n, log)|]; }
            void Check(int n, Task log) { if (n < 0) ThrowNegative(log); }
            void ThrowNegative(Task log) { log.Wait(); throw new ArgumentException(); }
        }
        """);

    [Fact]
    public Task What_a_flag_of_the_program_switches_on_is_doubtful() => IsDoubtful("TPD003", """
        static class Settings { public static bool WritesTests { get; set; } }
        class C
        {
            async Task Load() { await Task.Yield(); [|Prepare()|]; }
            void Prepare() { if (Settings.WritesTests) Write(); }
            void Write() => File.WriteAllText("x", "y");
        }
        """);

    [Fact]
    public Task What_a_flag_of_the_program_switches_off_is_reported() => Examine.Reports("TPD003", """
        static class Settings { public static bool Writes { get; set; } = true; public static bool IsMuted; }
        class C
        {
            async Task Load() { await Task.Yield(); [|Prepare()|]; [|Tell()|]; }
            void Prepare() { if (Settings.Writes) Write(); }
            void Tell() { if (!Settings.IsMuted) Write(); }
            void Write() => File.WriteAllText("x", "y");
        }
        """);

    [Fact]
    public Task What_ends_because_it_is_closed_is_doubtful() => IsDoubtful("TPD001", """
        class Session : IDisposable
        {
            Task _loop = Task.Run(() => { });
            public void Dispose() => _loop.Wait();
        }
        class C { async Task Load(Session session) { await Task.Yield(); [|session.Dispose()|]; } }
        """);

    [Fact]
    public Task Files_that_are_written_when_something_is_closed_are_reported() => Examine.Reports("TPD003", """
        class Session : IDisposable { public void Dispose() => File.WriteAllText("x", "y"); }
        class C { async Task Load(Session session) { await Task.Yield(); [|session.Dispose()|]; } }
        """);

    [Fact]
    public Task A_spin_in_a_helper_is_doubtful() => IsDoubtful("TPD004", """
        class Gate { bool _isOpen; public void Pass() => SpinWait.SpinUntil(() => _isOpen); }
        class C { async Task Load(Gate gate) { await Task.Yield(); [|gate.Pass()|]; } }
        """);

    [Fact]
    public Task A_spinning_loop_in_a_helper_is_doubtful() => IsDoubtful("TPD005", """
        class Gate
        {
            volatile bool _isOpen;
            public void Pass() { SpinWait spin = new(); while (!_isOpen) spin.SpinOnce(); }
        }
        class C { async Task Load(Gate gate) { await Task.Yield(); [|gate.Pass()|]; } }
        """);

    [Fact]
    public Task A_getter_that_waits_for_what_is_done_once_is_doubtful() => IsDoubtful("TPD001", """
        class Cluster
        {
            bool _isInitialized;
            public object Metadata { get { Wait(Init()); return this; } }
            async Task Init() { if (_isInitialized) return; await Task.Yield(); _isInitialized = true; }
            static void Wait(Task task) => task.Wait();
        }
        class C { async Task Load(Cluster cluster) { await Task.Yield(); [|cluster.Metadata|].ToString(); } }
        """);

    private static async Task IsDoubtful(string id, string program)
    {
        await Examine.Silent(program.Replace("[|", "").Replace("|]", ""));
        await Examine.Check(id, [program], s_all);
    }
}
