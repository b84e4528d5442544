using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Who runs this code? Each program sleeps; only what the pool runs is reported.</summary>
public sealed class WorkItemTests
{
    /// <summary>
    /// What is called Run mostly runs what it is given; one whose source is here and makes a thread for it does not.
    /// </summary>
    [Theory]
    [InlineData("new Thread(() => work()).Start()")]
    [InlineData("new Thread(() => { if (work is not null) work(); }).Start()")]
    public Task A_helper_called_Run_that_makes_a_thread_keeps_it_from_the_pool(string run) => Examine.Silent($$"""
        static class Starter { public static void Run(Action work) => {{run}}; }
        class C { async Task M() { await Task.Yield(); Starter.Run(() => Nap()); } void Nap() => Thread.Sleep(5); }
        """);

    [Fact]
    public Task A_helper_called_Run_that_runs_it_runs_it_on_the_pool() => Examine.Reports("TPD002", """
        static class Starter { public static void Run(Action work) => work(); }
        class C { async Task M() { await Task.Yield(); Starter.Run(() => [|Nap()|]); } void Nap() => Thread.Sleep(5); }
        """);

    /// <summary>Who waits for a task does not run what another has queued for it.</summary>
    [Fact]
    public Task What_the_only_implementation_of_a_contract_queues_is_a_work_item() => Examine.Reports("TPD002", """
        interface IAside { void Begin(Action<int> work, int time); }
        class Presenter(IAside aside)
        {
            public void Show() => aside.Begin(Pause, 5);
            void Pause(int time) => [|Thread.Sleep(time)|];
            class Aside : IAside
            {
                class State { public Action<int>? Work; public int Time; }
                public void Begin(Action<int> work, int time) => ThreadPool.QueueUserWorkItem(Run, new State { Work = work, Time = time });
                static void Run(object? state) { var given = (State)state!; given.Work!(given.Time); }
            }
        }
        """);

    [Theory]
    [InlineData("class Here : IAside { public void Begin(Action<int> work, int time) => work(time); }")]
    [InlineData("class Kept : IAside { public void Begin(Action<int> work, int time) => new Thread(() => work(time)).Start(); }")]
    public Task Of_several_nobody_knows_which(string other) => Examine.Silent($$"""
        interface IAside { void Begin(Action<int> work, int time); }
        class Presenter(IAside aside)
        {
            public void Show() => aside.Begin(Pause, 5);
            void Pause(int time) => Thread.Sleep(time);
            class Aside : IAside { public void Begin(Action<int> work, int time) => ThreadPool.QueueUserWorkItem(_ => work(time)); }
            {{other}}
        }
        """);

    [Fact]
    public Task What_a_helper_queues_is_a_work_item_though_somebody_waits_for_it() => Examine.Reports("TPD002", """
        static class Queue { public static Task<int> Call(Func<int> work) => Task.Run(() => work() + 1); }
        class C { int Wait() => Queue.Call(() => { [|Thread.Sleep(5)|]; return 5; }).GetAwaiter().GetResult(); }
        """);

    /// <summary>What logs, or takes an object from a pool, may be a request: in a program that serves.</summary>
    public sealed class CalledByAll
    {
        private const string Serilog = "namespace Serilog.Core { public interface ILogEventSink { void Emit(string line); } } ";

        [Theory]
        [InlineData("class Sink { public void Emit(string line) => Thread.Sleep(5); }")]
        [InlineData("class Sink : Serilog.Core.ILogEventSink { public void Emit(string line) { } public void Flush() => Thread.Sleep(5); }")]
        [InlineData("class Policy { public C Create() { Thread.Sleep(5); return new(); } } class C;")]
        [InlineData("class Policy : Microsoft.Extensions.ObjectPool.PooledObjectPolicy<C> { public Policy() { Thread.Sleep(5); } public override C Create() => new(); public override bool Return(C c) => true; } class C;")]
        public Task What_looks_like_it_but_is_not_is_silent(string source) => Examine.Silent(Serilog + source);

        [Theory]
        [InlineData("class Sink : Serilog.Core.ILogEventSink { public void Emit(string line) => [|Thread.Sleep(5)|]; }")]
        [InlineData("class Sink : Serilog.Core.ILogEventSink { void Serilog.Core.ILogEventSink.Emit(string line) => [|Send(line)|]; void Send(string line) => Thread.Sleep(5); }")]
        [InlineData("abstract class Logger : Microsoft.Extensions.Logging.ILogger { public void Log<T>(Microsoft.Extensions.Logging.LogLevel level, Microsoft.Extensions.Logging.EventId id, T state, Exception? error, Func<T, Exception?, string> format) => [|Thread.Sleep(5)|]; public abstract bool IsEnabled(Microsoft.Extensions.Logging.LogLevel level); public abstract IDisposable? BeginScope<T>(T state) where T : notnull; }")]
        [InlineData("class Policy : Microsoft.Extensions.ObjectPool.PooledObjectPolicy<C> { public override C Create() { [|Thread.Sleep(5)|]; return new(); } public override bool Return(C c) { [|Thread.Sleep(5)|]; return true; } } class C;")]
        [InlineData("class Policy : Microsoft.Extensions.ObjectPool.IPooledObjectPolicy<C> { public C Create() { [|Thread.Sleep(5)|]; return new(); } public bool Return(C c) => true; } class C;")]
        public Task Sinks_of_logs_and_policies_of_pools_run_on_callers_threads(string source) => Examine.Reports("TPD002", Serilog + source);

        [Theory]
        [InlineData("File.AppendAllText(\"a\", line)", DiagnosticSeverity.Info)]
        [InlineData("Send(line).Wait()", DiagnosticSeverity.Warning)]
        public async Task A_log_is_meant_to_be_in_its_file_when_the_call_comes_back(string wait, DiagnosticSeverity severity)
        {
            (_, ImmutableArray<Diagnostic> found) = await Examine.Run([Serilog + "class Sink : Serilog.Core.ILogEventSink { public void Emit(string line) => "
                + wait + "; static async Task Send(string line) => await Task.Yield(); }"], new());
            Diagnostic told = found.ShouldHaveSingleItem();
            told.Severity.ShouldBe(severity);
            told.GetMessage().ShouldContain("blocks the pool thread of whoever logs by Sink.Emit");
        }
    }

    public sealed class NotOnThePool
    {
        [Fact]
        public Task Code_that_nobody_queues_is_not_reported() => Examine.Silent("""
            public class C
            {
                public void Load() => Thread.Sleep(5);
                public int Count { get { Thread.Sleep(5); return 1; } }
                public C() { Thread.Sleep(5); }
                public static C operator +(C a, C b) { Thread.Sleep(5); return a; }
                public IEnumerable<int> All() { Thread.Sleep(5); yield return 1; }
            }
            """);

        [Fact]
        public Task Dedicated_threads_may_block() => Examine.Silent("""
            class C
            {
                void Start()
                {
                    new Thread(() => Thread.Sleep(5)).Start();
                    new Thread(Loop) { IsBackground = true }.Start();
                    new Thread(_ => Thread.Sleep(5), 1024).Start();
                    Thread kept = new(new ThreadStart(Once));
                    Task.Factory.StartNew(() => Thread.Sleep(5), TaskCreationOptions.LongRunning);
                    Task.Factory.StartNew(Once, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                    Task.Factory.StartNew(() => Thread.Sleep(5), CancellationToken.None, TaskCreationOptions.DenyChildAttach | TaskCreationOptions.LongRunning, TaskScheduler.Default);
                    Task.Factory.StartNew(_ => Helper(), null, TaskCreationOptions.LongRunning);
                    new Task(() => Thread.Sleep(5), TaskCreationOptions.LongRunning).Start();
                    OnItsOwn(() => Thread.Sleep(5));
                }

                void Loop() { while (true) Thread.Sleep(5); }
                void Once() => Helper();
                void Helper() => Thread.Sleep(5);
                static void OnItsOwn(Action work) => new Thread(() => work()).Start();
            }
            """);

        [Fact]
        public Task Other_schedulers_are_their_owners_business() => Examine.Silent("""
            class C
            {
                void Start(TaskScheduler own)
                {
                    Task.Factory.StartNew(() => Thread.Sleep(5), CancellationToken.None, TaskCreationOptions.None, own);
                    Task.CompletedTask.ContinueWith(_ => Thread.Sleep(5), TaskScheduler.FromCurrentSynchronizationContext());
                }
            }
            """);

        [Fact]
        public Task Delegates_that_leave_the_view_are_not_reported() => Examine.Silent("""
            public class C
            {
                public Action Work = () => Thread.Sleep(5);
                public event Action? Changed;
                public void Raise() { Changed += () => Thread.Sleep(5); }
                public Action Make() => () => Thread.Sleep(5);
                public void Give(IServiceProvider to, CancellationToken token)
                {
                    token.Register(() => Thread.Sleep(5));
                    AppDomain.CurrentDomain.ProcessExit += (_, _) => Thread.Sleep(5);
                }
            }
            """);

        [Fact]
        public Task Expression_trees_are_data() => Examine.Silent("""
            using System.Linq.Expressions;
            class C
            {
                static int Wait(int x) { Thread.Sleep(5); return x; }
                static void Take(Expression<Func<int>> tree) { }
                async Task Load(IQueryable<int> query)
                {
                    Expression<Action> tree = () => Thread.Sleep(5);
                    Take(() => Wait(1));
                    Expression<Func<Task<int>, int>> other = t => t.Result;
                    await Task.Yield();
                    var all = query.Where(x => Wait(x) > 0);
                    var same = from x in query where Wait(x) > 1 select Wait(x);
                }
            }
            """);

        [Fact]
        public Task A_main_method_may_block_before_it_first_awaits() => Examine.Check("TPD002", ["""
            class Program
            {
                static async Task Main()
                {
                    Thread.Sleep(5);
                    Console.WriteLine("started");
                    await Task.Delay(5);
                    [|Thread.Sleep(5)|];
                    Console.ReadLine();
                }
            }
            """], new() { Output = Microsoft.CodeAnalysis.OutputKind.ConsoleApplication });

        [Fact]
        public Task A_lambda_that_a_main_method_runs_is_a_part_of_it() => Examine.Check("TPD003", ["""
            class Program
            {
                static T Twice<T>(Func<T> make) { make(); return make(); }

                static async Task Main(string[] args)
                {
                    Console.WriteLine(Twice(() => File.ReadAllText("before")));
                    Console.WriteLine(args.Count(name => File.ReadAllText(name).Length > 5));
                    await Task.Delay(5);
                    Console.WriteLine(Twice(() => [|File.ReadAllText("after")|]));
                    Console.WriteLine(args.Count(name => [|File.ReadAllText(name)|].Length > 5));
                }
            }
            """], new() { Output = Microsoft.CodeAnalysis.OutputKind.ConsoleApplication });

        [Fact]
        public Task Top_level_statements_are_a_main_method() => Examine.Check("TPD002", ["""
            Thread.Sleep(5);
            ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(5)|]);
            for (int i = 0; i < 3; i++)
            {
                [|Thread.Sleep(5)|];
                await Task.Delay(1);
            }
            [|Helper()|];
            Console.ReadKey();
            static void Helper() => Thread.Sleep(5);
            """], new() { Output = Microsoft.CodeAnalysis.OutputKind.ConsoleApplication });

        [Fact]
        public Task Top_level_statements_without_await_stay_on_the_first_thread() => Examine.Check("TPD002", ["""
            for (int i = 0; i < 1000; i++)
            {
                ThreadPool.QueueUserWorkItem(static _ => Request());
                Thread.Sleep(10);
            }
            Console.ReadLine();
            static void Request() => Thread.Sleep(500);
            """.Replace("static _ => Request()", "static _ => [|Request()|]")], new() { Output = Microsoft.CodeAnalysis.OutputKind.ConsoleApplication });
    }

    public sealed class Queued
    {
        [Fact]
        public Task Lambdas_given_to_the_pool_are_reported() => Examine.Reports("TPD002", """
            using System.Threading;
            class C
            {
                void Start()
                {
                    ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(5)|]);
                    ThreadPool.QueueUserWorkItem(state => { [|Thread.Sleep(5)|]; }, 5);
                    ThreadPool.QueueUserWorkItem<int>(state => [|Thread.Sleep(state)|], 5, preferLocal: true);
                    ThreadPool.UnsafeQueueUserWorkItem(delegate { [|Thread.Sleep(5)|]; }, null);
                    ThreadPool.QueueUserWorkItem(new WaitCallback(_ => [|Thread.Sleep(5)|]));
                    ThreadPool.QueueUserWorkItem((WaitCallback)(_ => [|Thread.Sleep(5)|]));
                    ThreadPool.RegisterWaitForSingleObject(new AutoResetEvent(false), (_, _) => [|Thread.Sleep(5)|], null, -1, true);
                    Task.Run(() => [|Thread.Sleep(5)|]);
                    Task.Run(() => { [|Thread.Sleep(5)|]; return 5; });
                    Task.Run(delegate { [|Thread.Sleep(5)|]; });
                    Task.Factory.StartNew(() => [|Thread.Sleep(5)|]);
                    Task.Factory.StartNew(() => [|Thread.Sleep(5)|], CancellationToken.None, TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);
                    Task<int>.Factory.StartNew(() => { [|Thread.Sleep(5)|]; return 1; });
                    Task.CompletedTask.ContinueWith(_ => [|Thread.Sleep(5)|]);
                    Task.FromResult(1).ContinueWith(t => { [|Thread.Sleep(5)|]; return 1; }, TaskScheduler.Default);
                    Task.Factory.ContinueWhenAll([Task.CompletedTask], _ => [|Thread.Sleep(5)|]);
                    new Task(() => [|Thread.Sleep(5)|]).Start();
                    Task kept = new(() => [|Thread.Sleep(5)|]);
                    Timer timer = new(_ => [|Thread.Sleep(5)|], null, 0, 100);
                    Timer other = new Timer(new TimerCallback(delegate { [|Thread.Sleep(5)|]; }));
                    ITimer third = TimeProvider.System.CreateTimer(_ => [|Thread.Sleep(5)|], null, TimeSpan.Zero, TimeSpan.Zero);
                }
            }
            """);

        [Fact]
        public Task Events_that_are_raised_on_the_pool_are_reported() => Examine.Reports("TPD002", """
            class C
            {
                void Start(FileSystemWatcher watcher, System.Diagnostics.Process process)
                {
                    System.Timers.Timer timer = new(100);
                    timer.Elapsed += (_, _) => [|Thread.Sleep(5)|];
                    timer.Elapsed += delegate { [|Thread.Sleep(5)|]; };
                    timer.Elapsed += OnElapsed;
                    timer.Elapsed += new System.Timers.ElapsedEventHandler(OnOtherElapsed);
                    watcher.Changed += (_, _) => [|Thread.Sleep(5)|];
                    process.Exited += (_, _) => [|Thread.Sleep(5)|];
                }

                void OnElapsed(object? sender, System.Timers.ElapsedEventArgs e) => [|Thread.Sleep(5)|];
                void OnOtherElapsed(object? sender, System.Timers.ElapsedEventArgs e) => [|Thread.Sleep(5)|];
            }
            """);

        [Fact]
        public Task Parallel_loops_and_queries_are_reported() => Examine.Reports("TPD002", """
            class C
            {
                static int Slow(int x) { Thread.Sleep(x); return x; }
                void Start(int[] items)
                {
                    Parallel.For(0, 5, i => [|Thread.Sleep(i)|]);
                    Parallel.ForEach(items, item => { [|Thread.Sleep(item)|]; });
                    Parallel.ForEach(items, (item, state) => [|Slow(item)|]);
                    Parallel.Invoke(() => [|Thread.Sleep(1)|], () => [|Thread.Sleep(2)|]);
                    var all = items.AsParallel().Select(item => [|Slow(item)|]).ToArray();
                    items.AsParallel().ForAll(item => [|Thread.Sleep(item)|]);
                    var some = items.AsParallel().WithDegreeOfParallelism(2).Where(item => [|Slow(item)|] > 2).ToList();
                }
            }
            """);

        [Fact]
        public Task Methods_given_to_the_pool_are_reported_in_their_body() => Examine.Reports("TPD002", """
            class C
            {
                void Start()
                {
                    ThreadPool.QueueUserWorkItem(Load);
                    ThreadPool.QueueUserWorkItem(new WaitCallback(this.LoadToo));
                    Task.Run(Work);
                    Task.Run((Action)WorkToo);
                    _timer = new Timer(Tick, null, 0, 5);
                    Task.Factory.StartNew(Other.Work);
                    Local();
                    ThreadPool.QueueUserWorkItem(Inner);
                    void Inner(object? state) => [|Thread.Sleep(5)|];
                    void Local() => Thread.Sleep(5);
                }

                Timer? _timer;
                void Load(object? state) { [|Thread.Sleep(5)|]; }
                void LoadToo(object? state) { [|Thread.Sleep(5)|]; }
                void Work() => [|Thread.Sleep(5)|];
                void WorkToo() => [|Thread.Sleep(5)|];
                static void Tick(object? state) => [|Thread.Sleep(5)|];
            }
            """, """
            static class Other
            {
                public static void Work() => [|Thread.Sleep(5)|];
            }
            """);

        /// <summary>
        /// Their own body is not here; who hands them on does not run them, and need not be run by the pool.
        /// </summary>
        [Fact]
        public Task Methods_of_libraries_and_of_interfaces_are_reported_where_they_are_given_to_the_pool() => Examine.Reports("TPD003", """
            interface IStore { void Load(object? state); }
            class Store : IStore { public void Load(object? state) => File.ReadAllText("a"); }
            class C(IStore store, StreamReader reader)
            {
                async Task All() { await Task.Yield(); Start(); lock (this) Task.Run([|reader.ReadToEnd|]); }
                void Start() { _ = Task.Run([|reader.ReadToEnd|]); ThreadPool.QueueUserWorkItem([|store.Load|]); Later([|store.Load|]); }
                async void Later(WaitCallback work) { await Task.Yield(); work(null); }
                void Other() { new Thread(store.Load).Start(); Func<string> kept = reader.ReadToEnd; Keep(reader.ReadToEnd); }
                void Keep(Func<string> read) { }
            }
            """);

        [Fact]
        public Task Work_item_objects_are_reported() => Examine.Reports("TPD002", """
            class Item : IThreadPoolWorkItem
            {
                public void Execute() => [|Thread.Sleep(5)|];
            }
            class Explicit : IThreadPoolWorkItem
            {
                void IThreadPoolWorkItem.Execute() { [|Helper()|]; }
                static void Helper() => Thread.Sleep(5);
            }
            class Unrelated { public void Execute() => Thread.Sleep(5); }
            """);

        [Fact]
        public Task The_bundled_pool_is_a_pool() => Examine.Reports("TPD002", """
            using ThreadPoolDoctor.Pool;
            class C
            {
                void Start()
                {
                    WorkPool.Shared.Queue(() => [|Thread.Sleep(5)|]);
                    DoctorThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(5)|]);
                }
            }
            namespace ThreadPoolDoctor.Pool
            {
                public class WorkPool { public static WorkPool Shared = new(); public void Queue(Action item) { } }
                public static class DoctorThreadPool { public static bool QueueUserWorkItem(WaitCallback callback) => true; }
            }
            """);
    }

    public sealed class Delegates
    {
        [Fact]
        public Task Kept_delegates_are_followed_to_the_pool() => Examine.Reports("TPD002", """
            class C
            {
                private readonly Action _work = () => [|Thread.Sleep(5)|];
                private WaitCallback? _later;
                Action Property { get; } = () => [|Thread.Sleep(5)|];

                void Start(bool flag)
                {
                    WaitCallback callback = _ => [|Thread.Sleep(5)|];
                    ThreadPool.QueueUserWorkItem(callback);
                    Action action;
                    action = () => [|Thread.Sleep(5)|];
                    Task.Run(action);
                    Action copy = () => [|Thread.Sleep(5)|];
                    Action again = copy;
                    Task.Run(again);
                    Task.Run(_work);
                    Task.Run(Property);
                    _later = _ => [|Thread.Sleep(5)|];
                    ThreadPool.QueueUserWorkItem(_later);
                    Action group = Load;
                    Task.Run(group);
                    Task.Run(flag ? () => [|Thread.Sleep(1)|] : () => [|Thread.Sleep(2)|]);
                    Action called = () => [|Thread.Sleep(5)|];
                    Task.Run(() => called());
                    Action invoked = () => [|Thread.Sleep(5)|];
                    ThreadPool.QueueUserWorkItem(_ => invoked.Invoke());
                    Action group2 = Load2;
                    Task.Run(() => group2());
                }

                void Load() => [|Thread.Sleep(5)|];
                void Load2() => [|Thread.Sleep(5)|];
            }
            """);

        [Fact]
        public Task Returned_delegates_are_followed_to_the_pool() => Examine.Reports("TPD002", """
            class C
            {
                void Start()
                {
                    Task.Run(Make());
                    ThreadPool.QueueUserWorkItem(MakeCallback(5));
                    Action kept = MakeKept();
                    Task.Run(kept);
                    new Thread(() => MakeSilent()()).Start();
                }

                static Action Make() => () => [|Thread.Sleep(5)|];
                static WaitCallback MakeCallback(int time) { return _ => [|Thread.Sleep(time)|]; }
                static Action MakeKept() { return () => { [|Thread.Sleep(5)|]; }; }
                static Action MakeSilent() { return () => { Thread.Sleep(5); }; }
            }
            """);

        [Fact]
        public Task Helpers_that_queue_what_they_are_given_are_followed() => Examine.Reports("TPD002", """
            class C
            {
                void Start()
                {
                    InBackground(() => [|Thread.Sleep(5)|]);
                    InBackground(Load);
                    Twice(() => [|Thread.Sleep(5)|]);
                    Wrapped(() => [|Thread.Sleep(5)|]);
                    Here(() => Thread.Sleep(5));
                    this.Extended(() => [|Thread.Sleep(5)|]);
                    new Job(() => [|Thread.Sleep(5)|]).Start();
                    Task.Run(() => Here(() => [|Thread.Sleep(5)|]));
                    Generic(5, x => [|Thread.Sleep(x)|]);
                }

                void Load() => [|Thread.Sleep(5)|];
                static void InBackground(Action work) => Task.Run(work);
                static void Twice(Action work) => InBackground(work);
                static void Wrapped(Action work) => ThreadPool.QueueUserWorkItem(_ => work());
                static void Here(Action work) => work();
                static void Generic<T>(T value, Action<T> work) => Task.Run(() => work(value));
            }
            static class Extensions
            {
                public static void Extended(this C c, Action work) => Task.Factory.StartNew(work);
            }
            class Job
            {
                private readonly Action _work;
                public Job(Action work) => _work = work;
                public void Start() => Task.Run(_work);
            }
            """);

        [Fact]
        public Task What_a_policy_tries_again_belongs_to_the_code_around_it() => Examine.Reports("TPD002", """
            namespace Polly
            {
                abstract class Policy { public abstract void Execute(Action work); public abstract Task ExecuteAsync(Func<Task> work); }
            }
            class C
            {
                async Task Load(Polly.Policy policy) { await Task.Yield(); policy.Execute(() => [|Thread.Sleep(5)|]); }
                void NotQueued(Polly.Policy policy) => policy.Execute(() => Thread.Sleep(5));
            }
            """);

        [Fact]
        public Task What_a_policy_does_before_it_tries_again_belongs_to_who_set_it_up() => Examine.Reports("TPD002", """
            namespace Polly
            {
                abstract class Policy { public abstract void Execute(Action work); }
                abstract class PolicyBuilder { }
                static class RetrySyntax
                {
                    public static Policy Retry(this PolicyBuilder builder, int times, Action<Exception, int> onRetry) => null!;
                }
            }
            class C
            {
                async Task Load(Polly.PolicyBuilder builder)
                {
                    await Task.Yield();
                    Polly.RetrySyntax.Retry(builder, 3, (error, count) => [|Thread.Sleep(5)|]).Execute(() => { });
                }
                Polly.Policy NotQueued(Polly.PolicyBuilder builder) => Polly.RetrySyntax.Retry(builder, 3, (error, count) => Thread.Sleep(5));
            }
            """);

        [Fact]
        public Task What_is_run_to_its_end_on_the_callers_thread_is_not_by_itself_a_work_item() => Examine.Reports("TPD002", """
            abstract class Factory { public abstract void Run(Func<Task> work); public abstract Task RunAsync(Func<Task> work); }
            class C
            {
                void Load(Factory factory) => factory.Run(() => { Thread.Sleep(5); return Task.CompletedTask; });
                Task LoadAsync(Factory factory) => factory.RunAsync(() => { [|Thread.Sleep(5)|]; return Task.CompletedTask; });
            }
            """);

        [Fact]
        public Task Inline_lambdas_belong_to_the_code_around_them() => Examine.Reports("TPD002", """
            class C
            {
                static int Slow(int x) { Thread.Sleep(x); return x; }
                void NotQueued(List<int> items) => items.ForEach(x => Thread.Sleep(x));
                async Task Load(List<int> items)
                {
                    await Task.Yield();
                    items.ForEach(x => [|Thread.Sleep(x)|]);
                    var all = items.Select(x => [|Slow(x)|]).ToList();
                    items.ForEach([|Wait|]);
                    Array.ForEach(items.ToArray(), x => [|Thread.Sleep(x)|]);
                    var some = from x in items where [|Slow(x)|] > 1 select x;
                    Action now = () => [|Thread.Sleep(5)|];
                    now();
                    var dictionary = new ConcurrentDictionary<int, int>();
                    dictionary.GetOrAdd(1, x => [|Slow(x)|]);
                }
                static void Wait(int x) => Thread.Sleep(x);
            }
            """);
    }

    public sealed class Async
    {
        [Fact]
        public Task Async_bodies_are_reported() => Examine.Reports("TPD002", """
            class C
            {
                async Task A() { [|Thread.Sleep(5)|]; await Task.Yield(); }
                async Task<int> B() { await Task.Yield(); [|Thread.Sleep(5)|]; return 1; }
                async ValueTask D() { await Task.Yield(); [|Thread.Sleep(5)|]; }
                async ValueTask<int> E() { await Task.Yield(); [|Thread.Sleep(5)|]; return 1; }
                async void F() { await Task.Yield(); [|Thread.Sleep(5)|]; }
                async IAsyncEnumerable<int> G() { await Task.Yield(); [|Thread.Sleep(5)|]; yield return 1; }
                Task H() { [|Thread.Sleep(5)|]; return Task.CompletedTask; }
                Task<int> I() { [|Thread.Sleep(5)|]; return Task.FromResult(1); }
                ValueTask J() { [|Thread.Sleep(5)|]; return default; }
                void Local()
                {
                    async Task Inner() { await Task.Yield(); [|Thread.Sleep(5)|]; }
                    Task Returning() { [|Thread.Sleep(5)|]; return Task.CompletedTask; }
                    Func<Task> lambda = async () => { await Task.Yield(); [|Thread.Sleep(5)|]; };
                    Func<int, Task> simple = async x => { await Task.Yield(); [|Thread.Sleep(x)|]; };
                    Func<Task> returning = () => { [|Thread.Sleep(5)|]; return Task.CompletedTask; };
                    Func<Task> old = async delegate { await Task.Yield(); [|Thread.Sleep(5)|]; };
                }
                async Task Periodic(CancellationToken token)
                {
                    using PeriodicTimer timer = new(TimeSpan.FromSeconds(1));
                    while (await timer.WaitForNextTickAsync(token)) [|Thread.Sleep(5)|];
                }
                async Task Void() { await Task.Yield(); Task.Run(() => { [|Thread.Sleep(5)|]; }); }
            }
            """);

        [Fact]
        public Task Windows_continue_on_their_own_thread() => Examine.Reports("TPD002", """
            namespace System.Windows.Forms { public class Control { } public class Form : Control { } }
            class Window : System.Windows.Forms.Form
            {
                async void OnClick(object sender, EventArgs e) { await Task.Yield(); Thread.Sleep(5); }
                async Task Load() { await Task.Yield(); Thread.Sleep(5); await Task.Run(() => [|Thread.Sleep(5)|]); }
            }
            """);
    }

    public sealed class Awaiters
    {
        [Fact]
        public Task What_goes_on_with_the_result_of_its_awaiter_does_not_wait_for_it() => Examine.Silent("""
            class C
            {
                void Start(Task<int> t, ValueTask<int> v)
                {
                    var awaiter = t.GetAwaiter();
                    awaiter.OnCompleted(() => Console.WriteLine(awaiter.GetResult()));
                    t.GetAwaiter().UnsafeOnCompleted(() => Console.WriteLine(t.Result));
                    var other = v.ConfigureAwait(false).GetAwaiter();
                    other.OnCompleted(() => Console.WriteLine(other.GetResult()));
                }
            }
            """);

        [Fact]
        public Task A_window_goes_on_on_its_own_thread() => Examine.Silent("""
            namespace System.Windows.Forms { class Control { } }
            class Window : System.Windows.Forms.Control
            {
                void Start(Task t) => t.GetAwaiter().OnCompleted(() => Thread.Sleep(5));
            }
            """);

        [Fact]
        public Task The_pool_goes_on_where_a_task_has_ended() => Examine.Reports("TPD002", """
            class C
            {
                void Start(Task t, Task<int> n, ValueTask v)
                {
                    t.GetAwaiter().OnCompleted(() => [|Thread.Sleep(5)|]);
                    n.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => [|Thread.Sleep(5)|]);
                    v.GetAwaiter().OnCompleted(GoOn);
                }
                void GoOn() => [|Thread.Sleep(5)|];
            }
            """);

        [Fact]
        public Task Another_task_may_not_have_ended_there() => Examine.Reports("TPD001", """
            class C
            {
                void Start(Task t, Task<int> other)
                {
                    t.GetAwaiter().OnCompleted(() => Console.WriteLine([|other.Result|]));
                }
            }
            """);
    }

    public sealed class Forms
    {
        [Fact]
        public Task A_form_that_was_read_is_at_hand() => Examine.Silent("""
            using Microsoft.AspNetCore.Builder;
            using Microsoft.AspNetCore.Http;
            using Microsoft.AspNetCore.Mvc;
            public class HomeController : Controller
            {
                public IActionResult Save(int id) { _ = Request.Form["a"]; return Load(); }
                private IActionResult Load() { _ = Request.Form.Files; return View(); }
            }
            public class SaveModel : Microsoft.AspNetCore.Mvc.RazorPages.PageModel
            {
                public void OnPost() => _ = Request.Form["a"];
            }
            public class FileBinder : Microsoft.AspNetCore.Mvc.ModelBinding.IModelBinder
            {
                public async Task BindModelAsync(Microsoft.AspNetCore.Mvc.ModelBinding.ModelBindingContext context)
                {
                    await Task.Yield();
                    _ = context.HttpContext.Request.Form.Files;
                }
            }
            public class Audit : Microsoft.AspNetCore.Mvc.Filters.IAsyncPageFilter
            {
                public Task OnPageHandlerSelectionAsync(Microsoft.AspNetCore.Mvc.Filters.PageHandlerSelectedContext context) => Task.CompletedTask;
                public async Task OnPageHandlerExecutionAsync(Microsoft.AspNetCore.Mvc.Filters.PageHandlerExecutingContext context, Microsoft.AspNetCore.Mvc.Filters.PageHandlerExecutionDelegate next)
                {
                    await BeforeAsync(context);
                    await next();
                }
                private async Task BeforeAsync(Microsoft.AspNetCore.Mvc.Filters.PageHandlerExecutingContext context)
                {
                    await Task.Yield();
                    _ = context.HttpContext.Request.Form["a"];
                }
            }
            static class App
            {
                public static void Map(WebApplication app)
                {
                    app.MapPost("/a", (HttpRequest request, IFormFile file) => request.Form["a"].ToString());
                    app.MapPost("/b", (HttpRequest request, [FromForm] string name) => request.Form["a"].ToString());
                }
            }
            public class Middle(RequestDelegate next)
            {
                public async Task InvokeAsync(HttpContext context)
                {
                    await context.Request.ReadFormAsync();
                    _ = context.Request.Form["a"];
                    await next(context);
                }
            }
            """);

        [Fact]
        public Task A_form_that_nobody_has_read_is_waited_for() => Examine.Reports("TPD003", """
            using Microsoft.AspNetCore.Builder;
            using Microsoft.AspNetCore.Http;
            static class App
            {
                public static void Map(WebApplication app) => app.MapPost("/a", (HttpRequest request) => [|request.Form|]["a"].ToString());
            }
            public class Middle(RequestDelegate next)
            {
                public async Task InvokeAsync(HttpContext context)
                {
                    if (context.Request.HasFormContentType) _ = [|context.Request.Form|]["a"];
                    [|Log(context.Request)|];
                    await next(context);
                }
                void Log(HttpRequest request) => Console.WriteLine(request.Form.Count);
            }
            """);

        /// <summary>
        /// Types and methods of the program's own that share a name with those of the framework read no form.
        /// </summary>
        [Theory]
        [InlineData("class Own : Mine.ControllerBase { public async Task M(HttpRequest request) { await Task.Yield(); _ = [|request.Form|]; } }")]
        [InlineData("class Own : Mine.IModelBinder { public async Task M(HttpRequest request) { await Task.Yield(); _ = [|request.Form|]; } }")]
        [InlineData("class Own { public async Task M(HttpRequest request, Mine.IFormFile file) { await Task.Yield(); _ = [|request.Form|]; } }")]
        [InlineData("class Own { public async Task M(HttpRequest request, [Mine.FromForm] string name) { await Task.Yield(); _ = [|request.Form|]; } }")]
        [InlineData("class Own { public async Task M(HttpRequest request, Mine.Other other) { await other.ReadFormAsync(); _ = [|request.Form|]; } }")]
        [InlineData("class Own { public async Task M(Mine.IHttpContextAccessor web) { await Task.Yield(); _ = [|web.HttpContext.Request.Form|]; } }")]
        public Task A_form_is_not_read_by_types_that_share_a_name(string type) => Examine.Reports("TPD003", $$"""
            using Microsoft.AspNetCore.Http;
            namespace Mine
            {
                class ControllerBase;
                interface IModelBinder;
                class IFormFile;
                class FromFormAttribute : Attribute;
                class Other { public Task ReadFormAsync() => Task.Delay(5); }
                interface IHttpContextAccessor { HttpContext HttpContext { get; } }
            }
            {{type}}
            """);

        [Fact]
        public Task A_form_that_is_asked_again_is_told_once_and_in_another_branch_again() => Examine.Reports("TPD003", """
            using Microsoft.AspNetCore.Http;
            public class Middle
            {
                public async Task InvokeAsync(HttpRequest request)
                {
                    await Task.Yield();
                    string name = [|request.Form|]["a"] + request.Form["b"];
                    foreach (string key in request.Form.Keys) name += request.Form[key];
                }
                public async Task HelperAsync(HttpRequest request)
                {
                    await Task.Yield();
                    _ = [|Get(request, "a")|] + Get(request, "b");
                }
                public async Task BranchAsync(HttpRequest request, HttpRequest other)
                {
                    await Task.Yield();
                    if (request.IsHttps) _ = [|request.Form|]["a"];
                    else _ = [|request.Form|]["b"];
                    foreach (string key in new[] { "a" }) _ = [|other.Form|][key];
                    _ = [|other.Form|];
                }
                public async Task AskedAsync(HttpRequest request)
                {
                    await Task.Yield();
                    if (request.HasFormContentType && [|request.Form|].Count > 0) _ = request.Form["a"];
                    else _ = [|request.Form|]["b"];
                }
                public async Task EitherAsync(HttpRequest request)
                {
                    await Task.Yield();
                    if (request.IsHttps || [|request.Form|].Count > 0) _ = [|request.Form|]["a"];
                }
                static string Get(HttpRequest request, string key) => request.Form[key].ToString();
            }
            """);

        [Fact]
        public Task A_form_that_a_helper_has_read_is_at_hand_for_the_next() => Examine.Reports("TPD003", """
            using Microsoft.AspNetCore.Http;
            public class Binding
            {
                public bool CanBind(HttpRequest request) => request.Method == "POST" && request.Form.Keys.Any(key => key == "a");
                public Task<string> BindAsync(HttpRequest message)
                {
                    if (![|CanBind(message)|]) throw new InvalidOperationException();
                    string name = NameOf(message);
                    return Task.FromResult(name + Decode(message, name) + message.Form["c"]);
                }
                public async Task BoundAsync(HttpContext context)
                {
                    await Task.Yield();
                    if ([|CanBind(context.Request)|] && context.Request.Form.Count > 0) NameOf(context.Request);
                }
                public async Task LoadedAsync(HttpRequest message)
                {
                    await Task.Yield();
                    [|Load(message)|];
                    var same = message;
                    NameOf(same);
                    Prefer(same);
                }
                public async Task DirectAsync(HttpContext context)
                {
                    await Task.Yield();
                    _ = [|context.Request.Form|]["a"];
                    Deep(context);
                }
                static void Load(HttpRequest request)
                {
                    if (request.HasFormContentType) Console.WriteLine();
                    else if (request.Path == "/") throw new InvalidOperationException();
                    _ = request.Form;
                }
                static void Prefer(HttpRequest request) { if (request.IsHttps) _ = request.Form["a"]; }
                static void Deep(HttpContext context) => NameOf(context.Request);
                static string NameOf(HttpRequest request)
                {
                    if (request.Form.ContainsKey("a")) return request.Form.ContainsKey("b") ? "b" : "a";
                    return request.Form["c"].ToString();
                }
                static string Decode(HttpRequest request, string name) => request.Form[name].ToString();
            }
            """);

        [Fact]
        public Task Variables_that_are_made_of_themselves_are_no_end_of_the_rules() => Examine.Check("TPD003", ["""
            using Microsoft.AspNetCore.Http;
            public class Unfinished
            {
                public async Task RunAsync()
                {
                    await Task.Yield();
                    HttpRequest first = second, second = first, own = own;
                    _ = [|first.Form|]["a"];
                    _ = first.Form["b"];
                    _ = [|own.Form|]["a"];
                    Read(own);
                }
                static void Read(HttpRequest request) => _ = request.Form["b"];
            }
            """], new() { MayBeBroken = true });

        [Fact]
        public Task A_helper_that_reads_a_form_on_some_ways_or_another_one_says_nothing_of_it() => Examine.Reports("TPD003", """
            using Microsoft.AspNetCore.Http;
            public class Binding
            {
                public async Task WaysAsync(HttpRequest request)
                {
                    await Task.Yield();
                    if (![|CanBind(request)|]) Console.WriteLine();
                    [|NameOf(request)|];
                }
                public async Task WrongAsync(HttpRequest request)
                {
                    await Task.Yield();
                    if ([|CanBind(request)|]) return;
                    [|NameOf(request)|];
                }
                public async Task MaybeAsync(HttpRequest request)
                {
                    await Task.Yield();
                    [|Prefer(request)|];
                    [|NameOf(request)|];
                }
                public async Task LeftAsync(HttpRequest request)
                {
                    await Task.Yield();
                    [|Leave(request)|];
                    [|NameOf(request)|];
                }
                public async Task TriedAsync(HttpRequest request)
                {
                    await Task.Yield();
                    [|Try(request)|];
                    [|NameOf(request)|];
                }
                public async Task OtherAsync(HttpRequest request, HttpRequest other)
                {
                    await Task.Yield();
                    if (![|CanBind(request)|]) throw new InvalidOperationException();
                    [|NameOf(other)|];
                }
                public async Task WrittenAsync(HttpRequest request, HttpRequest other)
                {
                    await Task.Yield();
                    [|NameOf(request)|];
                    request = other;
                    [|NameOf(request)|];
                }
                public async Task MoreAsync(HttpRequest request)
                {
                    await Task.Yield();
                    [|NameOf(request)|];
                    [|Both(request, request.HttpContext)|];
                    [|Sent(request)|];
                }
                public async Task EachAsync(HttpRequest request, IEnumerable<string> names)
                {
                    await Task.Yield();
                    foreach (string name in names) [|NameOf(request)|];
                    [|NameOf(request)|];
                }
                public async Task NextAsync(Func<HttpRequest> next)
                {
                    await Task.Yield();
                    HttpRequest request = next(), other = next();
                    [|NameOf(request)|];
                    [|NameOf(other)|];
                }
                static bool CanBind(HttpRequest request) => request.Method == "POST" && request.Form.Count > 0;
                static void Prefer(HttpRequest request) { if (request.IsHttps) _ = request.Form["a"]; }
                static void Leave(HttpRequest request)
                {
                    foreach (string key in request.Headers.Keys) if (key == "a") return;
                    _ = request.Form;
                }
                static void Try(HttpRequest request)
                {
                    try { request.EnableBuffering(); _ = request.Form; }
                    catch (InvalidOperationException) { }
                }
                static void Both(HttpRequest one, HttpContext other) { _ = one.Form; _ = other.Request.Form; }
                static void Sent(HttpRequest request) { _ = request.Form; using FileStream file = File.OpenRead("a"); file.ReadByte(); new HttpClient().Send(new HttpRequestMessage()); }
                static string NameOf(HttpRequest request) => request.Form["a"].ToString();
            }
            """);
    }

    public sealed class Web
    {
        /// <summary>
        /// What a framework makes controllers of is served as they are; what only has the name of such a mark is not.
        /// </summary>
        [Fact]
        public Task Services_that_a_framework_makes_controllers_of_are_reported() => Examine.Reports("TPD002", """
            namespace Furion.DynamicApiController { public interface IDynamicApiController; }
            namespace Mine
            {
                public interface IDynamicApiController;
                public class Other : IDynamicApiController { public int Get() { Thread.Sleep(5); return 1; } }
            }
            public class Orders : Furion.DynamicApiController.IDynamicApiController
            {
                public int Get() { [|Thread.Sleep(5)|]; return 1; }
                int Kept() { Thread.Sleep(5); return 1; }
            }
            """);

        [Fact]
        public Task Controllers_are_reported_even_when_synchronous() => Examine.Reports("TPD002", """
            using Microsoft.AspNetCore.Mvc;
            public class HomeController : Controller
            {
                public HomeController() { }
                public IActionResult Index() { [|Thread.Sleep(5)|]; return View(); }
                [HttpGet("x")] public string Get(int id) { [|Load()|]; return ""; }
                [NonAction] public string Helper() { Thread.Sleep(5); return ""; }
                private void Load() => Thread.Sleep(5);
                public async Task<IActionResult> Later() { await Task.Yield(); [|Thread.Sleep(5)|]; return Ok(); }
            }
            [ApiController] public class Poco { public int Get() { [|Thread.Sleep(5)|]; return 1; } }
            public class Plain { public int Get() { Thread.Sleep(5); return 1; } }
            """);

        [Fact]
        public Task Mapped_handlers_and_middleware_are_reported() => Examine.Reports("TPD002", """
            using Microsoft.AspNetCore.Builder;
            using Microsoft.AspNetCore.Http;
            using Microsoft.AspNetCore.Mvc.Filters;
            using Microsoft.AspNetCore.SignalR;
            using Microsoft.Extensions.Hosting;
            public static class App
            {
                public static void Map(WebApplication app)
                {
                    app.MapGet("/", () => { [|Thread.Sleep(5)|]; return "x"; });
                    app.MapPost("/{id}", (int id) => [|Slow(id)|]);
                    app.MapPut("/put", Put);
                    app.MapDelete("/d", async (HttpContext context) => { await Task.Yield(); [|Thread.Sleep(5)|]; });
                    app.Map("/m", (string name) => { [|Thread.Sleep(5)|]; });
                    app.MapGroup("/g").MapGet("/", () => [|Slow(5)|]);
                    app.MapMethods("/v", ["PATCH"], () => [|Slow(5)|]);
                    app.MapFallback(() => [|Slow(5)|]);
                    app.Use(async (context, next) => { [|Thread.Sleep(5)|]; await next(context); });
                    app.Use((HttpContext context, RequestDelegate next) => { [|Thread.Sleep(5)|]; return next(context); });
                    app.Run(context => { [|Thread.Sleep(5)|]; return Task.CompletedTask; });
                }
                static int Put(int id) { [|Thread.Sleep(5)|]; return id; }
                static int Slow(int id) { Thread.Sleep(id); return id; }
            }
            public class Middleware(RequestDelegate next)
            {
                public Task Invoke(HttpContext context) { [|Thread.Sleep(5)|]; return next(context); }
            }
            public class Filter : IActionFilter
            {
                public void OnActionExecuting(ActionExecutingContext context) => [|Thread.Sleep(5)|];
                public void OnActionExecuted(ActionExecutedContext context) => [|Thread.Sleep(5)|];
            }
            public class Attributed : ActionFilterAttribute
            {
                public override void OnActionExecuting(ActionExecutingContext context) => [|Thread.Sleep(5)|];
            }
            public class Chat : Hub
            {
                public void Send(string text) => [|Thread.Sleep(5)|];
                public override Task OnConnectedAsync() { [|Thread.Sleep(5)|]; return base.OnConnectedAsync(); }
            }
            public class Worker : BackgroundService
            {
                protected override async Task ExecuteAsync(CancellationToken token) { await Task.Yield(); [|Thread.Sleep(5)|]; }
            }
            public class Hosted : IHostedService
            {
                public Task StartAsync(CancellationToken token) { [|Thread.Sleep(5)|]; return Task.CompletedTask; }
                public Task StopAsync(CancellationToken token) => Task.CompletedTask;
            }
            public class PageOne : Microsoft.AspNetCore.Mvc.RazorPages.PageModel
            {
                public void OnGet() => [|Thread.Sleep(5)|];
                public void Helper() => Thread.Sleep(5);
            }
            """);
    }

    /// <summary>Whatever the class is: a host runs such a method for each call or message.</summary>
    [Theory]
    [InlineData("McpServerTool")]
    [InlineData("McpServerPrompt")]
    [InlineData("McpServerResource")]
    [InlineData("CapSubscribe")]
    [InlineData("LambdaFunction")]
    [InlineData("FunctionName")]
    public Task Methods_that_a_host_runs_by_their_attribute_are_requests(string attribute) => Examine.Reports("TPD002", $$"""
        class {{attribute}}Attribute : Attribute;
        class Tools
        {
            [{{attribute}}] public string Ask() { [|Thread.Sleep(5)|]; return ""; }
            [{{attribute}}] static string All() { [|Thread.Sleep(6)|]; return ""; }
            public string Other() { Thread.Sleep(7); return ""; }
        }
        """);
}
