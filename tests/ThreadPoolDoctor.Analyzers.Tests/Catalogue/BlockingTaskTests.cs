namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD001: every way to block on a task, and every proof that it has ended.</summary>
public sealed class BlockingTaskTests
{
    [Fact]
    public Task Waits_for_tasks_are_reported() => Examine.Reports("TPD001", """
        class C
        {
            static Task Make() => Task.Delay(5);
            static Task<int> MakeInt() => Task.FromResult(5);
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
    public Task A_task_that_is_asked_for_every_way_to_end_has_ended() => Examine.Silent("""
        class C
        {
            readonly TaskCompletionSource<int> _proxy = new();
            void Later(Task<int> task) => task.ContinueWith(static (done, state) => ((C)state!).Forward(done), this);
            void Forward(Task<int> task)
            {
                if (task.IsCanceled) _proxy.TrySetCanceled();
                else if (task.IsFaulted) _proxy.TrySetException(task.Exception!.InnerExceptions);
                else _proxy.TrySetResult(task.GetAwaiter().GetResult());
            }
            async Task<int> Ask(Task<int> task)
            {
                await Task.Yield();
                return task.IsFaulted || task.IsCanceled ? 0 : task.Result;
            }
        }
        """);

    [Fact]
    public Task A_task_that_is_asked_for_failure_alone_may_still_run() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Ask(Task<int> task, Task<int> other)
            {
                await Task.Yield();
                if (task.IsFaulted) return 0;
                if (other.IsCanceled) return 1;
                return [|task.Result|] + [|other.Result|];
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
    public Task A_private_field_of_made_results_has_ended() => Examine.Silent("""
        class C
        {
            private Task<int>? _last;
            async Task<int> Read(int count)
            {
                await Task.Yield();
                return _last != null && _last.Result == count ? count : await (_last = Task.FromResult(count));
            }
        }
        """);

    [Fact]
    public Task A_private_field_that_is_given_a_running_task_may_run() => Examine.Reports("TPD001", """
        class C
        {
            private Task<int>? _last = Task.FromResult(5);
            void Start(Task<int> task) => _last = task;
            async Task<int> Read() { await Task.Yield(); return [|_last!.Result|]; }
        }
        """);

    [Fact]
    public Task Lists_and_dictionaries_may_be_copied_and_sorted() => Examine.Silent("""
        class C
        {
            async Task<int> Sum(Dictionary<string, Task<int>> asked, List<(string Key, Task<int> Task)> named)
            {
                await Task.WhenAll(asked.Select(each => each.Value).ToArray());
                await Task.WhenAll(named.Select(each => each.Task));
                named = named.OrderBy(each => each.Key).ToList();
                return asked["a"].GetAwaiter().GetResult() + named.Sum(each => each.Task.Result);
            }
        }
        """);

    [Fact]
    public Task What_is_picked_because_it_ended_has_ended() => Examine.Silent("""
        class C
        {
            async Task<int> Sum(List<Task<int>> tasks)
            {
                await Task.WhenAny(tasks);
                var ended = tasks.Where(t => t.Status == TaskStatus.RanToCompletion);
                int first = ended.Select(t => t.Result).First();
                return first + tasks.Where(t => t.IsCompletedSuccessfully).Where(t => t.Result > 5).Sum(t => t.Result);
            }
        }
        """);

    [Fact]
    public Task What_is_picked_for_another_reason_may_still_run() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Sum(List<Task<int>> tasks)
            {
                await Task.Yield();
                return tasks.Where(t => t.Id > 5).Sum(t => [|t.Result|]) + tasks.Where(t => !t.IsCompleted).Sum(t => [|t.Result|]);
            }
        }
        """);

    [Fact]
    public Task Another_name_for_what_ended_has_ended() => Examine.Silent("""
        enum CacheMode { CacheOnly, AllowDownload }
        class Content { public required Task<int> Read { get; init; } }
        interface IGuild { Task<int> Find(int id, CacheMode mode); }
        class C
        {
            async Task<int> Load(Task task, Content? content, IGuild guild)
            {
                await task;
                bool isRead = content?.Read.IsCompleted == true;
                if (isRead) return content!.Read.Result;
                if (task is Task<int> told) return told.Result;
                return guild.Find(5, CacheMode.CacheOnly).Result;
            }
        }
        """);

    [Fact]
    public Task Another_name_for_what_may_run_may_run() => Examine.Reports("TPD001", """
        enum CacheMode { CacheOnly, AllowDownload }
        interface IGuild { Task<int> Find(int id, CacheMode mode); }
        class C
        {
            async Task<int> Load(Task task, IGuild guild)
            {
                await Task.Yield();
                if (task is Task<int> told) return [|told.Result|];
                return [|guild.Find(5, CacheMode.AllowDownload).Result|];
            }
        }
        """);

    [Fact]
    public Task A_local_that_is_only_given_what_ended_has_ended() => Examine.Silent("""
        class C
        {
            async Task<int> First(List<Task<int>> tasks)
            {
                Task<int>? won = null;
                while (won == null || tasks.Count > 0)
                {
                    Task<int> done = await Task.WhenAny(tasks);
                    tasks.Remove(done);
                    if (done.IsCompletedSuccessfully)
                    {
                        won = done;
                        break;
                    }
                }
                return won!.Result;
            }
        }
        """);

    [Fact]
    public Task A_local_that_is_also_given_what_runs_may_run() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> First(List<Task<int>> tasks)
            {
                Task<int>? won = null;
                while (tasks.Count > 0)
                {
                    won = tasks[0];
                    Task<int> done = await Task.WhenAny(tasks);
                    tasks.Remove(done);
                    if (tasks.Count == 5) { won = done; break; }
                }
                return [|won!.Result|];
            }
            async Task<int> Given(Task<int> other)
            {
                Task<int>? won = null;
                await Task.Yield();
                Make(out won);
                if (won == null) won = Task.FromResult(5);
                return [|won.Result|];
            }
            void Make(out Task<int> task) => task = Task.Run(() => 5);
        }
        """);

    [Fact]
    public Task What_continues_with_all_finds_each_ended() => Examine.Silent("""
        class C
        {
            Task<Dictionary<int, int>> Ask(int[] keys, Func<int, Task<int>> ask)
            {
                var tasks = keys.Select(key => (Key: key, Task: ask(key))).ToList();
                return Task.WhenAll(tasks.Select(each => each.Task)).ContinueWith(all =>
                    tasks.Where(each => !each.Task.IsFaulted).ToDictionary(each => each.Key, each => each.Task.Result));
            }
        }
        """);

    [Fact]
    public Task Tasks_that_were_awaited_have_ended() => Examine.Silent("""
        class C
        {
            static Task<int> Make() => Task.FromResult(5);
            Task<int> _field = Make();
            async Task<int> AfterAwait()
            {
                Task<int> t = Make();
                await t;
                int x = t.Result + t.GetAwaiter().GetResult();
                t.Wait();
                await _field.ConfigureAwait(false);
                x += _field.Result;
                return x;
            }
            async Task<int> AfterConfigured() { var t = Make(); await t.ConfigureAwait(false); return t.Result; }
            async Task<int> AfterWaitAsync(CancellationToken token) { var t = Make(); await t.WaitAsync(token); return t.Result; }
            async Task<int> AfterWhenAll()
            {
                var a = Make();
                var b = Make();
                await Task.WhenAll(a, b);
                return a.Result + b.Result;
            }
            async Task<int> AfterWhenAllVariable()
            {
                var a = Make(); var b = Make();
                var all = Task.WhenAll(a, b);
                await all.ConfigureAwait(false);
                return a.Result + b.Result;
            }
            async Task<int> AfterWhenAllArray()
            {
                var tasks = new[] { Make(), Make() };
                await Task.WhenAll(tasks);
                int sum = tasks[0].Result + tasks[1].Result;
                foreach (var t in tasks) sum += t.Result;
                foreach (Task<int> t in tasks) { if (sum > 5) sum += t.Result; }
                sum += tasks.Select(t => t.Result).Sum() + tasks.Sum(t => t.Result) + tasks.First().Result;
                for (int i = 0; i < tasks.Length; i++) sum += tasks[i].Result;
                return sum;
            }
            async Task<int> AfterWhenAllOfList(IEnumerable<int> ids)
            {
                List<Task<int>> tasks = new();
                foreach (int id in ids) tasks.Add(Make());
                await Task.WhenAll(tasks);
                return tasks.Select(t => t.Result).Sum() + tasks.Where(t => t.Result > 5).Count() + tasks.Max(task => task.Result);
            }
            async Task<int> AfterWhenAllCollectionExpression()
            {
                var a = Make(); var b = Make();
                await Task.WhenAll([a, b]);
                return a.Result + b.Result;
            }
            async Task<int> AfterWhenAllNewArray()
            {
                var a = Make(); var b = Make();
                await Task.WhenAll(new Task[] { a, b });
                Task[] kept = { a, b };
                return a.Result + b.Result;
            }
            async Task<int> AfterWhenAllOfKeptArray()
            {
                var a = Make(); var b = Make();
                Task[] kept = new Task[] { a, b };
                await Task.WhenAll(kept);
                return a.Result + b.Result;
            }
            async Task<int> AfterWhenAllDictionary(Dictionary<string, Task<int>> byName)
            {
                await Task.WhenAll(byName.Values);
                int sum = byName["x"].Result;
                foreach (var pair in byName) sum += pair.Value.Result;
                foreach (var (name, task) in byName) sum += task.Result;
                return sum + byName.Sum(pair => pair.Value.Result);
            }
            async Task<int> AfterWhenAllOfMembers((string Name, Task<int> Task)[] items)
            {
                await Task.WhenAll(items.Select(item => item.Task));
                int sum = items[0].Task.Result;
                foreach (var item in items) sum += item.Task.Result;
                return sum + items.Sum(item => item.Task.Result);
            }
            async Task<int> AfterWhenAny()
            {
                var a = Make();
                var done = await Task.WhenAny(a, Make());
                int x = done.Result;
                var timeout = Task.Delay(5);
                if (await Task.WhenAny(a, timeout) == a) x += a.Result;
                Task other = await Task.WhenAny(a, timeout);
                if (other == timeout) throw new TimeoutException();
                return x;
            }
            async Task<int> AfterWhenAnyCompared()
            {
                var a = Make();
                var finished = await Task.WhenAny(a, Task.Delay(5));
                if (finished != a) return 0;
                return a.Result;
            }
            async Task<int> AfterWhenAnyOfTwo(Task<int> t)
            {
                var timeout = Task.Delay(5);
                var first = await Task.WhenAny(t, timeout).ConfigureAwait(false);
                if (first == timeout) throw new TimeoutException();
                return t.GetAwaiter().GetResult();
            }
            async Task<int> AskedByExtension(Task<int> t) => t.IsCompletedSuccessfully() ? t.Result : await t;
            async Task<int> AfterWhenAnyDirect() => (await Task.WhenAny(Make(), Make())).Result;
            async Task<int> AfterEachAwait(List<Task<int>> tasks)
            {
                foreach (var t in tasks) await t;
                return tasks[0].Result;
            }
            async Task<int> AfterWhenEach(Task<int>[] tasks)
            {
                int sum = 0;
                await foreach (var t in Task.WhenEach(tasks)) sum += t.Result;
                return sum;
            }
            async Task<int> AfterTry()
            {
                var t = Make();
                try { await t; }
                catch (Exception) when (t.IsFaulted) { return t.Result; }
                return t.Result;
            }
            async Task<int> AfterAlias() { var t = Make(); var u = t; await u; return t.Result + u.Result; }
            async Task<int> AfterContinuation() { var t = Make(); await t.ContinueWith(_ => { }); return t.Result; }
            async Task<int> AfterFirstWait() { await Task.Yield(); var t = Task.FromResult(5); return t.Result; }
        }
        static class Asking { public static bool IsCompletedSuccessfully(this Task task) => task.Status == TaskStatus.RanToCompletion; }
        """);

    [Fact]
    public Task Tasks_that_are_asked_first_have_ended() => Examine.Silent("""
        class C
        {
            static Task<int> Make() => Task.FromResult(5);
            Task<int>? _cached;
            async Task<int> Guarded(Task<int> t, ValueTask<int> v)
            {
                if (t.IsCompleted) return t.Result;
                if (v.IsCompletedSuccessfully) return v.Result;
                if (_cached is { IsCompleted: true }) return _cached.Result;
                if (_cached is { IsCompletedSuccessfully: true } && _cached.Result > 5) return 1;
                if (t.Status == TaskStatus.RanToCompletion) return t.Result;
                if (t.Status is TaskStatus.RanToCompletion or TaskStatus.Faulted) return t.Result;
                if (t.IsFaulted || t.IsCanceled) t.GetAwaiter().GetResult();
                if (t.IsCompleted && t.Result > 5) return 2;
                if (!t.IsCompleted || t.Result > 5) return 3;
                int x = t.IsCompletedSuccessfully ? t.Result : await t;
                return await v;
            }
            ValueTask<int> Fast(ValueTask<int> v) => v.IsCompletedSuccessfully ? new ValueTask<int>(v.Result) : v;
            async Task<int> Negated(Task<int> t)
            {
                if (!t.IsCompleted) return await t;
                return t.Result;
            }
            async Task<int> NegatedThenAwaited(Task<int> t)
            {
                if (!t.IsCompletedSuccessfully) await t;
                return t.Result;
            }
            async Task<int> Polled(Task<int> t)
            {
                while (!t.IsCompleted) await Task.Delay(5);
                return t.Result;
            }
            async Task<int> Switched(Task<int> t)
            {
                switch (t.Status)
                {
                    case TaskStatus.RanToCompletion: return t.Result;
                    case TaskStatus.Faulted:
                    case TaskStatus.Canceled: t.Wait(); break;
                }
                int x = t.Status switch { TaskStatus.RanToCompletion => t.Result, _ => 0 };
                return await t;
            }
            async Task<int> Remembered(Task<int> t)
            {
                bool done = t.IsCompleted;
                if (done) return t.Result;
                return await t;
            }
            Task<int> Waited(Task<int> t)
            {
                var awaiter = t.GetAwaiter();
                if (awaiter.IsCompleted) return Task.FromResult(awaiter.GetResult());
                return t;
            }
            async Task<int> Failed(Task<int> t)
            {
                if (t.Exception is not null) return t.Result;
                if (t.Exception != null) return t.Result;
                return await t;
            }
            async Task Zero(Task t) { await Task.Yield(); if (t.Wait(0)) { } if (t.Wait(TimeSpan.Zero)) { t.Wait(); } }
        }
        """);

    [Fact]
    public Task Tasks_that_are_made_ended_have_ended() => Examine.Silent("""
        class C
        {
            async Task<int> Load(bool flag)
            {
                await Task.Yield();
                int a = Task.FromResult(5).Result;
                Task.CompletedTask.Wait();
                Task<int> t = flag ? Task.FromResult(5) : Task.FromResult(6);
                int b = t.Result;
                var source = new TaskCompletionSource<int>();
                source.SetResult(5);
                int c = source.Task.Result;
                int d = new ValueTask<int>(5).Result;
                Task.FromException(new Exception()).GetAwaiter().GetResult();
                string name = nameof(Task<int>.Result) + nameof(t.Result) + nameof(t.Wait);
                return b;
            }
            static int Done(Task<int> done) => done.Result;
            static void Gone(Task<int> gone, object? state) { gone.Wait(); }
            async Task<int> Appended(List<Task<int>> tasks, Task<int> more)
            {
                await Task.WhenAll(tasks.Append(more));
                return tasks[0].Result + more.Result;
            }
            Task<int> Continue(Task<int> t)
            {
                t.ContinueWith(Done);
                t.ContinueWith(Gone, null);
                Func<Task<int>, int> kept = done => done.Result;
                t.ContinueWith(kept);
                t.ContinueWith(done => done.Result);
                t.ContinueWith(done => { if (done.IsFaulted) return 0; return done.Result + done.GetAwaiter().GetResult(); });
                t.ContinueWith((done, state) => done.Result, null, TaskScheduler.Default);
                t.ContinueWith(_ => t.Result);
                Task.Factory.ContinueWhenAll(new[] { t }, tasks => tasks[0].Result + tasks.Sum(each => each.Result));
                Task.Factory.ContinueWhenAny(new[] { t }, first => first.Result);
                return t.ContinueWith(delegate(Task<int> done) { return done.Result; });
            }
        }
        """);

    [Fact]
    public Task Proofs_that_do_not_hold_are_not_believed() => Examine.Reports("TPD001", """
        class C
        {
            static Task<int> Make() => Task.FromResult(5);
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
