namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD001: every way to block on a task, and proofs that it has ended which do not hold.</summary>
public sealed class BlockingTaskTests
{
    [Fact]
    public Task Waits_for_tasks_are_reported() => Examine.Reports("TPD001", """
        class C
        {
            static Task Make() => Task.Delay(5);
            static async Task<int> MakeInt() { await Task.Yield(); return 5; }
            static async ValueTask<int> MakeValue() { await Task.Yield(); return 5; }
            static async ValueTask MakeVoidValue() => await Task.Yield();
            Task<int> _field = MakeInt();
        Task<int>? _other;
            Task<int> Property => MakeInt();

            async Task Load(Task<int> task, CancellationToken token, Task[] many, Task[] other, List<Task<int>> list, ValueTask<int> value)
            {
                await Task.Yield();
                [|Make().Wait()|];
                [|Make().Wait(500)|];
                [|Make().Wait(token)|];
                [|Make().Wait(TimeSpan.FromSeconds(1))|];
                int a = [|MakeInt().Result|];
                int b = [|task.Result|];
                int c = [|_field.Result|];
                int d = [|this.Property.Result|];
                [|Make().GetAwaiter().GetResult()|];
                int e = [|MakeInt().GetAwaiter().GetResult()|];
                int f = [|MakeInt().ConfigureAwait(false).GetAwaiter().GetResult()|];
                [|Make().ConfigureAwait(false).GetAwaiter().GetResult()|];
                int g = [|MakeValue().Result|];
                int h = [|MakeValue().GetAwaiter().GetResult()|];
                [|MakeVoidValue().GetAwaiter().GetResult()|];
                int i = [|MakeValue().ConfigureAwait(false).GetAwaiter().GetResult()|];
                [|MakeVoidValue().ConfigureAwait(false).GetAwaiter().GetResult()|];
                int j = [|MakeValue().AsTask().Result|];
                [|Task.WaitAll(many)|];
                [|Task.WaitAll(Make(), Make())|];
                [|Task.WaitAny(Make(), Make())|];
                [|Task.WaitAny(other, 500)|];
                int k = [|list[0].Result|];
                int l = [|Task.Run(() => 5).Result|];
                string text = $"{[|MakeInt().Result|]}";
                int? m = _other?[|.Result|];
                }
        }
        """);

    [Fact]
    public Task Helpers_that_are_handed_what_ended_do_not_wait() => Examine.Silent("""
        class Item { public Task<int> Result = Task.Run(() => 5); public int Take() => Result.Result; }
        class C
        {
            async Task<int> Sum(Task<int> task, Item item, Item other, List<(string Key, Task<int> Task)> named)
            {
                await task;
                await other.Result;
                await Task.WhenAll(named.Select(each => each.Task));
                int taken = item.Result.IsCompleted ? Read(item) : 0;
                return Get(task) + taken + other.Take() + All(named);
            }
            static int Get(Task<int> task) => task.Result;
            static int Read(Item item) => item.Result.GetAwaiter().GetResult();
            static int All(List<(string Key, Task<int> Task)> named) => named.Sum(each => each.Task.Result);
        }
        """);

    [Fact]
    public Task Helpers_that_are_handed_what_may_run_are_reported() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Sum(Task<int> task, Task<int> other)
            {
                await other;
                return [|Get(task)|];
            }
            static int Get(Task<int> task) => task.Result;
        }
        """);

    [Fact]
    public Task Proofs_that_do_not_hold_are_not_believed() => Examine.Reports("TPD001", """
        class C
        {
            static async Task<int> Make() { await Task.Yield(); return 5; }
            async Task<int> Reassigned()
            {
                var t = Make();
                await t;
                t = Make();
                return [|t.Result|];
            }
            async Task<int> OnlyOneBranch(bool flag)
            {
                var t = Make();
                if (flag) await t;
                return [|t.Result|];
            }
            async Task<int> ByReference()
            {
                var t = Make();
                await t;
                Change(ref t);
                return [|t.Result|];
            }
            async Task<int> ByRefAlias(bool flag)
            {
                var t = Make();
                await Task.Yield();
                return Inner(t);
                static int Inner(Task<int> u) => 5;
            }
            static void Change(ref Task<int> t) => t = Make();
            async Task<int> Captured()
            {
                var t = Make();
                Action change = () => t = Make();
                await t;
                change();
                return [|t.Result|];
            }
            async Task<int> BackEdge(int n)
            {
                var t = Make();
                await t;
                int sum = 0;
                for (int i = 0; i < n; i++)
                {
                    sum += [|t.Result|];
                    t = Make();
                }
                return sum;
            }
            async Task<int> BackEdgeWhile(int n)
            {
                var t = Make();
                await t;
                while (n-- > 0)
                {
                    n += [|t.Result|];
                    t = Make();
                }
                return n;
            }
            async Task<int> OtherTask()
            {
                var t = Make(); var u = Make();
                await u;
                return [|t.Result|];
            }
            async Task<int> OtherElement(Task<int>[] tasks)
            {
                await tasks[0];
                return tasks[0].Result + [|tasks[1].Result|];
            }
            async Task<int> AddedLater(List<Task<int>> tasks)
            {
                await Task.WhenAll(tasks);
                tasks.Add(Make());
                return [|tasks[0].Result|];
            }
            async Task<int> NotYet(Task<int> t)
            {
                await Task.Yield();
                if (!t.IsCompleted) return [|t.Result|];
                return 0;
            }
            async Task<int> WrongStatus(Task<int> t)
            {
                await Task.Yield();
                if (t.Status == TaskStatus.Running) return [|t.Result|];
                if (t.Status != TaskStatus.RanToCompletion) return [|t.Result|];
                return 0;
            }
            async Task<int> Either(Task<int> t, Task<int> u)
            {
                await Task.WhenAny(t, u);
                return [|t.Result|];
            }
            async Task<int> NotAwaited(Task<int> t)
            {
                await Task.Yield();
                var all = Task.WhenAll(t);
                return [|t.Result|];
            }
            async Task<int> SwallowedBefore(Task<int> t)
            {
                try { Console.WriteLine(); await t; } catch { }
                return [|t.Result|];
            }
            async Task<int> Used(ValueTask<int> v)
            {
                await v;
                return [|v.Result|];
            }
            async Task<int> EachWhileOthersRun(List<Task<int>> tasks)
            {
                int sum = 0;
                foreach (var t in tasks)
                {
                    await t;
                    sum += t.Result + [|tasks[3].Result|];
                }
                return sum;
            }
            async Task<int> First()
            {
                await Task.Yield();
                var t = Make();
                int a = [|t.Result|];
                return a + t.Result;
            }
            async Task<int> FirstWait(Task<int> t)
            {
                await Task.Yield();
                [|t.Wait()|];
                return t.Result;
            }
            Task Lambda(Task<int> t) => Task.Run(() => [|t.Result|]);
        }
        """);

    [Fact]
    public Task Helpers_prove_for_themselves() => Examine.Reports("TPD001", """
        class C
        {
            async Task Load(Task<int> t)
            {
                int a = [|Blocks(t)|];
                int b = Asks(t);
                await t;
                int c = Blocks(t);
            }
            static int Blocks(Task<int> t) => t.Result;
            static int Asks(Task<int> t) => t.IsCompleted ? t.Result : 0;
        }
        """);
}
