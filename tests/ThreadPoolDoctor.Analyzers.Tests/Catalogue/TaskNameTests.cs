namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Tasks that have ended under another name, in a list, or because of what was asked of them before.</summary>
public sealed class TaskNameTests
{
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
}
