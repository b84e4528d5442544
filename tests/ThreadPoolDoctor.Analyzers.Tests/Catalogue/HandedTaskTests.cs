namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>Members that are given a task by all who call them: have those waited for it?</summary>
public sealed class HandedTaskTests
{
    [Theory]
    [InlineData("protected virtual Task<int> Parse(Task<int> task, int n) { Use(task.Result); return task; }")]
    [InlineData("private Task<int> Parse(Task<int> task, int n) => Task.Run(() => task.Result + n);")]
    [InlineData("internal async Task<int> Parse(Task<int> task, int n) { await Task.Yield(); return task.Result; }")]
    public Task All_hand_over_what_they_continue(string parse) => Examine.Silent(Around(parse,
        "Task<int> M() => Get().Then(task => Parse(task, 1)); async Task N() { var load = Get(); await load; await Parse(load, 2); }"));

    [Theory]
    [InlineData("public virtual Task<int> Parse(Task<int> task, int n) { Use([|task.Result|]); return task; }", "Task<int> M() => Get().Then(task => Parse(task, 1));")]
    [InlineData("Task<int> Parse(Task<int> task, int n) { Use([|task.Result|]); return task; }", "Task<int> M() => Get().Then(task => Parse(Get(), 1));")]
    [InlineData("Task<int> Parse(Task<int> task, int n) { Use([|task.Result|]); return task; }", "Task<int> M() => Get().Then(task => Parse(task, 1)); Task<int> N() => Parse(Get(), 1);")]
    [InlineData("Task<int> Parse(Task<int> task, int n) { task = Get(); Use([|task.Result|]); return task; }", "Task<int> M() => Get().Then(task => Parse(task, 1));")]
    [InlineData("Task<int> Parse(Task<int> task, int n) { Use([|task.Result|]); return task; }", "Func<Task<int>, int, Task<int>> M() => Parse; Task<int> N() => Get().Then(task => Parse(task, 1));")]
    public Task Somebody_may_hand_over_another(string parse, string callers) =>
        Examine.Reports("TPD001", Around(parse, callers));

    private static string Around(string parse, string callers) => $$"""
        public static class Steps
        {
            public static Task<R> Then<T, R>(this Task<T> task, Func<Task<T>, Task<R>> next) => task.ContinueWith(next).Unwrap();
        }
        public class C
        {
            static Task<int> Get() => Task.Run(() => 5);
            static void Use(int n) { }
            {{callers}}
            {{parse}}
        }
        """;
}
