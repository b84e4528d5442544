namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// Handlers run where their event is raised: mostly in a method of its own, on the thread of who calls that.
/// </summary>
public sealed class RaisedInHelperTests
{
    [Theory]
    [InlineData("Task.Run(() => { while (_n < 5) OnCame(5); });")]
    [InlineData("ThreadPool.QueueUserWorkItem(_ => Dispatch());")]
    [InlineData("Task.Factory.StartNew(Dispatch);")]
    public Task What_is_queued_raises_them_on_the_pool(string start) =>
        Examine.Reports("TPD002", Program(start, "[|Thread.Sleep(5)|]"));

    [Theory]
    [InlineData("new Thread(() => OnCame(5)).Start();")]
    [InlineData("Task.Factory.StartNew(Dispatch, TaskCreationOptions.LongRunning);")]
    [InlineData("OnCame(5);")]
    [InlineData("")]
    public Task A_thread_of_its_own_and_who_is_not_known_do_not(string start) =>
        Examine.Silent(Program(start, "Thread.Sleep(5)"));

    [Fact]
    public Task An_asynchronous_method_may_be_a_windows() => Examine.Silent("""
        class C
        {
            event Action? Came;
            async Task M() { Came += () => Thread.Sleep(5); await Task.Yield(); OnCame(); }
            void OnCame() => Came?.Invoke();
        }
        """);

    [Fact]
    public Task A_callback_that_is_kept_is_run_like_a_handler() => Examine.Reports("TPD002", """
        class C
        {
            Action<int>? _came;
            void Keep(Action<int> came) => _came = came;
            void Use() => Keep(n => [|Thread.Sleep(n)|]);
            void M() => Task.Run(() => Dispatch());
            void Dispatch() => _came!(5);
        }
        """);

    [Fact]
    public async Task The_message_names_the_file_of_a_line_elsewhere()
    {
        (_, var found) = await Examine.Run(
        [
            "class C { void M() => Starts.Run(() => Thread.Sleep(5)); }",
            "static class Starts { public static void Run(Action a) { Action all = () => { a(); }; ThreadPool.QueueUserWorkItem(_ => all()); } }",
        ], new());
        string file = Path.GetFileName(found.ShouldHaveSingleItem().Location.SourceTree!.FilePath);
        found[0].GetMessage().ShouldBe($"Thread.Sleep blocks a pool thread queued at line 1 of {file.Replace('0', '1')}; await Task.Delay instead");
    }

    private static string Program(string start, string work) => $$"""
        class C
        {
            int _n;
            event Action<int>? Came;
            void M() { Came += Handle; {{start}} _n++; }
            void Dispatch() { OnCame(5); }
            protected virtual void OnCame(int n) => Came?.Invoke(n);
            void Handle(int n) => {{work}};
        }
        """;
}
