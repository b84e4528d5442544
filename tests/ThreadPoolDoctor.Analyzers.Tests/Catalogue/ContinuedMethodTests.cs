namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>A method that only ContinueWith is given runs when its task has ended, be it async or not.</summary>
public class ContinuedMethodTests
{
    [Theory]
    [InlineData("async Task<int> Next(Task<int> done) { if (!done.IsFaulted) return done.Result; await Task.Yield(); return 5; } return t.ContinueWith(Next).Unwrap();")]
    [InlineData("async Task<int> Next(Task<int> done) { var kept = done; if (kept.IsFaulted) return await Begin().ContinueWith(Next).Unwrap(); return kept.Result; } return t.ContinueWith(Next).Unwrap();")]
    [InlineData("return t.ContinueWith(Own).Unwrap();")]
    public Task An_async_one_is_given_a_task_that_has_ended(string body) => Examine.Silent(Around(body));

    [Theory]
    [InlineData("async Task<int> Next(Task<int> some) { await Task.Yield(); return [|some.Result|]; } return Next(t);")]
    [InlineData("async Task<int> Next(Task<int> some) { await Task.Yield(); return [|some.Result|]; } await Next(Begin()); return await t.ContinueWith(Next).Unwrap();")]
    [InlineData("async Task<int> Next(Task<int> some) { await Task.Yield(); return [|t.Result|]; } return await Begin().ContinueWith(Next).Unwrap();")]
    public Task One_that_somebody_else_calls_may_be_given_any(string body) =>
        Examine.Reports("TPD001", Around(body.Contains("await Next") || body.Contains("await Begin") ? "ASYNC" + body : body));

    private static string Around(string body) => $$"""
        class C
        {
            static async Task<int> Begin() { await Task.Yield(); return 5; }
            static async Task<int> Own(Task<int> done) { int got = done.Result; await Task.Yield(); return got; }
            Task<int> Other(Task<int> t) => t.ContinueWith(Own).Unwrap();
            {{(body.StartsWith("ASYNC") ? "async " : "")}}Task<int> M(Task<int> t) { {{body.Replace("ASYNC", "")}} }
        }
        """;
}
