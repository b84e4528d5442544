namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>Tasks that give tasks: have those ended when they are there?</summary>
public sealed class GivenResultTests
{
    [Theory]
    [InlineData("var ended = await Task.Factory.ContinueWhenAll(tasks, all => all); Use(ended[0].Result);")]
    [InlineData("var ended = await Old(tasks); Use(ended.Sum(t => t.Result));")]
    [InlineData("foreach (var t in await Ended(tasks)) Use(t.Result);")]
    [InlineData("var ended = await Ended(tasks).ConfigureAwait(false); Use(ended[1].Result);")]
    [InlineData("Use((await Ended(tasks)).Select(t => t.Result).First());")]
    [InlineData("Use((await First(tasks)).Result);")]
    [InlineData("var one = await Race(tasks); Use(one.Result);")]
    [InlineData("var race = Task.WhenAny(tasks); Use((await race).Result);")]
    [InlineData("var all = Old(tasks); foreach (var t in await all) Use(t.Result);")]
    [InlineData("await Task.WhenAll(tasks); Use(Array.ConvertAll(tasks, t => t.Result)[0]);")]
    [InlineData("await Task.WhenAny(tasks).ContinueWith(first => first.Result.Result);")]
    [InlineData("await First(tasks).ContinueWith(first => first.Result.Result);")]
    [InlineData("await Old(tasks).ContinueWith(all => all.Result.Sum(t => t.Result));")]
    [InlineData("await Old(tasks).ContinueWith(all => Array.ConvertAll(all.Result, t => t.Result));")]
    [InlineData("await Old(tasks).ContinueWith(all => { foreach (var t in all.Result) Use(t.Result); });")]
    [InlineData("await Map(Old(tasks), all => all.Result[0].Id); await Old(tasks).Next(all => all.Result[0].Result);")]
    [InlineData("await Task.Factory.ContinueWhenAll(tasks, all => Array.ConvertAll(all, t => t.Result)[0]);")]
    [InlineData("await Task.Factory.ContinueWhenAll(tasks, all => { Array.ForEach(all, t => Use(t.Result)); return 5; });")]
    public Task Given_by_what_waits_for_them(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("var begun = await Begun(tasks); Use([|begun[0].Result|]);")]
    [InlineData("foreach (var t in await Begun(tasks)) Use([|t.Result|]);")]
    [InlineData("Use((await Changed(tasks))[0].Id + [|(await Changed(tasks))[0].Result|]);")]
    [InlineData("var begun = Begun(tasks); Use([|(await begun)[0].Result|]);")]
    [InlineData("await Begun(tasks).ContinueWith(all => all.Result.Sum(t => [|t.Result|]));")]
    [InlineData("await Begun(tasks).ContinueWith(all => Array.ConvertAll(all.Result, t => [|t.Result|]));")]
    [InlineData("await Begun(tasks).Next(all => [|all.Result[0].Result|]);")]
    [InlineData("await Task.Yield(); Use(Array.ConvertAll(tasks, t => [|t.Result|])[0]);")]
    [InlineData("await Task.Factory.ContinueWhenAll(tasks, all => { Array.ForEach(tasks, t => Use(t.Id)); return [|others[0].Result|]; });")]
    public Task Given_by_what_only_begins_them(string work) => Examine.Reports("TPD001", Around(work));

    private static string Around(string work) => $$"""
        static class Helpers
        {
            public static Task<R> Next<T, R>(this Task<T> task, Func<Task<T>, R> next) => task.ContinueWith(next, TaskContinuationOptions.ExecuteSynchronously);
        }
        class C
        {
            static void Use(int n) { }
            static Task<R> Map<T, R>(Task<T> task, Func<Task<T>, R> map) => task.ContinueWith(map);
            static Task<Task<int>[]> Old(params Task<int>[] tasks) => Task.Factory.ContinueWhenAll(tasks, all => { return all; });
            static async Task<Task<int>[]> Ended(IEnumerable<Task<int>> tasks) { var all = tasks.ToArray(); await Task.WhenAll(all); return all; }
            static Task<Task<int>> First(Task<int>[] tasks) => Task.WhenAny(tasks);
            static async Task<Task<int>> Race(Task<int>[] tasks) { var one = await First(tasks); return one; }
            static async Task<Task<int>[]> Begun(IEnumerable<Task<int>> tasks) { var all = tasks.ToArray(); await Task.Yield(); return all; }
            static async Task<Task<int>[]> Changed(IEnumerable<Task<int>> tasks) { var all = tasks.ToArray(); await Task.WhenAll(all); all[0] = Task.Run(() => 5); return all; }
            async Task M(Task<int>[] tasks, Task<int>[] others) { {{work}} }
        }
        """;
}
