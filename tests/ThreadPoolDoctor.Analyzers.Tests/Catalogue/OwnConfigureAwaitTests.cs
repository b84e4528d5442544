namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>
/// A program's own word for <c>ConfigureAwait(false)</c>, known by its type: only a task gives such a thing to be
/// awaited.
/// </summary>
public sealed class OwnConfigureAwaitTests
{
    [Theory]
    [InlineData("var first = await Task.WhenAny(tasks).Quiet(); Use(first.Result);")]
    [InlineData("var first = await Words.Quiet(Task.WhenAny(tasks)); Use(first.Result);")]
    [InlineData("Use((await Task.WhenAny(tasks).Quiet()).Result);")]
    [InlineData("await Task.WhenAll(tasks).Quiet(); Use(tasks[0].Result);")]
    [InlineData("await one.Quiet(); Use(one.Result);")]
    [InlineData("await yes.Quiet(); Use(yes.Result ? 1 : 2);")]
    [InlineData("await Words.Quiet(yes); Use(yes.Result ? 1 : 2);")]
    [InlineData("if (await Task.WhenAny(one, Task.Delay(5)).Quiet() == one) Use(one.Result);")]
    [InlineData("await one.ContinueWith(_ => { }).Quiet(); Use(one.Result);")]
    [InlineData("await one.AsValue().Quiet(); await one.Quiet(); Use(one.Result);")]
    [InlineData("while (tasks.Length > 0) { var next = await Task.WhenAny(tasks).Quiet(); Use(next.Result); tasks = tasks.Where(t => t != next).ToArray(); }")]
    [InlineData("foreach (var each in tasks) await each.Quiet(); Use(tasks[0].Result);")]
    [InlineData("try { await yes.Quiet(); } catch { } Use(yes.Result ? 1 : 2);")]
    public Task The_task_has_ended(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("await yes.Quiet(); Use([|one.Result|]);")]
    [InlineData("await Task.WhenAny(one, Task.Delay(5)).Quiet(); Use([|one.Result|]);")]
    [InlineData("var first = await Words.First(tasks).Quiet(); Use([|first.Result|]);")]
    [InlineData("await Words.Either(one, two); Use([|two.Result|]);")]
    public Task Another_task_may_not_have(string work) => Examine.Reports("TPD001", Around(work));

    private static string Around(string work) => $$"""
        using System.Runtime.CompilerServices;
        static class Words
        {
            public static bool Captured { get; set; }
            public static ConfiguredTaskAwaitable Quiet(this Task task) => task.ConfigureAwait(Captured);
            public static ConfiguredTaskAwaitable<T> Quiet<T>(this Task<T> task) { return task.ConfigureAwait(Captured); }
            public static ConfiguredValueTaskAwaitable<T> Quiet<T>(this ValueTask<T> task) => task.ConfigureAwait(false);
            public static ValueTask<T> AsValue<T>(this Task<T> task) => new(task);
            public static ConfiguredTaskAwaitable<T> Either<T>(Task<T> one, Task<T> other) => (one.Id > 5 ? one : other).ConfigureAwait(false);
            public static Task<Task<int>> First(Task<int>[] tasks) => Task.FromResult(tasks[0]);
        }
        class C
        {
            static void Use(int n) { }
            async Task M(int[] numbers)
            {
                await Task.Yield();
                var tasks = numbers.Select(n => Task.Run(() => n)).ToArray();
                var yes = Task.Run(() => true);
                var one = Task.Run(() => 1);
                var two = Task.Run(() => 2);
                {{work}}
            }
        }
        """;
}
