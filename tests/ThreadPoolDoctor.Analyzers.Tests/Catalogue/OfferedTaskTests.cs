namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// An object that gives all its tasks to who waits for them has them ended; a helper that has waited for a task gives
/// back one that has.
/// </summary>
public sealed class OfferedTaskTests
{
    [Theory]
    [InlineData("await Task.WhenAll(l.All()); _ = l.One?.Result; _ = l.Two!.Result;")]
    [InlineData("await Task.WhenAll(l.Some()); _ = l.One!.Result + l.Two!.Result;")]
    [InlineData("await Task.WhenAll(l.Listed).ConfigureAwait(false); _ = l.One!.Result;")]
    [InlineData("await Task.WhenAll(All()); _ = One!.Result;")]
    public Task All_that_it_gives_have_ended(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("await Task.WhenAll(l.All()); _ = [|l.Three!.Result|];")]
    [InlineData("await Task.WhenAll(l.All()); _ = [|other.One!.Result|];")]
    [InlineData("await Task.WhenAll(l.All()); l.One = Load(); _ = [|l.One.Result|];")]
    [InlineData("await Task.WhenAll(l.Fast()); _ = [|l.One!.Result|];")]
    [InlineData("await Task.WhenAll(l.Chosen(b)); _ = [|l.One!.Result|];")]
    [InlineData("await Task.WhenAll(l.Virtual()); _ = [|l.One!.Result|];")]
    [InlineData("await Task.WhenAny(l.All()); _ = [|l.One!.Result|];")]
    public Task What_it_does_not_surely_give_may_not(string work) => Examine.Reports("TPD001", Around(work));

    private static string Around(string work) => $$"""
        class Loads
        {
            public Task<int>? One, Two, Three;
            IEnumerable<Task?> Each() { yield return One; if (Two != null) yield return Two; }
            public IEnumerable<Task> All() => Each().Where(t => t is not null)!;
            public Task[] Some() { return Each().OfType<Task>().ToArray(); }
            public Task[] Listed => [One!, Two!];
            public IEnumerable<Task> Fast() => Each().Where(t => t!.IsFaulted)!;
            public IEnumerable<Task> Chosen(bool b) { if (b) yield return One!; yield return Two!; }
            public virtual Task[] Virtual() => [One!];
            protected static async Task<int> Load() { await Task.Yield(); return 5; }
        }
        class C : Loads
        {
            async Task M(Loads l, Loads other, bool b) { {{work}} }
        }
        """;

    [Theory]
    [InlineData("_ = Waited(t).Result;", "static Task<int> Waited(Task<int> task) { [|task.Wait()|]; return task; }")]
    [InlineData("_ = Waited(t).GetAwaiter().GetResult();", "static Task<int> Waited(Task<int> task) { [|Task.WaitAll(task)|]; return task; }")]
    public Task A_task_that_was_waited_for_is_given_back_ended(string work, string helper) => Examine.Reports("TPD001", Helped(work, helper));

    /// <summary>
    /// What only awaits what has ended has ended, be it virtual and generic, where nobody overrides it.
    /// </summary>
    [Theory]
    [InlineData("Task.WaitAll(a.Flush(), b.Flush());")]
    [InlineData("Task.WaitAll(new Task[] { a.Flush(), b.Flush() }, stop);")]
    [InlineData("Task one = a.Flush(); Task two = b.Flush(); Task.WaitAll(one, two);")]
    public Task What_is_done_at_once_has_ended(string work) => Examine.Silent(Published(work));

    [Theory]
    [InlineData("[|Task.WaitAll(a.Flush(), b.Slow())|];")]
    [InlineData("Task one = b.Slow(); await one; [|Task.WaitAll(one, b.Slow())|];")]
    [InlineData("Task one = a.Flush(); Task two = b.Slow(); [|Task.WaitAll(one, two)|];")]
    public Task What_is_not_has_not(string work) => Examine.Reports("TPD001", Published(work));

    private static string Published(string work) => $$"""
        class Publisher<T>
        {
            public virtual Task Publish(T one) { Console.WriteLine(one); return Task.CompletedTask; }
        }
        class Buffer<T>
        {
            private readonly Publisher<T> _publisher = new();
            private readonly List<T> _all = [];
            public virtual async Task Flush() { foreach (T one in _all) { await _publisher.Publish(one); } _all.Clear(); }
            public virtual async Task Slow() { await Task.Delay(50); }
        }
        class Named : Buffer<string>;
        class C
        {
            async Task M(Named a, Buffer<int> b, CancellationToken stop) { await Task.Yield(); {{work}} }
        }
        """;

    [Theory]
    [InlineData("_ = [|Waited(t).Result|];", "static Task<int> Waited(Task<int> task) { Task<int> next = task.ContinueWith(t => 5); return next; }")]
    [InlineData("_ = [|Waited(t).Result|];", "static Task<int> Waited(Task<int> task) { if (DateTime.Now.Ticks > 5) [|task.Wait()|]; return task; }")]
    [InlineData("_ = [|Waited(t).Result|];", "static Task<int> Waited(Task<int> task) { [|task.Wait()|]; task = Task.Run(() => 5); return task; }")]
    public Task Another_one_may_not_have(string work, string helper) => Examine.Reports("TPD001", Helped(work, helper));

    private static string Helped(string work, string helper) => $$"""
        class C
        {
            async Task M(Task<int> t) { await Task.Yield(); {{work}} }
            {{helper}}
        }
        """;
}
