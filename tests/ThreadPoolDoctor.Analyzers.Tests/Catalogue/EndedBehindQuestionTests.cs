namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>A result behind <c>?.</c>, and whatever is asked of it in turn, is that of the task before it.</summary>
public sealed class EndedBehindQuestionTests
{
    [Theory]
    [InlineData("await t!; _ = t?.Result?.Length;")]
    [InlineData("await t!; _ = t?.Result.Length;")]
    [InlineData("await t!; _ = t?.Result?.Trim()?.Length;")]
    [InlineData("await t!; _ = t?.Result[0];")]
    [InlineData("await t!; await LoadAsync().ContinueWith(done => $\"{t?.Result?.Length} {done?.Result?.Length}\");")]
    [InlineData("await LoadAsync().ContinueWith(done => done?.Result?.Trim().Length);")]
    public Task What_was_waited_for_has_ended(string work) => Wait(work, null);

    [Theory]
    [InlineData("_ = t?[|.Result|]?.Length;")]
    [InlineData("_ = t?[|.Result|].Length;")]
    [InlineData("await LoadAsync(); _ = t?[|.Result|]?.Trim()?.Length;")]
    [InlineData("await t!; t = LoadAsync(); _ = t?[|.Result|]?.Length;")]
    [InlineData("LoadAsync().ContinueWith(done => t?[|.Result|]?.Length);")]
    public Task What_was_not_is_waited_for(string work) => Wait(work, "TPD001");

    private static Task Wait(string work, string? id) => Examine.Check(id, [$$"""
        class C
        {
            static async Task<string> LoadAsync() { await Task.Yield(); return ""; }
            async Task M(Task<string>? t) { await Task.Yield(); {{work}} }
        }
        """], new());
}
