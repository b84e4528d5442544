namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD004: handles, locks and signals; and TPD002 on its own.</summary>
public sealed class SignalTests
{
    [Fact]
    public Task Waits_of_no_time_only_look() => Examine.Silent("""
        class C
        {
            private static readonly TimeSpan s_none = TimeSpan.Zero;
            private const int None = 0;
            async Task Load(SemaphoreSlim gate, ManualResetEventSlim slim, AutoResetEvent handle, CountdownEvent count, Thread thread, BlockingCollection<int> queue,
                Task task, ReaderWriterLockSlim rw, CancellationToken token)
            {
                await Task.Yield();
                gate.Wait(0);
                gate.Wait(0, token);
                gate.Wait(TimeSpan.Zero);
                gate.Wait(s_none);
                gate.Wait(None);
                gate.Wait(millisecondsTimeout: 0);
                gate.Wait(default(TimeSpan));
                gate.Wait(TimeSpan.FromSeconds(0));
                gate.Wait(new TimeSpan(0));
                slim.Wait(0);
                handle.WaitOne(0);
                handle.WaitOne(TimeSpan.Zero);
                handle.WaitOne(0, false);
                count.Wait(0);
                thread.Join(0);
                queue.TryTake(out int x, 0);
                queue.TryTake(out x, TimeSpan.Zero);
                task.Wait(0);
                Thread.Sleep(0);
                Thread.Sleep(TimeSpan.Zero);
                WaitHandle.WaitAll([handle], 0);
                rw.TryEnterReadLock(0);
                int zero = 0;
                gate.Wait(zero);
                Thread.Yield();
                Thread.SpinWait(5);
                gate.Release();
                slim.Set();
                handle.Set();
                Monitor.Pulse(this);
                await gate.WaitAsync();
            }
        }
        """);

    [Fact]
    public Task A_change_of_files_and_room_in_one_of_several_queues_are_waited_for() => Examine.Reports("TPD004", """
        class C
        {
            async Task Load(FileSystemWatcher files, BlockingCollection<int>[] queues)
            {
                await Task.Yield();
                [|files.WaitForChanged(WatcherChangeTypes.All)|];
                [|files.WaitForChanged(WatcherChangeTypes.Created, 500)|];
                BlockingCollection<int>.TryAddToAny(queues, 5);
                [|BlockingCollection<int>.TryAddToAny(queues, 5, 100)|];
                [|BlockingCollection<int>.TryAddToAny(queues, 5, TimeSpan.FromSeconds(1))|];
            }
        }
        """);

    [Fact]
    public Task Helpers_with_a_lock_of_a_few_lines_are_like_lock() => Examine.Silent("""
        class Set
        {
            readonly ReaderWriterLockSlim _lock = new();
            readonly List<int> _items = [];
            int _state;
            public void Add(int x) { _lock.EnterWriteLock(); try { _items.Add(x); } finally { _lock.ExitWriteLock(); } }
            public int Count { get { _lock.EnterReadLock(); try { return _items.Count; } finally { _lock.ExitReadLock(); } } }
            public int Made
            {
                get
                {
                    if (Interlocked.CompareExchange(ref _state, 1, 0) == 0) Volatile.Write(ref _state, 2);
                    else SpinWait.SpinUntil(() => Volatile.Read(ref _state) == 2);
                    return 5;
                }
            }
        }
        class C
        {
            async Task Load(Set set) { await Task.Yield(); set.Add(set.Count + set.Made); }
        }
        """);

    [Fact]
    public Task A_lock_of_a_few_lines_is_like_lock_where_it_stands_too() => Examine.Silent("""
        class C
        {
            readonly ReaderWriterLockSlim _lock = new();
            async Task Load(List<int> items)
            {
                await Task.Yield();
                _lock.EnterWriteLock();
                try { items.Add(5); }
                finally { _lock.ExitWriteLock(); }
                await Task.Yield();
            }
        }
        """);

    [Fact]
    public Task A_lock_that_is_held_over_an_await_is_long() => Examine.Reports("TPD004", """
        class C
        {
            readonly ReaderWriterLockSlim _lock = new();
            async Task Load(List<int> items)
            {
                [|_lock.EnterWriteLock()|];
                try { await Task.Yield(); }
                finally { _lock.ExitWriteLock(); }
            }
        }
        """);

    [Fact]
    public Task A_helper_that_is_given_no_time_by_whatever_unit_only_looks() => Examine.Reports("TPD004", """
        class Chunk
        {
            readonly ManualResetEventSlim _gone = new();
            public void WaitForEnd(int timeoutMs) { if (!_gone.Wait(timeoutMs)) throw new TimeoutException(); }
        }
        class C { async Task Load(Chunk chunk) { await Task.Yield(); chunk.WaitForEnd(0); } async Task Wait(Chunk chunk) { await Task.Yield(); [|chunk.WaitForEnd(5)|]; } }
        """);

    [Fact]
    public Task The_older_reader_writer_lock_is_as_short_in_a_helper_that_gives_it_back() => Examine.Reports("TPD004", """
        class Cache
        {
            readonly ReaderWriterLock _lock = new();
            readonly Dictionary<int, string> _items = [];
            public string Get(int key)
            {
                try { _lock.AcquireReaderLock(-1); return _items[key]; }
                finally { _lock.ReleaseReaderLock(); }
            }
            public void Begin() => _lock.AcquireWriterLock(-1);
        }
        class C { async Task Load(Cache cache) { await Task.Yield(); cache.Get(5); [|cache.Begin()|]; } }
        """);

    [Fact]
    public Task Helpers_that_come_back_with_the_lock_are_reported() => Examine.Reports("TPD004", """
        class Door
        {
            readonly ReaderWriterLockSlim _lock = new();
            public Door Begin() { _lock.EnterWriteLock(); return this; }
            public void End() => _lock.ExitWriteLock();
        }
        class C
        {
            async Task Load(Door door) { await Task.Yield(); [|door.Begin()|]; door.End(); }
        }
        """);

    [Fact]
    public Task A_delegate_of_that_name_is_no_flag() => Examine.Reports("TPD002", """
        class C
        {
            async Task Load(Func<Task> runAsync) { await runAsync(); [|Thread.Sleep(5)|]; }
        }
        """);

    [Fact]
    public Task A_time_that_grows_is_not_none() => Examine.Reports("TPD004", """
        class C
        {
            async Task Load(WaitHandle handle)
            {
                await Task.Yield();
                int attempt = 0;
                while (attempt < 3) { attempt++; [|handle.WaitOne(TimeSpan.FromSeconds(attempt))|]; }
                int other = 0;
                Next(ref other);
                [|handle.WaitOne(other)|];
            }
            static void Next(ref int x) => x++;
        }
        """);

    [Fact]
    public Task Helpers_that_are_given_no_time_do_not_wait() => Examine.Silent("""
        static class Timers
        {
            public static bool WaitForEnd(this Timer timer, TimeSpan timeout)
            {
                using ManualResetEvent ended = new(false);
                if (timeout == TimeSpan.Zero) return true;
                return timer.Dispose(ended) && ended.WaitOne(timeout);
            }
        }
        class C
        {
            async Task Stop(Timer timer) { await Task.Yield(); timer.WaitForEnd(TimeSpan.Zero); }
        }
        """);

    [Fact]
    public Task Signals_are_reported() => Examine.Reports("TPD004", """
        class C
        {
            async Task Load(SemaphoreSlim gate, ManualResetEventSlim slim, AutoResetEvent handle, CountdownEvent count, Thread thread, BlockingCollection<int> queue,
                Barrier barrier, ReaderWriterLockSlim rw, CancellationToken token, Mutex mutex, Semaphore semaphore, WaitHandle[] handles, IAsyncResult result)
            {
                await Task.Yield();
                [|gate.Wait()|];
                [|gate.Wait(token)|];
                [|gate.Wait(100)|];
                gate.Wait(0);
                [|gate.Wait(TimeSpan.FromSeconds(1))|];
                [|slim.Wait()|];
                [|slim.Wait(token)|];
                [|handle.WaitOne()|];
                [|handle.WaitOne(500)|];
                [|handle.WaitOne(Timeout.Infinite)|];
                [|mutex.WaitOne()|];
                [|semaphore.WaitOne()|];
                [|WaitHandle.WaitAll(handles)|];
                [|WaitHandle.WaitAny(handles)|];
                [|WaitHandle.SignalAndWait(handle, handle)|];
                [|result.AsyncWaitHandle.WaitOne()|];
                [|token.WaitHandle.WaitOne()|];
                [|token.WaitHandle.WaitOne(500)|];
                [|count.Wait()|];
                [|barrier.SignalAndWait()|];
                [|thread.Join()|];
                [|thread.Join(500)|];
                [|SpinWait.SpinUntil(() => token.IsCancellationRequested)|];
                [|queue.Take()|];
                [|queue.Take(token)|];
                [|queue.TryTake(out int x, 500)|];
                foreach (int y in [|queue.GetConsumingEnumerable()|]) { }
                var bounded = new BlockingCollection<int>(5);
                [|bounded.Add(5)|];
                BlockingCollection<int> other = new(new ConcurrentBag<int>(), 5);
                [|other.Add(5)|];
                lock (this) [|Monitor.Wait(this)|];
                lock (this) { while (x > 5) [|Monitor.Wait(this, 500)|]; }
                [|rw.EnterReadLock()|];
                await Task.Yield();
                rw.ExitReadLock();
                [|rw.EnterWriteLock()|];
                await Task.Yield();
                rw.ExitWriteLock();
            }
        }
        """);

    [Fact]
    public Task Sleeping_is_reported_however_it_is_written() => Examine.Reports("TPD002", """
        using static System.Threading.Thread;
        using T = System.Threading.Thread;
        class C
        {
            async Task Load(int time)
            {
                await Task.Yield();
                [|Thread.Sleep(time)|];
                [|Thread.Sleep(1)|];
                [|Thread.Sleep(TimeSpan.FromSeconds(1))|];
                [|Thread.Sleep(Timeout.Infinite)|];
                [|System.Threading.Thread.Sleep(5)|];
                [|Sleep(5)|];
                [|T.Sleep(5)|];
                if (time > 5) [|Thread.Sleep(time)|]; else { [|Thread.Sleep(5)|]; }
                for (int i = 0; i < 5; i++) [|Thread.Sleep(5)|];
                try { [|Thread.Sleep(5)|]; } catch { [|Thread.Sleep(5)|]; } finally { [|Thread.Sleep(5)|]; }
                switch (time) { case 5: [|Thread.Sleep(5)|]; break; }
                using (File.OpenRead("x")) [|Thread.Sleep(5)|];
                if (false) Thread.Sleep(5);
                return;
                Thread.Sleep(5);
            }
            async Task Both(bool async) { if (async) await Task.Delay(5); else Thread.Sleep(5); }
            async Task Sync(bool isSync) { if (isSync) Thread.Sleep(5); else await Task.Delay(5); }
            async Task<int> Dual(bool async, Stream stream)
            {
                if (async) return await stream.ReadAsync(new byte[5]);
                return stream.Read(new byte[5]);
            }
            async Task Caller(Stream stream) { await Task.Yield(); int x = Dual(async: false, stream).Result + Dual(false, stream).GetAwaiter().GetResult(); }
            Func<Stream, bool, Task> Handler() => (stream, xdoAsync) => { stream.Flush(); return Task.CompletedTask; };
            async Task Choice(bool useAsync) { if (!useAsync) { Thread.Sleep(5); return; } await Task.Delay(5); }
        }
        """);
}
