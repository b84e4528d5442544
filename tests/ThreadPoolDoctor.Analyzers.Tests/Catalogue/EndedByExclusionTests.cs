namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Tasks that must have ended, as something else has not happened.</summary>
public sealed class EndedByExclusionTests
{
    [Theory]
    [InlineData("await Task.WhenAny(a, b); if (!b.IsCompleted) return a.Result; return 0;")]
    [InlineData("await Task.WhenAny(a, b).ConfigureAwait(false); if (a.IsCompleted) return 0; return b.Result;")]
    [InlineData("await Polling(Task.WhenAny(a, b)); return a.IsCompleted ? a.Result : b.Result;")]
    public Task Of_two_tasks_one_ended_the_other_when_it_has_not(string body) => Examine.Silent(Program(body));

    [Theory]
    [InlineData("await Task.WhenAny(a, b); if (b.IsCompleted) return [|a.Result|]; return 0;")]
    [InlineData("await Task.WhenAny(a, b); a = Make(); if (!b.IsCompleted) return [|a.Result|]; return 0;")]
    [InlineData("await Task.WhenAny(a, b); if (!b.IsFaulted) return [|a.Result|]; return 0;")]
    [InlineData("await Task.WhenAny(a, b, Make()); if (!b.IsCompleted) return [|a.Result|]; return 0;")]
    [InlineData("await Task.WhenAny(Task.WhenAll(a, b), Make()); if (!b.IsCompleted) return [|a.Result|]; return 0;")]
    public Task Of_others_nothing_is_known(string body) => Examine.Reports("TPD001", Program(body));

    [Theory]
    [InlineData("while (!stop.IsCancellationRequested && !a.IsCompleted) await Task.Delay(5); stop.ThrowIfCancellationRequested(); return a.Result;")]
    [InlineData("while (!stop.IsCancellationRequested && !a.IsCompleted) await Task.Delay(5); if (stop.IsCancellationRequested) return 0; return a.Result;")]
    public Task Who_polls_until_cancelled_and_is_not_has_the_task(string body) => Examine.Silent(Program(body));

    [Theory]
    [InlineData("while (!stop.IsCancellationRequested && !a.IsCompleted) await Task.Delay(5); return [|a.Result|];")]
    [InlineData("while (!stop.IsCancellationRequested && !a.IsCompleted) { await Task.Delay(5); if (a.IsFaulted) break; if (b.IsCompleted) break; } stop.ThrowIfCancellationRequested(); return [|b.Result|];")]
    [InlineData("while (!stop.IsCancellationRequested && !b.IsCompleted) await Task.Delay(5); stop.ThrowIfCancellationRequested(); return [|a.Result|];")]
    public Task Who_may_have_been_cancelled_has_not(string body) => Examine.Reports("TPD001", Program(body));

    [Theory]
    [InlineData("await a; return await Inner(); async Task<int> Inner() { await Task.Yield(); return a.Result; }")]
    [InlineData("await Task.WhenAll(a, b); return await Outer(); Task<int> Outer() => Inner(); async Task<int> Inner() { await Task.Yield(); return a.Result + b.Result; }")]
    public Task A_local_function_knows_what_all_who_call_it_know(string body) => Examine.Silent(Program(body));

    [Theory]
    [InlineData("Task<int> one = Inner(); await a; return await Inner(); async Task<int> Inner() { await Task.Yield(); return [|a.Result|]; }")]
    [InlineData("await a; Task<int> one = Inner(); a = Make(); return await one; async Task<int> Inner() { await Task.Yield(); return [|a.Result|]; }")]
    [InlineData("await a; await Inner(); return await Run(Inner); async Task<int> Inner() { await Task.Yield(); return [|a.Result|]; }")]
    public Task One_that_others_call_too_does_not(string body) => Examine.Reports("TPD001", Program(body));

    private static string Program(string body) => $$"""
        class C
        {
            static async Task<int> Make() { await Task.Yield(); return 5; }
            static async Task Polling(Task task) { while (!task.IsCompleted) await Task.Delay(5); }
            static Task<int> Run(Func<Task<int>> run) => run();
            async Task<int> M(Task<int> a, Task<int> b, CancellationToken stop) { {{body}} }
        }
        """;
}
