namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Tasks that have provably ended: awaited, asked or made so.</summary>
public sealed class CompletionProofTests
{
    [Theory]
    [InlineData("if (tasks.Any()) await Task.WhenAll(tasks);")]
    [InlineData("if (tasks.Count > 0) { Console.WriteLine(); await Task.WhenAll(tasks); }")]
    public Task Where_there_are_no_tasks_all_have_ended(string wait) => Examine.Silent(
        $"class C {{ async Task M(List<Task<int>> tasks) {{ await Task.Yield(); {wait} foreach (Task<int> task in tasks) Console.WriteLine(task.Result); }} }}");

    [Theory]
    [InlineData("if (others.Any()) await Task.WhenAll(tasks);")]
    [InlineData("if (tasks.Count > 1) await Task.WhenAll(tasks);")]
    public Task Where_there_may_be_some_they_are_waited_for(string wait) => Examine.Reports("TPD001",
        $"class C {{ async Task M(List<Task<int>> tasks, List<int> others) {{ await Task.Yield(); {wait} foreach (Task<int> task in tasks) Console.WriteLine([|task.Result|]); }} }}");

    [Theory]
    [InlineData("Task<int> t = Load(); await t; while (t.Result != 0) { t = Load(); await t; }")]
    [InlineData("Task<int> t = Load(); await t; for (; t.Result != 0; await t) { t = Load(); if (more) continue; Console.WriteLine(); }")]
    [InlineData("Task<int> t = Load(); await t; foreach (int i in new[] { 1, 2 }) { Console.WriteLine(t.Result); t = Load(); await t; }")]
    [InlineData("Task<int> t = Load(); await t; while (t.Result != 0) { t = Load(); break; }")]
    public Task What_has_ended_before_a_loop_and_at_the_end_of_each_round_has_ended_where_each_begins(string loop) =>
        Examine.Silent(Looping(loop));

    [Theory]
    [InlineData("Task<int> t = Load(); await t; while ([|t.Result|] != 0) { await t; t = Load(); }")]
    [InlineData("Task<int> t = Load(); while ([|t.Result|] != 0) { t = Load(); await t; }")]
    [InlineData("Task<int> t = Load(); await t; while ([|t.Result|] != 0) { t = Load(); if (more) continue; await t; }")]
    [InlineData("Task<int> t = Load(); await t; for (int i = 0; i < [|t.Result|]; t = Load()) await t;")]
    [InlineData("Task<int> t = Load(); do { if (more) continue; await t; } while (DateTime.Now.Year > 5); Console.WriteLine([|t.Result|]);")]
    public Task What_may_run_at_the_end_of_a_round_is_waited_for_in_the_next(string loop) => Examine.Reports("TPD001", Looping(loop));

    [Theory]
    [InlineData("await Task.WhenAll(Task.WhenAll(t, u), Task.Delay(5)); Console.WriteLine(u.Result);")]
    [InlineData("await Task.WhenAll(Task.WhenAll(many), t); foreach (Task<int> one in many) Console.WriteLine(one.Result);")]
    [InlineData("await Task.WhenAll(t.ContinueWith(ended => 5), u); Console.WriteLine(t.Result);")]
    [InlineData("Task all = Task.WhenAll(Task.WhenAll(t), u); await all; Console.WriteLine(t.Result);")]
    public Task What_a_task_of_all_had_to_wait_for_has_ended_with_all(string wait) => Examine.Silent(Several(wait));

    [Theory]
    [InlineData("await Task.WhenAll(Task.WhenAny(t, u), Task.Delay(5)); Console.WriteLine([|u.Result|]);")]
    [InlineData("await Task.WhenAny(Task.WhenAll(t, u), Task.Delay(5)); Console.WriteLine([|u.Result|]);")]
    [InlineData("await Task.WhenAll(Task.WhenAll(t), Task.Delay(5)); Console.WriteLine([|u.Result|]);")]
    public Task What_no_task_of_all_had_to_wait_for_may_run(string wait) => Examine.Reports("TPD001", Several(wait));

    private static string Several(string wait) => Looping("Task<int> t = Load(), u = Load(); List<Task<int>> many = new() { Load() }; " + wait);

    private static string Looping(string loop) => $$"""
        class C
        {
            async Task M(bool more) { await Task.Yield(); {{loop}} }
            async Task<int> Load() { await Task.Delay(5); return 5; }
        }
        """;

    [Theory]
    [InlineData("l.Task.Status == TaskStatus.RanToCompletion")]
    [InlineData("l.Name.Length > 5 && l.Task.IsCompleted")]
    public Task The_task_of_each_that_a_filter_found_ended_has_ended(string fits) => Examine.Silent(Loads($"loads.Where(l => {fits}).Select(m => m.Task.Result)"));

    [Theory]
    [InlineData("loads.Where(l => l.Name.Length > 5).Select(m => [|m.Task.Result|])")]
    [InlineData("loads.Where(l => l.Task.IsCompleted).Select(m => [|m.Other.Result|])")]
    [InlineData("loads.Where(l => l.Task.IsCompleted || l.Name.Length > 5).Select(m => [|m.Task.Result|])")]
    [InlineData("loads.Where(l => l.Task.IsCompleted).Concat(more).Select(m => [|m.Task.Result|])")]
    public Task Another_task_of_each_may_still_run(string query) => Examine.Reports("TPD001", Loads(query));

    private static string Loads(string query) => $$"""
        class Load { public string Name = ""; public Task<int> Task, Other; }
        class C { async Task<List<int>> M(List<Load> loads, List<Load> more) { await System.Threading.Tasks.Task.Yield(); return {{query}}.ToList(); } }
        """;

    [Theory]
    [InlineData("Task<int> t = Task.FromResult(5); if (more) { t = Load(); tasks.Add(t); }")]
    [InlineData("Task<int> t; if (more) { t = Load(); tasks.Add(t); } else t = Task.FromResult(5);")]
    public Task What_is_listed_on_one_way_and_had_ended_on_the_other_has_ended_with_the_list(string make) => Examine.Silent(Listed(make, "t.Result"));

    [Theory]
    [InlineData("Task<int> t = Load(); if (more) { t = Load(); tasks.Add(t); }")]
    [InlineData("Task<int> t = Task.FromResult(5); if (more) { t = Load(); tasks.Add(t); } else t = Load();")]
    [InlineData("Task<int> t = Task.FromResult(5); if (more) { t = Load(); tasks.Add(t); } if (!more) t = Load();")]
    [InlineData("Task<int> t = Task.FromResult(5); if (more) { tasks.Add(t); t = Load(); }")]
    public Task What_is_listed_on_one_way_and_runs_on_the_other_is_waited_for(string make) => Examine.Reports("TPD001", Listed(make, "[|t.Result|]"));

    private static string Listed(string make, string read) => $$"""
        class C
        {
            async Task<int> M(bool more)
            {
                await Task.Yield();
                List<Task> tasks = new();
                {{make}}
                tasks.Add(Task.Delay(5));
                await Task.WhenAll(tasks);
                return {{read}};
            }
            async Task<int> Load() { await Task.Delay(5); return 5; }
        }
        """;

    [Fact]
    public Task Tasks_that_a_pattern_found_ended_have_ended() => Examine.Silent("""
        class C
        {
            async Task<int> Asked(Func<int, Task<int>> get)
            {
                int sum = 0;
                if (await Task.WhenAny(get(1), Task.Delay(5)) is Task<int> { IsCompletedSuccessfully: true } won) sum += won.Result;
                Task<int> t = get(2);
                if (t is { IsCompletedSuccessfully: true, Result: > 4 }) sum++;
                if (t is { Status: TaskStatus.RanToCompletion, Result: var result }) sum += result;
                object any = get(3);
                sum += any switch { Task<int> { IsCompleted: true } ended => ended.Result, _ => 0 };
                switch (any)
                {
                    case Task<int> { IsCompleted: true } ended:
                        sum += ended.Result;
                        break;
                    case Task<int> other when other.IsCompleted:
                        sum += other.Result;
                        break;
                }
                return sum;
            }

            async Task<int> Perhaps(Task<int>? t, Task<int>? other)
            {
                if (t is not null) await t;
                int sum = t?.Result ?? 0;
                if (other != null) await other.ConfigureAwait(false);
                return sum + (other == null ? 0 : other.Result);
            }

            async Task<int> Pairs(IEnumerable<int> ids, Func<int, Task<int>> get)
            {
                List<(int Id, Task<int> Work)> pairs = ids.Select(id => (id, get(id))).ToList();
                await Task.WhenAll(pairs.Select(pair => pair.Work));
                int sum = 0;
                foreach (var (id, work) in pairs) sum += id + work.Result;
                foreach ((int id, Task<int> work) in pairs) sum += id + work.Result;
                foreach ((_, var work) in pairs) sum += work.Result;
                var plain = ids.Select(id => (id, get(id))).ToArray();
                await Task.WhenAll(plain.Select(pair => pair.Item2));
                foreach (var (id, work) in plain) sum += id + work.Result;
                return sum;
            }
        }
        """);

    [Fact]
    public Task The_only_task_of_WhenAny_has_ended() => Examine.Silent("""
        class C
        {
            async Task<int> One(Task<int> t)
            {
                await Task.WhenAny(t).ConfigureAwait(false);
                return t.Result;
            }
        }
        """);

    [Fact]
    public Task One_of_several_has_not_to_be_the_one_that_is_asked() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Some(Task<int> t, Task<int>[] all)
            {
                await Task.WhenAny(all);
                int sum = [|all[0].Result|];
                await Task.WhenAny(t, all[0], all[1]);
                return sum + [|t.Result|];
            }
        }
        """);

    [Fact]
    public Task Tasks_that_a_pattern_says_nothing_about_have_not() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Asked(Func<int, Task<int>> get, Task<int>? maybe, List<(Task<int> One, Task<int> Other)> pairs)
            {
                await Task.Yield();
                int sum = 0;
                object any = get(3);
                if (any is Task<int> { IsFaulted: false } running) sum += [|running.Result|];
                if (any is Task<int> { [|Result|]: > 4, IsCompleted: true }) sum++;
                switch (any)
                {
                    case Task<int> t:
                        sum += [|t.Result|];
                        break;
                }
                if (maybe is not null) Console.WriteLine();
                sum += maybe?[|.Result|] ?? 0;
                await Task.WhenAll(pairs.Select(pair => pair.One));
                foreach (var (one, other) in pairs) sum += one.Result + [|other.Result|];
                return sum;
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
            async Task<int> AfterWhenAnyOfTwoDirectly(Task<int> t, Task timeout)
            {
                if (timeout == await Task.WhenAny(t, timeout).ConfigureAwait(false)) throw new TimeoutException();
                return t.Result;
            }
            async Task<int> AfterTryThatFails(List<Task<int>> tasks)
            {
                try
                {
                    var results = await Task.WhenAll(tasks);
                }
                catch (Exception e)
                {
                    Console.WriteLine(e);
                }
                return tasks.Where(t => !t.IsFaulted).Sum(t => t.Result);
            }
            async Task<int> AfterTryThatAssigns(Task<int> t)
            {
                int x = 0;
                try { x = await t; } catch (IOException) { }
                return x + t.Result;
            }
            static bool IsCompletedSuccessfully(Task task) => task.Status == TaskStatus.RanToCompletion;
            async Task<int> AskedByHelper(Task<int> t) => C.IsCompletedSuccessfully(t) ? t.Result : IsCompletedSuccessfully(t) ? t.Result : await t;
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
    public Task Of_three_and_after_another_statement_nothing_is_proven() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> OfThree(Task<int> t, Task timeout, Task stop)
            {
                if (timeout == await Task.WhenAny(t, timeout, stop)) throw new TimeoutException();
                return [|t.Result|];
            }
            async Task<int> WhenItWon(Task<int> t, Task timeout)
            {
                if (await Task.WhenAny(t, timeout) == timeout) return [|t.Result|];
                return 0;
            }
            async Task<int> AfterAnother(Task<int> t)
            {
                try { Console.WriteLine(); int x = await t; } catch (IOException) { }
                return [|t.Result|];
            }
            async Task<int> AskedOther(Task<int> t, Task<int> u)
            {
                await Task.Yield();
                return IsCompleted(u) ? [|t.Result|] : 0;
            }
            static bool IsCompleted(Task task) => task.IsCompleted;
        }
        """);

    [Fact]
    public Task What_is_left_when_others_are_filtered_out_has_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Sum(List<Task<int>> tasks)
            {
                await Task.Yield();
                return tasks.Where(t => t.IsCompleted && !t.IsFaulted).Select(t => t.Result).Sum() + tasks.Where(t => t.Id > 5).Select(t => [|t.Result|]).Sum();
            }
        }
        """);

    [Fact]
    public Task One_that_is_picked_because_it_has_ended_has() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> One(List<Task<int>> tasks) { await Task.Yield(); return tasks.Single(t => t.Status == TaskStatus.RanToCompletion).Result; }
            async Task<int> First(List<Task<int>> tasks) { await Task.Yield(); return tasks.Where(t => t.IsCompleted).First().Result; }
            async Task<int> Some(List<Task<int>> tasks) { await Task.Yield(); return [|tasks.First(t => t.Id > 5).Result|]; }
        }
        """);

    [Fact]
    public Task Whose_result_a_filter_has_looked_at_has_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> A(List<Task<string>> all) { await Task.Yield(); return all.Where(t => [|t.Result|] is not null).Select(t => t.Result).Count(); }
            async Task<int> B(List<Task<string>> all) { await Task.Yield(); return all.Where(t => [|t.Result|].Length > 5).Select(t => t.Result).Count(); }
            async Task<int> D(List<Task<string>> all) { await Task.Yield(); return all.Where(t => t.Id > 5 || [|t.Result|] is null).Select(t => [|t.Result|]).Count(); }
        }
        """);

    [Fact]
    public Task Who_awaits_each_of_those_that_have_ended_has_ended() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> A(List<Task<int>> all) { await Task.Yield(); return all.Where(t => t.IsCompleted).Select(async t => await t.ConfigureAwait(false)).Sum(t => t.Result); }
            async Task<int> B(List<Task<int>> all) { await Task.Yield(); return all.Select(async t => await t).Sum(t => [|t.Result|]); }
            async Task<int> D(List<Task<int>> all) { await Task.Yield(); return all.Where(t => t.IsCompleted).Select(async t => await Task.FromResult(5)).Sum(t => [|t.Result|]); }
        }
        """);

    [Fact]
    public Task A_task_that_was_handed_to_an_awaited_helper_has_ended() => Examine.Silent("""
        static class Tasks
        {
            public static Task WhenAllFailFast(this Task[] tasks) => Task.WhenAll(tasks);
            public static async Task OrTimeout(this Task task) => await Task.WhenAny(task, Task.Delay(5));
            public static async Task Within(Task task, int milliseconds) => await task;
        }
        class C
        {
            async Task<int> Handed(Task<int> a, Task<int> b, Task<int> c, Task<int> d)
            {
                await new[] { a, b }.WhenAllFailFast();
                await c.OrTimeout().ConfigureAwait(false);
                await Tasks.Within(d, 5);
                return a.Result + b.Result + c.Result + d.Result;
            }
        }
        """);

    [Fact]
    public Task What_holds_no_tasks_and_was_handed_to_an_awaited_helper_proves_nothing() => Examine.Reports("TPD001", """
        class C
        {
            static readonly int[] s_numbers = [1, 2];
            async Task<int> Handed(List<string> names)
            {
                int first = await LoadAsync(s_numbers[0]) + await CountAsync(names);
                return first + [|Sum(s_numbers)|] + [|Count(names)|];
            }
            static async Task<int> LoadAsync(int number) { await Task.Delay(1); return number; }
            static async Task<int> CountAsync(List<string> names) { await Task.Delay(1); return names.Count; }
            static int Sum(ReadOnlySpan<int> numbers) { Task.WaitAll(LoadAsync(1)); return numbers.Length; }
            static int Count(List<string> names) { CountAsync(names).Wait(); return names.Count; }
        }
        """);

    [Fact]
    public Task A_helper_that_is_about_one_of_several_or_answers_whether_it_has_ended_proves_nothing() => Examine.Reports("TPD001", """
        static class Tasks
        {
            public static Task<Task> FirstOf(params Task[] tasks) => Task.WhenAny(tasks);
            public static async Task WhenAnyOf(params Task[] tasks) => await Task.WhenAny(tasks);
            public static async Task<bool> Within(Task task, int milliseconds) => await Task.WhenAny(task, Task.Delay(milliseconds)) == task;
        }
        class Box { public Task Keep(Task task) => Task.CompletedTask; }
        class C
        {
            async Task<int> Handed(Box box, Task<int> a, Task<int> b, Task<int> c, Task<int> d)
            {
                await Tasks.FirstOf(a, b);
                await Tasks.WhenAnyOf(a, b);
                await Tasks.Within(c, 5);
                await box.Keep(d);
                return [|a.Result|] + [|b.Result|] + [|c.Result|] + [|d.Result|];
            }
        }
        """);

    [Fact]
    public Task A_condition_that_the_same_object_has_a_name_for_proves_what_it_asks() => Examine.Silent("""
        class C
        {
            readonly Lazy<Task<int>> _lazy = new(() => Load());
            Task<int> _last = Load();
            static async Task<int> Load() { await Task.Delay(5); return 5; }
            public bool IsMade => _lazy.IsValueCreated && _lazy.Value.IsCompletedSuccessfully;
            bool IsThere { get { return _last.IsCompleted; } }
            bool IsMissing() => !_last.IsCompleted;
            async Task<int> Lazily() => IsMade ? _lazy.Value.Result : await _lazy.Value;
            async Task<int> ByBlock()
            {
                if (this.IsThere) return _last.Result;
                return await _last;
            }
            async Task<int> ByMethod()
            {
                if (IsMissing()) return await _last;
                return _last.Result;
            }
            async Task<int> ByLocal(Task<int> t)
            {
                if (HasEnded()) return t.Result;
                return await t;
                bool HasEnded() => t.IsCompleted;
            }
        }
        """);

    [Fact]
    public Task A_channel_that_is_never_full_takes_what_is_written_at_once() => Examine.Silent("""
        using System.Threading.Channels;
        class Logs<T>
        {
            private Logs()
            {
                var options = new BoundedChannelOptions(1000) { FullMode = BoundedChannelFullMode.DropOldest };
                var channel = Channel.CreateBounded<T>(options);
                Writer = channel.Writer;
            }
            public static Logs<T> Instance { get; } = new();
            public ChannelWriter<T> Writer { get; private set; }
        }
        class C
        {
            private readonly Channel<int> _orders = Channel.CreateUnbounded<int>();
            async Task Load()
            {
                await Task.Yield();
                Logs<int>.Instance.Writer.WriteAsync(5).AsTask().ConfigureAwait(false).GetAwaiter().GetResult();
                _orders.Writer.WriteAsync(5).AsTask().Wait();
            }
        }
        """);

    [Fact]
    public Task A_channel_that_may_be_full_or_that_somebody_else_may_set_is_waited_for() => Examine.Reports("TPD001", """
        using System.Threading.Channels;
        class C
        {
            private readonly Channel<int> _orders = Channel.CreateBounded<int>(5);
            private readonly Channel<int> _waiting = Channel.CreateBounded<int>(new BoundedChannelOptions(5) { FullMode = BoundedChannelFullMode.Wait });
            public Channel<int> Open { get; set; } = Channel.CreateUnbounded<int>();
            async Task Load(Channel<int> given)
            {
                await Task.Yield();
                [|_orders.Writer.WriteAsync(5).AsTask().Wait()|];
                [|_waiting.Writer.WriteAsync(5).AsTask().Wait()|];
                [|Open.Writer.WriteAsync(5).AsTask().Wait()|];
                [|given.Writer.WriteAsync(5).AsTask().Wait()|];
                int n = [|_orders.Reader.ReadAsync().AsTask().Result|];
            }
        }
        """);

    [Fact]
    public Task A_condition_that_another_object_answers_or_a_class_may_override_proves_nothing() => Examine.Reports("TPD001", """
        class C
        {
            protected readonly Task<int> _task = Task.Delay(5).ContinueWith(_ => 5);
            public virtual bool IsOverridable => _task.IsCompleted;
            public bool IsEither => _task.IsCompleted || DateTime.Now.Hour > 5;
            public bool IsItself => IsItself;
            public bool IsHere => _task.IsCompleted;
            async Task<int> Overridden() { await Task.Yield(); return IsOverridable ? [|_task.Result|] : 0; }
            async Task<int> Either() { await Task.Yield(); return IsEither ? [|_task.Result|] : 0; }
            async Task<int> Itself() { await Task.Yield(); return IsItself ? [|_task.Result|] : 0; }
            async Task<int> Other(C c) { await Task.Yield(); return c.IsHere ? [|_task.Result|] : 0; }
            async Task<int> Shadowed(Task<int> _task) { await Task.Yield(); return IsHere ? [|_task.Result|] : 0; }
        }
        """);

    [Theory]
    [InlineData("task.ContinueWith(t => { if (t is { Result: not null }) Console.Write(t.Result); })")]
    [InlineData("task.ContinueWith(t => t is not ({ Result: null } or { Result: \"a\" }))")]
    [InlineData("task.ContinueWith(t => t switch { { Result: \"a\" } => 5, _ => 6 })")]
    public Task A_pattern_may_look_at_the_result_of_what_has_ended(string next) =>
        Examine.Silent($"class C {{ void M(Task<string?> task) => {next}; }}");

    [Theory]
    [InlineData("async t => { await Task.Yield(); return other is { [|Result|]: not null }; }")]
    [InlineData("async t => { await Task.Yield(); return other switch { { [|Result|]: \"a\" } => true, _ => false }; }")]
    [InlineData("async t => { await Task.Yield(); return t is { Result: { } } && other is { [|Result|]: not null }; }")]
    public Task Of_what_may_still_run_it_waits_for_it(string next) =>
        Examine.Reports("TPD001", $"class C {{ void M(Task<string?> task, Task<string?> other) => task.ContinueWith({next}); }}");
}
