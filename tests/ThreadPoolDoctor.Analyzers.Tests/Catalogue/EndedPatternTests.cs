namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>
/// A pattern that looks at a result behind what says that the task has ended, however deep either stands.
/// </summary>
public sealed class EndedPatternTests
{
    [Theory]
    [InlineData("if (one is { IsCompletedSuccessfully: true, Result.Length: > 4 }) Use(1);")]
    [InlineData("if (one is { Status: TaskStatus.RanToCompletion, Result.Length: 5 }) Use(1);")]
    [InlineData("if (one is { IsCompleted: true, Result: { Length: > 4 } }) Use(1);")]
    [InlineData("if (one is not { IsCompletedSuccessfully: true, Result.Length: > 4 }) Use(1);")]
    [InlineData("if (box is { Load: { IsCompleted: true, Result.Length: > 4 } }) Use(1);")]
    [InlineData("if (box is { Load.IsCompleted: true, Load.Result.Length: > 4 }) Use(1);")]
    [InlineData("if (box is { Load.IsCompleted: true, Load.Result: { Length: > 4 } }) Use(1);")]
    [InlineData("if (box is { Load: { IsCompleted: true }, Load.Result: not null }) Use(1);")]
    [InlineData("if (box is { Load.Status: TaskStatus.RanToCompletion, Load.Result: var text }) Use(text.Length);")]
    [InlineData("if (box is { Load.IsCompletedSuccessfully: true }) Use(box.Load.Result.Length);")]
    [InlineData("if (box is { Load: { IsCompletedSuccessfully: true } }) Use(box.Load.Result.Length);")]
    [InlineData("if (box is not { Load.IsCompletedSuccessfully: true }) return; Use(box.Load.Result.Length);")]
    [InlineData("Use(box switch { { Load.IsCompleted: true, Load.Result.Length: > 4 } => 1, _ => 5 });")]
    [InlineData("await one; if (one is { Result.Length: > 4 }) Use(1);")]
    [InlineData("await box.Load; if (box is { Load.Result.Length: > 4 }) Use(1);")]
    public Task The_result_behind_it(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("if (one is { [|Result|].Length: > 4, IsCompletedSuccessfully: true }) Use(1);")]
    [InlineData("if (one is { IsFaulted: false, [|Result|].Length: > 4 }) Use(1);")]
    [InlineData("if (one is { IsCompleted: false, [|Result|].Length: > 4 }) Use(1);")]
    [InlineData("if (box is { Load.IsCompleted: true, [|Other.Result|].Length: > 4 }) Use(1);")]
    [InlineData("if (box is { Other: { IsCompleted: true }, Load: { [|Result|].Length: > 4 } }) Use(1);")]
    [InlineData("if (box is { Load.IsCompletedSuccessfully: true }) Use([|box.Other.Result|].Length);")]
    [InlineData("if (box is not { Load.IsCompletedSuccessfully: true }) Use([|box.Load.Result|].Length);")]
    [InlineData("if (box is { Load: { [|Result|]: not null } }) Use(1);")]
    public Task Another_task_or_one_that_was_not_asked(string work) => Examine.Reports("TPD001", Around(work));

    private static string Around(string work) => $$"""
        class Box
        {
            public Task<string> Load { get; } = Task.Run(() => "");
            public Task<string> Other { get; } = Task.Run(() => "");
        }
        class C
        {
            static void Use(int n) { }
            async Task M(Box box)
            {
                await Task.Yield();
                var one = Task.Run(() => "");
                {{work}}
            }
        }
        """;
}
