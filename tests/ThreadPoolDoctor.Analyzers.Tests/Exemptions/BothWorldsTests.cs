namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// Code that serves callers who may wait as well as those who may not, and work that is not run where it is written.
/// </summary>
public sealed class BothWorldsTests
{
    [Fact]
    public Task A_method_that_gives_back_null_for_a_task_is_told_by_its_caller_whether_to_wait() => Examine.Silent("""
        class C
        {
            Task? Flush(Stream network, byte[] data, Task? pending)
            {
                if (pending is null)
                {
                    Thread.Sleep(5);
                    return null;
                }
                return pending.ContinueWith(_ => { });
            }
        }
        """);

    [Fact]
    public Task A_method_that_always_gives_back_a_task_is_examined() => Examine.Reports("TPD002", """
        class C
        {
            Task Flush() { [|Thread.Sleep(5)|]; return Task.CompletedTask; }
            Task? FlushLater() { Task.Run(() => { [|Thread.Sleep(5)|]; }); return null; }
        }
        """);

    [Fact]
    public Task Flags_that_speak_of_async_decide() => Examine.Silent("""
        class C
        {
            bool _isAsyncCopy, _asyncWrite;
            async Task Read(FileStream stream, byte[] buffer)
            {
                await Task.Yield();
                if (_isAsyncCopy) await stream.ReadAsync(buffer); else stream.Read(buffer, 0, 5);
                int n = _asyncWrite ? await stream.ReadAsync(buffer) : stream.Read(buffer, 0, 5);
            }
        }
        """);

    [Fact]
    public Task A_flag_decides_beside_other_conditions() => Examine.Silent("""
        class C
        {
            async Task Read(FileStream stream, byte[] buffer, int kind)
            {
                bool isSynchronous = kind == 0;
                await Task.Yield();
                if (isSynchronous && kind < 5) stream.Read(buffer, 0, 5);
                if (!isSynchronous || kind > 5) await stream.ReadAsync(buffer); else stream.Read(buffer, 0, 5);
            }
        }
        """);

    [Fact]
    public Task A_flag_that_need_not_hold_decides_nothing() => Examine.Reports("TPD003", """
        class C
        {
            async Task Read(FileStream stream, byte[] buffer, int kind)
            {
                bool isSynchronous = kind == 0;
                await Task.Yield();
                if (isSynchronous || kind < 5) [|stream.Read(buffer, 0, 5)|];
                if (!isSynchronous && kind > 5) kind++; else [|stream.Read(buffer, 0, 5)|];
            }
        }
        """);

    [Fact]
    public Task A_pattern_that_asks_for_async_decides_as_its_flag_does() => Examine.Silent("""
        class Request { public int Kind; public bool IsAsync; }
        class C
        {
            async Task Read(Request request, FileStream stream, byte[] buffer)
            {
                await Task.Yield();
                if (request is { Kind: 5, IsAsync: true }) await stream.FlushAsync();
                else if (request.Kind == 5) stream.Read(buffer, 0, 5);
            }
        }
        """);

    [Fact]
    public Task A_pattern_about_anything_else_decides_nothing() => Examine.Reports("TPD003", """
        class Request { public int Kind; public bool IsUrgent; }
        class C
        {
            async Task Read(Request request, FileStream stream, byte[] buffer)
            {
                await Task.Yield();
                if (request is { Kind: 5, IsUrgent: true }) await stream.FlushAsync();
                else if (request.Kind == 5) [|stream.Read(buffer, 0, 5)|];
            }
        }
        """);

    [Fact]
    public Task Whoever_awaits_the_twin_in_the_other_branch_has_chosen() => Examine.Silent("""
        class C
        {
            async Task Write(Stream stream, FileStream file, byte[] data, CancellationToken? token, int kind)
            {
                await Task.Yield();
                if (token.HasValue) await stream.WriteAsync(data, 0, 5, token.Value); else stream.Write(data, 0, 5);
                if (kind == 5) file.Flush(); else { await file.FlushAsync(); }
                int n = kind > 5 ? file.Read(data, 0, 5) : await file.ReadAsync(data, 0, 5);
                if (kind == 3) { await stream.CopyToAsync(file); return; }
                stream.CopyTo(file);
            }
        }
        """);

    [Fact]
    public Task Whoever_awaits_the_same_task_in_the_other_branch_has_chosen() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Load(bool isThere, Task<int> task, Task<int> other)
            {
                await Task.Yield();
                int n = isThere ? task.Result : await task.ConfigureAwait(false);
                return isThere ? [|other.Result|] : await task;
            }
        }
        """);

    [Fact]
    public Task Whoever_awaits_the_twin_in_another_case_has_chosen() => Examine.Silent("""
        class C
        {
            async Task<int> Write(FileStream file, byte[] data, string kind)
            {
                await Task.Yield();
                switch (kind)
                {
                    case nameof(file.Flush): { file.Flush(); return 5; }
                    case nameof(file.FlushAsync): await file.FlushAsync(); break;
                }
                return kind switch { "a" => file.Read(data, 0, 5), _ => await file.ReadAsync(data, 0, 5) };
            }
        }
        """);

    [Fact]
    public Task Another_call_in_another_case_chooses_nothing() => Examine.Reports("TPD003", """
        class C
        {
            async Task<int> Write(FileStream file, FileStream other, byte[] data, string kind)
            {
                switch (kind)
                {
                    case "a": [|file.Flush()|]; await file.FlushAsync(); break;
                    case "b": await other.ReadAsync(data, 0, 5); break;
                }
                return kind switch { "a" => [|file.Read(data, 0, 5)|], _ => await other.ReadAsync(data, 0, 5) };
            }
        }
        """);

    [Fact]
    public Task Another_call_in_the_other_branch_chooses_nothing() => Examine.Reports("TPD003", """
        class C
        {
            async Task Write(Stream stream, FileStream file, byte[] data, int kind)
            {
                await stream.WriteAsync(data, 0, 5);
                if (kind == 5) await stream.FlushAsync(); else [|stream.Write(data, 0, 5)|];
                if (kind == 3) { await stream.CopyToAsync(file); }
                [|stream.CopyTo(file)|];
                if (kind == 4) await stream.FlushAsync(); else [|file.Flush()|];
            }
        }
        """);

    [Fact]
    public Task A_lambda_that_a_constructor_keeps_is_run_by_who_runs_it_later() => Examine.Silent("""
        class Page
        {
            private readonly Action<FileStream> _write;
            public Page(Action<FileStream> write) => _write = write;
            public void Write(FileStream file) => _write(file);
        }
        class C { async Task<Page> Load() { await Task.Yield(); return new Page(file => file.WriteByte(5)); } }
        """);

    [Fact]
    public Task A_lambda_that_a_constructor_runs_is_reported() => Examine.Reports("TPD003", """
        class Page { public Page(Action<FileStream> write, FileStream file) => write(file); }
        class C { async Task<Page> Load(FileStream file) { await Task.Yield(); return new Page(each => [|each.WriteByte(5)|], file); } }
        """);

    [Fact]
    public Task A_lambda_whose_task_is_waited_for_where_it_stands_is_run_by_who_waits() => Examine.Silent("""
        class Replicator
        {
            public void Copy(FileStream from, FileStream to) => CopyAsync(
                stream => { from.CopyTo(stream); return Task.CompletedTask; }, to).ConfigureAwait(false).GetAwaiter().GetResult();
            public Task CopyAsync(Func<Stream, Task> copy, Stream to) => copy(to);
        }
        """);

    [Fact]
    public Task A_lambda_whose_task_is_waited_for_by_a_method_with_another_name_is_run_by_who_waits() => Examine.Silent("""
        static class Tasks { public static T GetAsyncResult<T>(this Task<T> task) => task.GetAwaiter().GetResult(); }
        class Consumer
        {
            public string Receive(string file) => Core(() => Task.FromResult(File.ReadAllText(file))).GetAsyncResult();
            private async Task<string> Core(Func<Task<string>> read) => await read();
        }
        """);

    [Fact]
    public Task A_lambda_whose_task_is_awaited_is_reported() => Examine.Reports("TPD003", """
        class Replicator
        {
            public async Task Copy(FileStream from, FileStream to) => await CopyAsync(
                stream => { [|from.CopyTo(stream)|]; return Task.CompletedTask; }, to);
            public Task CopyAsync(Func<Stream, Task> copy, Stream to) => copy(to);
        }
        """);

    [Fact]
    public Task What_yields_is_run_by_who_asks_for_its_items() => Examine.Silent("""
        class C
        {
            async Task<IEnumerable<string>> Load() { await Task.Yield(); return Lines(); }
            Task<IEnumerable<string>> LoadAtOnce() => Task.FromResult(Lines());
            IEnumerable<string> Lines() { yield return File.ReadAllText("x"); }
        }
        """);

    [Fact]
    public Task What_yields_and_is_handed_to_an_async_method_is_run_there() => Examine.Silent("""
        abstract class C
        {
            public abstract Task WriteAsync(IEnumerable<string> lines);
            async Task Load() { await Task.Yield(); await WriteAsync(Lines()); }
            IEnumerable<string> Lines() { yield return File.ReadAllText("x"); }
        }
        """);

    [Fact]
    public Task Who_asks_for_the_items_is_reported() => Examine.Reports("TPD003", """
        class C
        {
            async Task<List<string>> Load() { await Task.Yield(); foreach (string line in [|Lines()|]) { } return [|Lines()|].ToList(); }
            IEnumerable<string> Lines() { yield return File.ReadAllText("x"); }
        }
        """);

    [Fact]
    public Task A_callback_that_ends_what_has_ended_is_silent_through_helpers() => Examine.Silent("""
        class C
        {
            Task Start(Func<AsyncCallback, object?, IAsyncResult> begin) => Task.Factory.FromAsync(begin, EndRead, null);
            void EndRead(IAsyncResult result) => InternalEndRead(result, isInternal: true);
            void InternalEndRead(IAsyncResult result, bool isInternal) => result.AsyncWaitHandle.WaitOne();
        }
        """);

    [Fact]
    public Task A_result_that_is_handed_in_and_cast_has_ended_in_its_callback() => Examine.Reports("TPD004", """
        class Work : IAsyncResult
        {
            private readonly ManualResetEvent _done = new(false);
            public object? AsyncState => null;
            public WaitHandle AsyncWaitHandle => _done;
            public bool CompletedSynchronously => false;
            public bool IsCompleted => false;
            public void EndInvoke() => _done.WaitOne();
        }
        class C
        {
            Task Start(Func<AsyncCallback, object?, IAsyncResult> begin) => Task.Factory.FromAsync(begin, EndInvoke, null);
            void EndInvoke(IAsyncResult result) { var work = (Work)result; work.EndInvoke(); }
            async Task Run() { await Task.Yield(); Work work = new(); [|work.EndInvoke()|]; }
        }
        """);

    [Fact]
    public Task What_a_collection_keeps_it_does_not_run() => Examine.Reports("TPD002", """
        class C
        {
            readonly Dictionary<string, Action> _handlers = [];
            async Task Load(List<int> items)
            {
                await Task.Yield();
                _handlers.Add("x", () => Thread.Sleep(5));
                items.ForEach(item => [|Thread.Sleep(item)|]);
            }
        }
        """);

    [Fact]
    public Task Async_void_that_catches_all_after_it_looked_at_a_flag_is_silent() => Examine.Silent("""
        class C
        {
            bool _isAlive;
            void Start() => ThreadPool.QueueUserWorkItem(_ => Beat());
            Timer Beating() => new(_ => { }, null, 5, 5);
            void Queue(Action work) => Task.Run(work);
            void StartAll() => Queue(Beat);
            async void Beat()
            {
                if (!_isAlive) return;
                int tries = 5;
                try { await Task.Delay(tries); } catch (Exception e) { Console.WriteLine(e); }
            }
        }
        """);

    [Fact]
    public Task Async_void_that_catches_all_after_it_cast_its_state_is_silent() => Examine.Silent("""
        class C
        {
            Timer? _timer;
            void Start() => _timer = new Timer(Ping!, this, 5, 5);
            static async void Ping(object state)
            {
                var self = (C)state;
                try { await Task.Delay(5); GC.KeepAlive(self); } catch (Exception e) { Console.WriteLine(e); }
            }
        }
        """);

    [Fact]
    public Task Async_void_that_calls_something_before_it_tries_is_reported() => Examine.Reports("TPD007", """
        class C
        {
            void Queue(Action work) => Task.Run(work);
            void StartAll() => Queue([|Beat|]);
            void Check() => throw new InvalidOperationException();
            async void Beat()
            {
                Check();
                try { await Task.Delay(5); } catch (Exception e) { Console.WriteLine(e); }
            }
        }
        """);

    [Fact]
    public Task Tasks_that_were_added_to_a_list_have_ended_when_all_of_it_has() => Examine.Silent("""
        static class Limits { public static async Task WithTimeout(this Task task, int limit) => await task.WaitAsync(TimeSpan.FromSeconds(limit)); }
        class C
        {
            async Task<int> Load(Task<int> first, List<Task<int>> more)
            {
                var tasks = new List<Task>(5);
                tasks.Add(first);
                tasks.AddRange(more);
                await Task.WhenAll(tasks).WithTimeout(5);
                return first.Result + more[0].Result;
            }
        }
        """);

    [Fact]
    public Task Tasks_that_are_added_later_have_not() => Examine.Reports("TPD001", """
        class C
        {
            async Task<int> Load(Task<int> first, Task<int> second)
            {
                var tasks = new List<Task>(5);
                tasks.Add(first);
                await Task.WhenAll(tasks);
                tasks.Add(second);
                return first.Result + [|second.Result|];
            }
        }
        """);

    [Fact]
    public Task A_query_in_its_own_twin_is_up_to_what_is_asked() => Examine.Silent("""
        static class Queries
        {
            public static Task<int> CountAsync(this IQueryable<int> source, bool isRemote) => isRemote ? Task.Run(() => 5) : Task.FromResult(source.Count());
        }
        """);

    [Fact]
    public Task What_is_gone_back_in_later_has_come() => Examine.Silent("""
        class C
        {
            async Task<int> Load(Holder holder)
            {
                await Task.Yield();
                int first = holder.Content.ReadByte();
                holder.Content.Position = 0;
                return first;
            }
        }
        class Holder { public required Stream Content { get; init; } }
        class MemoryBlockStream : MemoryStream { }
        """);
}
