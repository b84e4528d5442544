namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD006, TPD007 and TPD008: how waits are registered and how async work is handed over.</summary>
public sealed class DelegateRuleTests
{
    public sealed class AsyncVoid
    {
        [Fact]
        public Task Handlers_and_tasks_are_not_reported() => Examine.Silent("""
            class C
            {
                event EventHandler? Clicked;
                event Action? Changed;
                void Start(List<int> items, System.Timers.Timer timer)
                {
                    Clicked += async (_, _) => await Task.Yield();
                    Clicked += OnClicked;
                    Changed += async () => await Task.Yield();
                    timer.Elapsed += async (_, _) => await Task.Yield();
                    EventHandler handler = async (_, _) => await Task.Yield();
                    Task.Run(async () => await Task.Yield());
                    Func<Task> work = async () => await Task.Yield();
                    Parallel.ForEachAsync(items, async (x, token) => await Task.Yield());
                    items.Select(async x => await Task.Yield());
                    Call();
                }
                async void OnClicked(object? sender, EventArgs e) => await Task.Yield();
                async void Call() => await Task.Yield();
            }
            """);

        [Fact]
        public Task What_lets_no_exception_out_is_not_reported() => Examine.Silent("""
            class C
            {
                void Start(SynchronizationContext context)
                {
                    Timer timer = new(OnTick);
                    ThreadPool.QueueUserWorkItem(async _ => { try { await Task.Yield(); } catch (Exception e) { Console.WriteLine(e); } });
                    ThreadPool.QueueUserWorkItem(async _ => { bool first = true; while (context is not null) { try { await Task.Yield(); if (first) continue; } catch (Exception) { } } });
                    ThreadPool.QueueUserWorkItem(async _ => { do { try { await Task.Yield(); } catch { } } while (true); });
                    ThreadPool.QueueUserWorkItem(async _ => { if (context is not null) { bool done = false; try { await Task.Yield(); done = true; } catch { } } });
                    // Its exceptions are the context's.
                    context.Post(async _ => await Task.Yield(), null);
                    Timer next = new(OnNext);
                    Timer last = new(OnLast);
                    Timer other = new(async _ => await WatchAsync(5));
                    Timer block = new(async _ => { await WatchAsync(5).ConfigureAwait(false); });
                    Timer alone = new(OnTurn);
                    Timer apart = new(async _ => await TurnAsync());
                    Timer set = new(OnTimer), again = new(OnAgain);
                }
                Timer? _timer;
                Func<Task>? _again;
                bool _busy;
                int _running, _turns;
                async void OnTurn(object? state)
                {
                    if (Interlocked.Exchange(ref _running, 1) != 0) return;
                    Interlocked.Increment(ref _turns);
                    try { await Task.Yield(); } catch (Exception) { } finally { Volatile.Write(ref _running, 0); }
                }
                async Task TurnAsync()
                {
                    if (Interlocked.CompareExchange(ref _running, 1, 0) == 1) { return; }
                    try { await Task.Yield(); } catch { }
                    Volatile.Write(ref _running, 0);
                }
                async void OnTick(object? state) { try { await Task.Yield(); } catch { } }
                async void OnNext(object? state) { if (_busy) return; _busy = true; try { await Task.Yield(); } catch { } finally { _busy = false; } }
                async Task WatchAsync(int often) { try { await Task.Delay(often); } catch (Exception) { } }
                async void OnTimer(object? state) { List<string> seen = new(); try { await Task.Yield(); seen.Clear(); } catch { } if (_timer != null) { _timer.Change(5, 5); } }
                async void OnAgain(object? state) => await AgainAsync();
                async Task<bool> AgainAsync() { try { await Task.Yield(); } catch { } finally { _again = async () => { await AgainAsync(); }; } return false; }
                async void OnLast(object? state) { this._busy = true; try { await Task.Yield(); } catch (Exception) { } _busy = false; }
            }
            """);

        /// <summary>
        /// What stands beside a try is looked at, too, be it in another type: it may be nothing that throws.
        /// </summary>
        [Theory]
        [InlineData("async _ => await _login.LoginAsync(_servers.All())", true)]
        [InlineData("async _ => { var own = _ as C; await own!.BeatAsync(); }", true)]
        [InlineData("async _ => { await new Redo(this).RunAsync().ConfigureAwait(false); }", true)]
        [InlineData("async _ => { int.TryParse(\"5\", out _turns); try { await Task.Yield(); } catch { } }", true)]
        [InlineData("async _ => { _log.LogDebug(\"next\"); try { await Task.Yield(); } catch { } }", true)]
        [InlineData("async _ => { if (!_turn.WaitOne(0)) return; try { await Task.Yield(); } catch { } finally { _turn.Release(); } }", true)]
        [InlineData("async _ => { if (!CanBeat()) return; try { await Task.Yield(); } catch { } }", true)]
        [InlineData("async _ => { if (!CanSend()) return; try { await Task.Yield(); } catch { } }", false)]
        [InlineData("async _ => await _login.LoginAsync(_servers.First())", false)]
        [InlineData("async _ => await _either.LoginAsync(_servers.All())", false)]
        [InlineData("async _ => await Early().RunAsync()", false)]
        [InlineData("async _ => await new Redo(5).RunAsync()", false)]
        [InlineData("async _ => await _login.OpenAsync()", false)]
        [InlineData("async _ => { int.Parse(\"5\"); try { await Task.Yield(); } catch { } }", false)]
        [InlineData("async _ => { _log.Send(\"next\"); try { await Task.Yield(); } catch { } }", false)]
        public async Task What_stands_beside_a_try_may_throw_nothing(string work, bool isSilent)
        {
            string program = $$"""
                interface ILogin { Task LoginAsync(string[] servers); Task OpenAsync(); }
                interface IEither { Task LoginAsync(string[] servers); }
                class Login : ILogin
                {
                    public async Task LoginAsync(string[] servers) { try { await Task.Yield(); } catch { } }
                    public async Task OpenAsync() { await Task.Yield(); try { await Task.Yield(); } catch { } }
                }
                class One : IEither { public async Task LoginAsync(string[] servers) { try { await Task.Yield(); } catch { } } }
                class Two : IEither { public async Task LoginAsync(string[] servers) => await Task.Yield(); }
                class Servers
                {
                    readonly string[] _all = [];
                    public string[] All() => _all;
                    public string[] First() => [_all[0]];
                }
                class Log { public void LogDebug(string said) => Send(said); public void Send(string said) => throw new IOException(said); }
                class Redo
                {
                    readonly object _owner;
                    public Redo(C owner) { _owner = owner; }
                    public Redo(int number) { _owner = number.ToString("no format"); }
                    public async Task RunAsync() { if (!IsOn()) return; try { await Task.Yield(); } catch (Exception) { } }
                    bool IsOn() => _owner is not null;
                }
                class Derived : C { protected override bool CanBeat() => true; protected override bool CanSend() => throw new IOException(); }
                class C
                {
                    ILogin _login = new Login();
                    IEither _either = DateTime.Now.Ticks > 5 ? new One() : new Two();
                    readonly Servers _servers = new();
                    readonly Log _log = new();
                    readonly Semaphore _turn = new(1, 1);
                    bool _busy;
                    int _turns;
                    void Start() => ThreadPool.QueueUserWorkItem({{(isSilent ? "" : "[|")}}{{work}}{{(isSilent ? "" : "|]")}});
                    async Task BeatAsync() { if (_busy) return; try { await Task.Yield(); } catch { } string key = Key(_turns); if (key is null) Mark(); }
                    static string Key(int turns) => $"turn {turns}";
                    void Mark() { _busy = true; }
                    protected virtual bool CanBeat() => !_busy;
                    protected virtual bool CanSend() => !_busy;
                    Redo Early() => throw new IOException();
                }
                """;
            if (isSilent) await Examine.Silent(program);
            else await Examine.Reports("TPD007", program);
        }

        /// <summary>What is fatal ends the process, awaited or not.</summary>
        [Theory]
        [InlineData("!e.IsFatal()", true)]
        [InlineData("!Errors.IsCriticalException(e)", true)]
        [InlineData("e.IsFatal()", false)]
        [InlineData("!e.IsTransient()", false)]
        [InlineData("e is IOException", false)]
        public async Task Work_that_catches_all_but_what_is_fatal_is_not_reported(string filter, bool isSilent)
        {
            string program = $$"""
                static class Errors
                {
                    public static bool IsFatal(this Exception e) => e is OutOfMemoryException;
                    public static bool IsCriticalException(Exception e) => e is OutOfMemoryException;
                    public static bool IsTransient(this Exception e) => e is TimeoutException;
                }
                class C
                {
                    void Start() => ThreadPool.QueueUserWorkItem({{(isSilent ? "" : "[|")}}async _ => { try { await Task.Yield(); } catch (Exception e) when ({{filter}}) { } }{{(isSilent ? "" : "|]")}});
                }
                """;
            if (isSilent) await Examine.Silent(program);
            else await Examine.Reports("TPD007", program);
        }

        /// <summary>What only has the name of a type of .NET's is another type.</summary>
        [Theory]
        [InlineData("ThreadPool.QueueUserWorkItem([|async _ => { try { await Task.Yield(); } catch (Exception) { } }|]);")]
        [InlineData("Own.Post([|async _ => await Task.Yield()|]);")]
        [InlineData("Own.Add([|async () => await Task.Yield()|]);")]
        [InlineData("new Later([|async () => await Task.Yield()|]).Run();")]
        [InlineData("Own.Two([|OnTwo|]);")]
        public Task Types_that_share_a_name_with_those_that_catch_or_raise_are_others(string work) => Examine.Reports("TPD007", $$"""
            namespace Mine
            {
                class Exception : System.Exception;
                delegate void SendOrPostCallback(object? state);
                delegate void EventHandler();
                class EventArgs;
                interface ICommand;
                class Later(Action work) : ICommand { public void Run() => work(); }
                static class Own
                {
                    public static void Post(SendOrPostCallback work) => work(null);
                    public static void Add(EventHandler work) => work();
                    public static void Two(Action<object, EventArgs> work) => work(5, new());
                }
                class C
                {
                    void Start() { {{work}} }
                    async void OnTwo(object sender, EventArgs e) => await Task.Yield();
                }
            }
            """);

        [Fact]
        public Task What_catches_all_exceptions_by_another_name_is_not_reported() => Examine.Silent("""
            using All = System.Exception;
            class C
            {
                void Start() => ThreadPool.QueueUserWorkItem(async _ => { try { await Task.Yield(); } catch (All e) { Console.WriteLine(e); } });
            }
            """);

        [Fact]
        public Task What_a_command_of_a_window_runs_is_not_reported() => Examine.Silent(Command + """
            class C
            {
                Command Save => new(OnSave);
                object Load() => new Command(async () => await Task.Yield());
                object Show() => new MenuCommand { Text = "a", Action = async () => await Task.Yield() };
                async void OnSave() => await Task.Yield();
            }
            class MenuCommand { public string? Text; public Action? Action; public void Run() => Action?.Invoke(); }
            """);

        [Fact]
        public Task What_is_given_to_anything_but_a_command_is_reported() => Examine.Reports("TPD007", Command + """
            class Other(Action work) { public Action? Next; public void Run() { work(); Next?.Invoke(); } }
            class C
            {
                object Then() => new Other(null!) { Next = [|async () => await Task.Yield()|] };
                object Load() => new Other([|async () => await Task.Yield()|]);
                void Add(Command command) => command.Add([|async () => await Task.Yield()|]);
            }
            """);

        [Fact]
        public Task Handlers_of_events_whose_library_is_missing_are_not_reported() => Examine.Check(null, ["""
            class C
            {
                void Add(string name, EventHandler<RoutedEventArgs> clicked) { }
                void Start() => Add("Save", async (_, _) => await Task.Yield());
            }
            """], new() { MayBeBroken = true });

        private const string Command = """
            class Command(Action work) : System.Windows.Input.ICommand
            {
                public event EventHandler? CanExecuteChanged { add { } remove { } }
                public bool CanExecute(object? of) => true;
                public void Execute(object? of) => work();
                public void Add(Action other) => other();
            }

            """;

        [Fact]
        public Task What_throws_again_or_lets_some_exceptions_out_is_reported() => Examine.Reports("TPD007", """
            class C
            {
                readonly bool _on = true;
                void Start()
                {
                    ThreadPool.QueueUserWorkItem([|async _ => { try { await Task.Yield(); } catch (Exception) { throw; } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { if (_on) { await Task.Yield(); try { await Task.Yield(); } catch { } } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { if (_on.Equals(true)) { try { await Task.Yield(); } catch { } } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { if (_on) { try { await Task.Yield(); } catch { } } else { await Task.Yield(); } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { try { await Task.Yield(); } catch (IOException) { } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { try { await Task.Yield(); } catch (Exception) { } await Task.Yield(); }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { while (_on) { try { await Task.Yield(); } catch (Exception) { } await Task.Yield(); } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { while (_on) await Task.Yield(); }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { while (_on.Equals(true)) { try { await Task.Yield(); } catch { } } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { try { await Task.Yield(); } catch { } finally { await Task.Yield(); } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { try { await Task.Yield(); } catch { } if (_on) { Next(); } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { List<int> seen = new(Next()); try { await Task.Yield(); } catch { } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { Busy = true; try { await Task.Yield(); } catch { } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { _turns = Next(); try { await Task.Yield(); } catch { } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { await Task.Yield(); _turns = 5; }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => await LoadAsync(5)|]);
                    ThreadPool.QueueUserWorkItem([|async _ => await WatchAsync(Next())|]);
                    ThreadPool.QueueUserWorkItem([|async _ => await OpenAsync()|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { if (Interlocked.Exchange(ref _turns, 1) == 1) return; try { await Task.Yield(); } finally { _turns = 0; } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { if (Interlocked.Exchange(ref _turns, Next()) == 1) return; try { await Task.Yield(); } catch { } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { if (Own.Interlocked.Exchange(ref _turns, 1) == 1) return; try { await Task.Yield(); } catch { } }|]);
                    ThreadPool.QueueUserWorkItem([|async _ => { Next(); try { await Task.Yield(); } catch { } }|]);
                }
                static class Own { public static class Interlocked { public static int Exchange(ref int at, int value) => throw new IOException(); } }
                async Task WatchAsync(int often) { try { await Task.Delay(often); } catch (Exception) { } }
                async Task LoadAsync(int often) { try { await Task.Delay(often); } catch (IOException) { } }
                // One that derives may throw.
                public virtual async Task OpenAsync() { try { await Task.Yield(); } catch { } }
                // A setter may throw.
                bool Busy { set => Next(); }
                int _turns;
                static int Next() => throw new IOException();
            }
            """);

        [Fact]
        public Task A_call_that_does_not_bind_says_nothing_of_its_delegate() => Examine.Check(null, ["""
            class Pipeline
            {
                public void Execute(Action<int> work) { }
                public void Execute(Action<int> work, string name) { }
            }
            class C
            {
                void Start(Pipeline pipeline) => pipeline.Execute(async () => { await Task.Yield(); return Unknown; });
            }
            """], new() { MayBeBroken = true });

        [Fact]
        public Task Work_items_that_nobody_can_await_are_reported() => Examine.Reports("TPD007", """
            class C
            {
                void Start(List<int> items)
                {
                    ThreadPool.QueueUserWorkItem([|async _ => await Task.Yield()|]);
                    ThreadPool.UnsafeQueueUserWorkItem([|async delegate { await Task.Yield(); }|], null);
                    ThreadPool.QueueUserWorkItem(new WaitCallback([|async _ => await Task.Yield()|]));
                    Timer timer = new([|async _ => await Task.Yield()|]);
                    Timer other = new([|OnTick|]);
                    new Thread([|async () => await Task.Yield()|]).Start();
                    new Thread([|async (object? x) => await Task.Yield()|]).Start();
                    items.ForEach([|async x => await Task.Yield()|]);
                    Parallel.ForEach(items, [|async x => await Task.Yield()|]);
                    Parallel.For(0, 5, [|async x => await Task.Yield()|]);
                    Parallel.Invoke([|async () => await Task.Yield()|]);
                    Action action = [|async () => await Task.Yield()|];
                    action = [|Work|];
                    Give([|async () => await Task.Yield()|]);
                    Give([|this.Work|]);
                    Task.Factory.StartNew((Action)([|async () => await Task.Yield()|]));
                }
                static void Give(Action work) { }
                async void OnTick(object? state) => await Task.Yield();
                async void Work() => await Task.Yield();
            }
            """);
    }

    public sealed class LongRunning
    {
        [Fact]
        public Task Synchronous_bodies_and_ordinary_tasks_are_not_reported() => Examine.Silent("""
            class C
            {
                void Start()
                {
                    Task.Factory.StartNew(() => { }, TaskCreationOptions.LongRunning);
                    Task.Factory.StartNew(async () => await Task.Yield());
                    Task.Factory.StartNew(async () => await Task.Yield(), TaskCreationOptions.DenyChildAttach);
                    // The state, to this overload.
                    Task.Factory.StartNew(async _ => await Task.Yield(), TaskCreationOptions.LongRunning, CancellationToken.None);
                    Task.Run(async () => await Task.Yield());
                }
            }
            """);

        [Fact]
        public Task Async_delegates_are_reported() => Examine.Reports("TPD008", """
            class C
            {
                void Start(CancellationToken token)
                {
                    [|Task.Factory.StartNew(async () => await Task.Yield(), TaskCreationOptions.LongRunning)|];
                    [|Task.Factory.StartNew(async () => await Task.Yield(), token, TaskCreationOptions.LongRunning, TaskScheduler.Default)|];
                    [|Task.Factory.StartNew(async () => await Task.Yield(), token, TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach, TaskScheduler.Default)|];
                    [|Task.Factory.StartNew(Work, TaskCreationOptions.LongRunning)|].Unwrap();
                    [|Task.Factory.StartNew(() => Work(), TaskCreationOptions.LongRunning)|];
                    [|Task.Factory.StartNew(async _ => { await Task.Yield(); return 5; }, null, TaskCreationOptions.LongRunning)|];
                    [|new Task<Task>(async () => await Task.Yield(), TaskCreationOptions.LongRunning)|].Start();
                }
                async Task Work() => await Task.Yield();
            }
            """);

        /// <summary>The thread is there for the loop; what is awaited comes after it.</summary>
        [Fact]
        public Task A_loop_before_the_first_await_keeps_its_thread() => Examine.Silent("""
            class C
            {
                readonly System.Collections.Concurrent.BlockingCollection<int> _orders = new();
                void Start(CancellationToken token)
                {
                    Task.Factory.StartNew(() => ConsumeAsync(token), token, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                    Task.Factory.StartNew(async () => { while (true) { Thread.Sleep(5); if (token.IsCancellationRequested) break; } await Task.Yield(); }, TaskCreationOptions.LongRunning);
                    Task.Factory.StartNew(AllAsync, TaskCreationOptions.LongRunning);
                }
                async Task ConsumeAsync(CancellationToken token)
                {
                    while (!token.IsCancellationRequested) if (!Once()) break;
                    await Task.Yield();
                }
                bool Once() { Thread.Sleep(5); return true; }
                async Task AllAsync() { foreach (int i in _orders.GetConsumingEnumerable()) Console.WriteLine(i); await Task.Yield(); }
            }
            """);

        [Fact]
        public Task A_loop_that_awaits_or_comes_later_does_not() => Examine.Reports("TPD008", """
            class C
            {
                void Start(CancellationToken token)
                {
                    [|Task.Factory.StartNew(() => ConsumeAsync(token), token, TaskCreationOptions.LongRunning, TaskScheduler.Default)|];
                    [|Task.Factory.StartNew(async () => { for (int i = 0; i < 5; i++) Console.WriteLine(i); await Task.Yield(); }, TaskCreationOptions.LongRunning)|];
                }
                async Task ConsumeAsync(CancellationToken token)
                {
                    while (!token.IsCancellationRequested) await Task.Delay(5);
                }
            }
            """);

        /// <summary>It has the thread to itself only where nobody else calls it, and until it awaits.</summary>
        [Fact]
        public Task What_others_call_too_or_comes_after_an_await_holds_a_pool_thread() => Examine.Reports("TPD002", """
            class C
            {
                void Start()
                {
                    Task.Factory.StartNew(() => { SharedAsync(); }, TaskCreationOptions.LongRunning);
                    Task.Factory.StartNew(() => { LaterAsync(); }, TaskCreationOptions.LongRunning);
                    Task.Factory.StartNew(() => { FirstAsync(); }, TaskCreationOptions.LongRunning);
                    SharedAsync();
                }
                async Task SharedAsync() { [|Thread.Sleep(5)|]; await Task.Yield(); }
                async Task LaterAsync() { await Task.Yield(); [|Thread.Sleep(5)|]; }
                async Task FirstAsync() { Thread.Sleep(5); await Task.Yield(); }
                public async Task OpenAsync() { [|Thread.Sleep(5)|]; await Task.Yield(); }
            }
            """);
    }

    public sealed class RegisteredWaits
    {
        [Fact]
        public Task A_few_waits_cost_one_thread() => Examine.Silent("""
            class C
            {
                void Start(WaitHandle handle)
                {
                    ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true);
                    for (int i = 0; i < 5; i++) ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true);
                    foreach (WaitHandle one in new[] { handle, handle }) ThreadPool.RegisterWaitForSingleObject(one, (_, _) => { }, null, -1, true);
                }
                static Task AsTask(WaitHandle handle)
                {
                    TaskCompletionSource source = new();
                    RegisteredWaitHandle registered = ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => source.TrySetResult(), null, -1, true);
                    return source.Task.ContinueWith(_ => registered.Unregister(null));
                }
            }
            """);

        [Fact]
        public Task Waits_per_item_are_reported() => Examine.Reports("TPD006", """
            class C : Microsoft.AspNetCore.Mvc.ControllerBase
            {
                public void Get(WaitHandle handle) => [|ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true)|];
                private void Start(AutoResetEvent[] handles, int n)
                {
                    for (int i = 0; i < n; i++) [|ThreadPool.RegisterWaitForSingleObject(handles[i], (_, _) => { }, null, -1, false)|];
                    for (int i = 0; i < 63 * 1000; i++) [|ThreadPool.RegisterWaitForSingleObject(handles[i], (_, _) => { }, null, -1, false)|];
                    foreach (var handle in handles) { [|ThreadPool.UnsafeRegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true)|]; }
                    while (n-- > 0) [|ThreadPool.RegisterWaitForSingleObject(handles[n], (_, _) => { }, null, -1, true)|];
                    foreach (var handle in handles) [|Register(handle)|];
                    handles.Select(handle => [|ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true)|]).ToList();
                    ThreadPool.QueueUserWorkItem(_ => [|ThreadPool.RegisterWaitForSingleObject(handles[0], (_, _) => { }, null, -1, true)|]);
                }
                private static void Register(WaitHandle handle) => ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true);
            }
            """);

        [Fact]
        public Task An_adapter_that_is_awaited_costs_one_wait_at_a_time() => Examine.Silent("""
            class C
            {
                async Task Poll(WaitHandle handle) { while (true) await AsTask(handle); }
                static Task AsTask(WaitHandle handle)
                {
                    TaskCompletionSource source = new();
                    ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => source.TrySetResult(), null, -1, true);
                    return source.Task;
                }
            }
            """);

        [Fact]
        public Task One_wait_per_request_is_reported_without_a_loop() => Examine.Reports("TPD006", """
            using Microsoft.AspNetCore.Builder;
            public class Orders : Microsoft.AspNetCore.Mvc.ControllerBase
            {
                public async Task Get(WaitHandle handle) { await Task.Yield(); [|ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => { }, null, -1, true)|]; }
                public async Task Wait(WaitHandle handle) => await [|AsTask(handle)|];
                static Task AsTask(WaitHandle handle)
                {
                    TaskCompletionSource source = new();
                    ThreadPool.RegisterWaitForSingleObject(handle, (_, _) => source.TrySetResult(), null, -1, true);
                    return source.Task;
                }
                static void Map(WebApplication app, WaitHandle handle) => app.MapGet("/", async () => await [|AsTask(handle)|]);
            }
            """);
    }
}
