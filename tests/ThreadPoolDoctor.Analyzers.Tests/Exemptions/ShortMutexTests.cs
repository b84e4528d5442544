namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// Events, semaphores and mutexes of old that a type keeps as a lock are as short as what is done under them.
/// </summary>
public sealed class ShortMutexTests
{
    private const string Put = "void Put(int n) { _turn.WaitOne(); try { _n = n; } finally { _turn.GIVE(); } } ";

    [Theory]
    [InlineData("readonly AutoResetEvent _turn = new(true);", "Set")]
    [InlineData("readonly Mutex _turn = new();", "ReleaseMutex")]
    [InlineData("readonly Semaphore _turn = new(1, 1);", "Release")]
    [InlineData("private AutoResetEvent _turn; C() { _turn = new AutoResetEvent(true); }", "Set")]
    public Task One_that_is_held_for_a_few_lines_is_not_reported(string made, string give) =>
        Examine.Silent(Program(made + Put.Replace("GIVE", give), "Put(5)"));

    [Fact]
    public Task Nor_is_one_within_another() => Examine.Silent(Program(
        "readonly AutoResetEvent _turn = new(true), _inner = new(true); void Put(int n) { _turn.WaitOne(); try { Inner(n); } finally { _turn.Set(); } } "
            + "void Inner(int n) { _inner.WaitOne(); try { _n = n; } finally { _inner.Set(); } }", "Put(5)"));

    [Theory]
    [InlineData("readonly AutoResetEvent _turn = new(false);")]
    [InlineData("readonly AutoResetEvent _turn; C(AutoResetEvent turn) => _turn = turn;")]
    [InlineData("readonly AutoResetEvent _turn = new(true); void Came() => _turn.Set();")]
    [InlineData("readonly ManualResetEvent _turn = new(true); void Close() => _turn.Reset();")]
    [InlineData("readonly AutoResetEvent _turn = new(true); void Take(System.Net.Sockets.Socket far) { _turn.WaitOne(); far.Receive(new byte[5]); _turn.Set(); }")]
    public Task A_signal_is_and_so_is_what_may_be_held_for_long(string made) =>
        Examine.Reports("TPD004", Program(made + Put.Replace("GIVE", "Set"), "[|Put(5)|]"));

    [Fact]
    public Task Another_process_may_hold_one_with_a_name() => Examine.Reports("TPD004", Program(
        "readonly Mutex _turn = new(false, \"turn\"); " + Put.Replace("GIVE", "ReleaseMutex"), "[|Put(5)|]"));

    private static string Program(string members, string call) =>
        $$"""class C { int _n; async Task M() { await Task.Yield(); {{call}}; _n++; } {{members}} }""";
}
