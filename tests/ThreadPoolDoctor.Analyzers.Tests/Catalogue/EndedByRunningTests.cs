namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>RunSynchronously gives control back when the task has ended, on whatever scheduler it is run.</summary>
public sealed class EndedByRunningTests
{
    private const string Members = "Task<int> _kept = new(() => 5); static readonly List<Task<int>> s_all = []; ";

    [Theory]
    [InlineData("var task = new Task<int>(() => 5); task.RunSynchronously(); _ = task.Result;")]
    [InlineData("var task = new Task<int>(() => 5); task.RunSynchronously(TaskScheduler.Default); task.Wait();")]
    [InlineData("foreach (var task in s_all) { task.RunSynchronously(); _ = task.Result; }")]
    [InlineData("foreach (var task in s_all.ToArray()) { task.RunSynchronously(); _ = task.GetAwaiter().GetResult(); }")]
    [InlineData("if (s_all.Count > 0) { var task = s_all[0]; task.RunSynchronously(); lock (s_all) { _ = task.Result; } }")]
    [InlineData("var task = new Task<int>(() => 5); try { task.RunSynchronously(); } finally { s_all.Clear(); } _ = task.Result;")]
    public Task What_was_run_has_ended(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("var task = new Task<int>(() => 5); task.Start(); _ = [|task.Result|];")]
    [InlineData("var task = new Task<int>(() => 5); if (s_all.Count > 0) task.RunSynchronously(); else task.Start(); _ = [|task.Result|];")]
    [InlineData("foreach (var task in s_all) { if (task.Id > 5) task.RunSynchronously(); _ = [|task.Result|]; }")]
    [InlineData("var task = new Task<int>(() => 5); var other = new Task<int>(() => 5); other.RunSynchronously(); task.Start(); _ = [|task.Result|];")]
    [InlineData("var task = new Task<int>(() => 5); task.RunSynchronously(); task = LoadAsync(); _ = [|task.Result|];")]
    public Task What_was_only_started_is_waited_for(string work) => Examine.Reports("TPD001", Around(work));

    private static string Around(string work) => $$"""
        class C
        {
            {{Members}}
            async Task<int> LoadAsync() { await Task.Yield(); return await _kept; }
            void M() => Task.Run(() => { {{work}} });
        }
        """;
}
