namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// What stays true after WaitAll and WaitAny, over several continuations, and of tasks that are made from values.
/// </summary>
public sealed class WaitAllProofTests
{
    [Fact]
    public Task After_WaitAll_all_have_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Listed(Task<int> a, Task<int> b, CancellationToken token)
            {
                await Task.Yield();
                [|Task.WaitAll([a], token)|];
                [|Task.WaitAll(a, b)|];
                Task.WaitAll([b], token);
                return a.Result + b.Result;
            }
            async Task<int> Counted(Task<int>[] all)
            {
                await Task.Yield();
                int sum = 0;
                if ([|Task.WaitAll(all, 100)|]) { foreach (var task in all) sum += task.Result; }
                else sum += [|all[0].Result|];
                return sum;
            }
            async Task<int> Gone(Task<int> a, Func<Task<int>> next)
            {
                await Task.Yield();
                [|Task.WaitAll(a)|];
                a = next();
                return [|a.Result|];
            }
        }
        """);

    [Fact]
    public Task A_query_over_them_asks_ended_tasks() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Left(List<Task<int>> all)
            {
                await Task.Yield();
                try { [|Task.WaitAll(all.ToArray())|]; }
                catch (AggregateException) { return 0; }
                return (from task in all where task.Result > 5 select task.Result).First();
            }
            async Task<int> Caught(List<Task<int>> all)
            {
                await Task.Yield();
                try { [|Task.WaitAll(all.ToArray())|]; }
                catch (AggregateException) { }
                return (from task in all select [|task.Result|]).First();
            }
            async Task<int> Other(List<Task<int>> all, List<Task<int>> others)
            {
                await Task.Yield();
                await Task.WhenAll(all);
                return (from task in others select [|task.Result|]).First();
            }
        }
        """);

    [Fact]
    public Task What_a_helper_hands_on_to_ContinueWith_is_given_an_ended_task() => Examine.Reports("TPD001", """
        class C
        {
            Task Load(Task<int> a) => Then(a, t => Console.WriteLine(t.Result));
            Task Then(Task<int> a, Action<Task<int>> next) => Begin(a).ContinueWith(next);
            async Task<int> Begin(Task<int> a) { await Task.Yield(); return await a; }
            void Queue() => Work(t => Console.WriteLine([|t.Result|]));
            void Work(Action<Task<int>> next) => Task.Run(() => next(Begin(null!)));
        }
        """);

    [Fact]
    public Task A_task_by_another_name_has_ended_with_it_also_where_it_is_asked_the_other_way_round() => Examine.Reports("TPD001", """
        class C
        {
            Task Both(Task a) => a.ContinueWith(t => t is not Task<bool> told || told.Result);
            async Task<bool> Not(Task a)
            {
                await Task.Yield();
                return a is not Task<bool> told || [|told.Result|];
            }
        }
        """);

    [Fact]
    public Task One_that_may_be_missing_has_ended_after_it_is_awaited() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Both(Task<int> a, Task<int>? b)
            {
                await Task.WhenAll(a, b ?? Task.CompletedTask);
                return a.Result + b?.Result ?? 0;
            }
            async Task<int> One(Task<int>? b)
            {
                await (b ?? Task.FromResult(5));
                return b!.Result;
            }
            async Task<int> Either(Task<int>? b, Task<int> other)
            {
                await (b ?? other);
                return [|other.Result|];
            }
        }
        """);

    [Fact]
    public Task The_index_of_WaitAny_says_which_has_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Indexed(Task<int>[] all)
            {
                await Task.Yield();
                int i = [|Task.WaitAny(all)|];
                int sum = all[i].Result;
                return sum + [|all[1].Result|];
            }
            async Task<int> Both(Task<int> a, Task<int> b)
            {
                await Task.Yield();
                int i = [|Task.WaitAny(a, b)|];
                if (i != 0) return b.Result;
                return a.Result + [|b.Result|];
            }
            async Task<int> Nested(Task<int>[] all) { await Task.Yield(); return all[[|Task.WaitAny(all)|]].Result; }
            async Task<int> Later(Task<int>[] all)
            {
                await Task.Yield();
                int i = [|Task.WaitAny(all)|];
                i++;
                return [|all[i].Result|];
            }
            async Task<int> Other(Task<int>[] all, Func<Task<int>> next)
            {
                await Task.Yield();
                int i = [|Task.WaitAny(all)|];
                all[i] = next();
                return [|all[i].Result|];
            }
        }
        """);

    [Fact]
    public Task What_is_continued_has_ended_in_every_continuation() => Examine.Reports("TPD001", """
        class C
        {
            void Chained(Task<int> a, CancellationToken token)
            {
                a.ContinueWith(t => t.Result + 1).ContinueWith(u => a.Result + u.Result);
                var first = a.ContinueWith(t => t.Result + 1);
                first.ContinueWith(u => a.Result + u.Result);
                // A continuation that is cancelled does not wait for what it continues.
                a.ContinueWith(t => t.Result + 1, token).ContinueWith(u => [|a.Result|]);
            }
            async Task<int> Awaited(Task<int> a)
            {
                await a.ContinueWith(t => 1).ContinueWith(t => 2);
                return a.Result;
            }
            async Task<int> Kept(Task<int> a, Task<int> other)
            {
                var next = a.ContinueWith(t => 1);
                var last = next.ContinueWith(t => 2);
                await last;
                return a.Result + next.Result + [|other.Result|];
            }
        }
        """);

    [Fact]
    public Task A_task_that_is_made_from_a_value_has_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Values()
            {
                await Task.Yield();
                ValueTask<int> made = new(5);
                ValueTask<int> none = default;
                int sum = made.Result + none.Result + ((ValueTask<int>)new(4)).Result + new ValueTask<int>(3).GetAwaiter().GetResult();
                sum += Count().Result + Choose(true).Result + Empty().Result;
                Task<int>? missing = default;
                return sum + [|Load().Result|] + [|Mixed(true).Result|] + [|Wrapped(LoadAsync()).Result|] + [|missing!.Result|];
            }
            static ValueTask<int> Count() => new(5);
            static Task<int> Choose(bool one) { if (one) return Task.FromResult(1); return Task.FromException<int>(new IOException()); }
            static ValueTask<int> Empty() => default;
            static ValueTask<int> Load() => new(LoadAsync());
            static Task<int> Mixed(bool one) => one ? Task.FromResult(1) : LoadAsync();
            static ValueTask<int> Wrapped(Task<int> task) => new(task);
            static async Task<int> LoadAsync() { await Task.Yield(); return 1; }
        }
        """);

    [Fact]
    public Task A_method_that_awaits_only_what_has_ended_has_ended() => Examine.Reports("TPD001", """
        interface IFactory { Task<int> MakeAsync(); }
        class Factory : IFactory { public Task<int> MakeAsync() => Task.FromResult(5); }
        interface ILoader { Task<int> LoadAsync(); }
        class Loader : ILoader { public async Task<int> LoadAsync() { await Task.Yield(); return 5; } }
        class C(IFactory factory, ILoader loader)
        {
            async Task<int> Values()
            {
                await Task.Yield();
                int sum = Convert().Result + Made().Result + Plain().Result;
                return sum + [|Loaded().Result|] + [|Yields().Result|] + [|Both().Result|] + [|Streamed().Result|] + [|Forced().Result|];
            }
            async Task<int> Convert() { int sum = 0; for (int i = 0; i < 5; i++) sum += await Made(); return sum; }
            async Task<int> Made() => await factory.MakeAsync().ConfigureAwait(false);
            async Task<int> Plain() { await Task.CompletedTask; return 5; }
            async Task<int> Loaded() => await loader.LoadAsync();
            async Task<int> Yields() { int made = await Made(); await Task.Yield(); return made; }
            async Task<int> Both() => await Made() + await Loaded();
            async Task<int> Streamed() { int sum = await Made(); await foreach (int each in Numbers()) sum += each; return sum; }
            async Task<int> Forced() => await factory.MakeAsync().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            static async IAsyncEnumerable<int> Numbers() { await Task.Yield(); yield return 5; }
        }
        """);

    [Fact]
    public Task A_method_that_gives_what_others_end_at_once_has_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Values(bool one)
            {
                await Task.Yield();
                int sum = Either(one).Result + Handed().Result + await Awaited(one) + Awaited(one).Result;
                return sum + [|Mixed(one).Result|] + [|Late().Result|];
            }
            Task<int> Either(bool one) { if (one) return one ? Made() : Task.FromResult(1); return Handed(); }
            Task<int> Handed() => Made();
            Task<int> Made() { return Task.FromResult(5); }
            async Task<int> Awaited(bool one) => await (one ? Made() : Handed()).ConfigureAwait(false);
            Task<int> Mixed(bool one) => one ? Made() : Late();
            Task<int> Late() => LoadAsync();
            static async Task<int> LoadAsync() { await Task.Yield(); return 1; }
        }
        """);

    /// <summary>Methods that only await each other wait for nothing.</summary>
    [Fact]
    public Task A_method_that_comes_back_to_itself_has_ended_if_all_else_that_it_awaits_has() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Values()
            {
                await Task.Yield();
                return Save(5).Result + Delete(5).Result + [|Load(5).Result|] + [|Drop(5).Result|];
            }
            async Task<int> Save(int left) { if (left > 0) await Delete(left - 1); return left; }
            async Task<int> Delete(int left) { int one = await Made(); return one + await Save(left); }
            Task<int> Made() => Task.FromResult(5);
            async Task<int> Load(int left) { if (left > 0) await Drop(left - 1); return left; }
            async Task<int> Drop(int left) { int one = await Load(left); await Task.Yield(); return one; }
        }
        """);
}
