namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>.NET Framework runs a delegate on the pool by its own BeginInvoke.</summary>
public sealed class BegunDelegateTests
{
    [Theory]
    [InlineData("void M() { Work work = Run; work.BeginInvoke(\"a\", null, null); } void Run(string s) => [|Thread.Sleep(5)|];")]
    [InlineData("Func<string, int>? _work; IAsyncResult M(AsyncCallback back) { _work = Run; return this._work.BeginInvoke(\"a\", back, _work); } int Run(string s) { [|Thread.Sleep(5)|]; return 5; }")]
    [InlineData("void M() => new Action(() => [|Thread.Sleep(5)|]).BeginInvoke(null, null);")]
    [InlineData("Action? _work; void Set() => _work = () => [|Thread.Sleep(5)|]; void M() => _work?.BeginInvoke(null, null);")]
    public Task What_a_delegate_begins_is_a_work_item(string members) => Examine.Reports("TPD002", Program(members));

    [Theory]
    [InlineData("void M(Control window) => window.BeginInvoke(new Action(() => Thread.Sleep(5)));")]
    [InlineData("void M() { Work work = Run; work.Invoke(\"a\"); } void Run(string s) => Thread.Sleep(5);")]
    [InlineData("void M() { Work work = Run; work.EndInvoke(null!); } void Run(string s) => Thread.Sleep(5);")]
    public Task What_it_runs_at_once_or_gives_to_a_window_is_none(string members) => Examine.Silent(Program(members));

    private static string Program(string members) => $$"""
        delegate void Work(string s);
        class Control { public void BeginInvoke(Delegate work) { } }
        class C { {{members}} }
        """;
}
