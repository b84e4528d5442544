namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD005: loops that hold a pool thread for good.</summary>
public sealed class EndlessLoopTests
{
    private const string Callbacks = """
        class Callbacks { public void Subscribe(Action<int> handler) { } public void RunAll() { } }
        class C
        {
            readonly Callbacks _callbacks = new();
            readonly Callbacks _others = new();
            bool _closed;
            void Start()
            {
                _callbacks.Subscribe(OnClosed);
                Task.Run(() => { [|while|] (!_closed) LOOP.RunAll(); });
            }
            void OnClosed(int code) => _closed = true;
        }
        """;

    [Fact]
    public Task A_loop_that_runs_what_ends_it_does_not_stay() =>
        Examine.Silent(Callbacks.Replace("LOOP", "_callbacks").Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task A_loop_that_runs_something_else_does() => Examine.Reports("TPD005", Callbacks.Replace("LOOP", "_others"));

    /// <summary>The same thread is held by both, and whoever cures the outer one moves the inner one along.</summary>
    [Theory]
    [InlineData("[|while|] (!_stop) { int? count = null; while (!_stop) { count ??= 5; } }")]
    [InlineData("[|while|] (true) { for (;;) { while (!_stop) { } } }")]
    [InlineData("for (int i = 0; i < 5; i++) { [|while|] (!_stop) { } }")]
    [InlineData("[|while|] (!_stop) { } [|while|] (!_stop) { }")]
    public Task A_loop_within_one_that_stays_is_told_with_it(string loops) => Examine.Reports("TPD005",
        "class C { volatile bool _stop; void Start() => Task.Run(() => { " + loops + " }); }");

    [Fact]
    public Task Loops_that_end_or_await_are_not_reported() => Examine.Silent("""
        class C
        {
            private bool _done;
            private bool _more = true;
            private int _count;
            void Start(CancellationToken token, ConcurrentQueue<int> queue, StringReader reader, List<int> list)
            {
                Task.Run(async () => { while (true) { await Task.Delay(5); } });
                Task.Run(async () => { while (!token.IsCancellationRequested) { await Task.Delay(5, token); Work(); } });
                Task.Run(() => { while (true) { if (!queue.TryDequeue(out int x)) break; } });
                Task.Run(() => { while (queue.TryDequeue(out int x)) Work(); });
                Task.Run(() => { while (true) { string? line = reader.ReadLine(); if (line == null) return; } });
                Task.Run(() => { for (int i = 0; i < 5; i++) Work(); });
                Task.Run(() => { for (int i = 0; ; i++) { if (i > 5) break; } });
                Task.Run(() => { for (;;) { if (_count++ > 5) return; } });
                Task.Run(() => { bool more = true; while (more) { more = Step(); } });
                Task.Run(() => { while (_more) { _more = Step(); } });
                Task.Run(() => { while (!_done) Finish(); });
                Task.Run(() => { do { Work(); } while (Step()); });
                Task.Run(() => { int i = 0; while (i < list.Count) i++; });
                Task.Run(() => { while (true) { throw new Exception(); } });
                Task.Run(() => { foreach (int x in list) Work(); });
                Task.Run(() => { var node = new Node(); while (node != null) node = node.Next; });
                Task.Run(() => { int x = 5; while (Interlocked.CompareExchange(ref _count, x, 5) != 5) x++; });
                new Thread(() => { while (true) Work(); }).Start();
                Task.Factory.StartNew(() => { while (!token.IsCancellationRequested) Work(); }, TaskCreationOptions.LongRunning);
                while (!token.IsCancellationRequested) { Work(); }
            }
            void Finish() { Work(); End(); }
            void End() => _done = true;
            static void Work() { }
            static bool Step() => false;
            class Node { public Node? Next; }
            IEnumerable<int> Numbers() { int i = 0; while (true) yield return i++; }
            async Task Use() { await Task.Yield(); foreach (int x in Numbers()) if (x > 5) break; }
        }
        """);

    [Fact]
    public Task Loops_that_only_a_signal_ends_are_reported() => Examine.Reports("TPD005", """
        class C
        {
            private volatile bool _stop;
            private bool _running = true;
            private int _state;
            public bool Stop { get; set; }
            void Start(CancellationToken token, CancellationTokenSource source, ConcurrentQueue<int> queue)
            {
                Task.Run(() => { [|while|] (true) { Work(); } });
                Task.Run(() => { [|for|] (;;) Work(); });
                Task.Run(() => { [|do|] { Work(); } while (true); });
                ThreadPool.QueueUserWorkItem(_ => { [|while|] (!token.IsCancellationRequested) { Work(); } });
                Task.Run(() => { [|while|] (!source.IsCancellationRequested) Work(); });
                Task.Run(() => { [|while|] (!source.Token.IsCancellationRequested) Work(); });
                Task.Run(() => { [|while|] (!_stop) { } });
                Task.Run(() => { [|while|] (_running) Work(); });
                Task.Run(() => { [|while|] (!Stop) Work(); });
                Task.Run(() => { [|while|] (Volatile.Read(ref _state) == 0) Work(); });
                Task.Run(() => { [|while|] (_state != 5) Work(); });
                Task.Run(() => { [|while|] (true) { if (token.IsCancellationRequested) return; Work(); } });
                Task.Run(() => { [|while|] (true) { if (_stop) break; Work(); } });
                Task.Run(() => { [|while|] (true) { token.ThrowIfCancellationRequested(); Work(); } });
                Task.Run(() => { [|while|] (true) { if (queue.TryDequeue(out int x)) Work(); } });
                Task.Run(() => { [|while|] (true) { try { Work(); } catch (OperationCanceledException) { break; } } });
                Task.Run(() => { [|while|] (true) { switch (_state) { case 5: break; } } });
                Task.Run(Loop);
                Task.Run(() => [|Loops()|]);
                Timer timer = new(_ => { [|while|] (!token.IsCancellationRequested) Work(); });
                for (int i = 0; i < 10; i++)
                {
                    ThreadPool.QueueUserWorkItem(_ =>
                    {
                        bool stop = false;
                        long count = 0;
                        using Timer end = new(_ => stop = true, null, 1000, Timeout.Infinite);
                        [|while|] (!stop) count++;
                    });
                }
            }
            async Task Async(CancellationToken token) { await Task.Yield(); [|while|] (!token.IsCancellationRequested) Work(); }
            void Loop() { [|while|] (true) Work(); }
            void Loops() { while (true) Work(); }
            static void Work() { }
        }
        """);

    /// <summary>
    /// A wait for what was begun right there is told as a wait, and does not hold the thread for good.
    /// </summary>
    [Theory]
    [InlineData("Ask(_ => come = true);", "", false)]
    [InlineData("Ask(_ => come = true);", "Ask(_ => { });", true)]
    [InlineData("token.Register(() => come = true);", "", true)]
    [InlineData("Console.CancelKeyPress += (_, _) => come = true;", "", true)]
    public async Task A_loop_that_sleeps_until_a_callback_has_come_is_a_wait(string begun, string work, bool isEndless)
    {
        (_, var diagnostics) = await Examine.Run([$$"""
            class C
            {
                void Start(CancellationToken token) => Task.Run(() =>
                {
                    bool come = false;
                    {{begun}}
                    while (!come) { Thread.Sleep(1); {{work}} }
                });
                static void Ask(Action<int> then) => ThreadPool.QueueUserWorkItem(_ => then(5));
            }
            """], new());
        diagnostics.Select(diagnostic => diagnostic.Id).Order().ShouldBe(isEndless ? ["TPD002", "TPD005"] : ["TPD002"]);
    }

    /// <summary>
    /// What a contract answers may be worked out each time it is asked, so that nobody knows that only a signal ends
    /// the loop.
    /// </summary>
    [Theory]
    [InlineData("interface IFeedback { bool IsShowing { get; } }", false)]
    [InlineData("abstract class IFeedback { public abstract bool IsShowing { get; } }", false)]
    [InlineData("class IFeedback { public bool IsShowing { get; set; } }", true)]
    [InlineData("class IFeedback { public virtual bool IsShowing { get; set; } }", true)]
    public async Task A_loop_that_asks_a_contract_may_end_by_itself(string feedback, bool isEndless)
    {
        (_, var diagnostics) = await Examine.Run([$$"""
            {{feedback}}
            class C
            {
                void Start(IFeedback feedback) => Task.Run(() =>
                {
                    while (!feedback.IsShowing) Thread.Sleep(10);
                });
            }
            """], new());
        diagnostics.Select(diagnostic => diagnostic.Id).Order().ShouldBe(isEndless ? ["TPD002", "TPD005"] : ["TPD002"]);
    }

    [Fact]
    public async Task A_loop_that_also_waits_is_both()
    {
        (_, var diagnostics) = await Examine.Run(["""
            class C
            {
                void Start(BlockingCollection<int> queue) => Task.Run(() =>
                {
                    while (true)
                    {
                        queue.Take();
                    }
                });
            }
            """], new());
        diagnostics.Select(diagnostic => diagnostic.Id).ShouldBe(["TPD005", "TPD004"]);
        diagnostics[0].GetMessage().ShouldBe("This loop holds a pool thread queued at line 3 for good: give it a dedicated thread, or await inside it");
    }
}
