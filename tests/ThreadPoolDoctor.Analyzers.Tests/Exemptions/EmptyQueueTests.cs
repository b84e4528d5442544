namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A collection of the program's own that waits until something is in it: who takes from it waits as with a
/// BlockingCollection, though nobody knows whether it is empty.
/// </summary>
public sealed class EmptyQueueTests
{
    [Theory]
    [InlineData("lock (_all) { while (_all.Count == 0) Monitor.Wait(_all); return _all.Dequeue(); }")]
    [InlineData("lock (_all) { while (!_all.Any()) { Monitor.Wait(_all, 500); } return _all.Dequeue(); }")]
    [InlineData("lock (_all) { if (_all.Count == 0) Monitor.Wait(_all); return _all.Dequeue(); }")]
    [InlineData("Monitor.Enter(_all); try { while (true) { if (_free.IsEmpty) { if (!Monitor.Wait(_all, TimeSpan.FromSeconds(5))) throw new TimeoutException(); } if (_free.TryDequeue(out string? one)) return one; } } finally { Monitor.Exit(_all); }")]
    [InlineData("lock (_all) { string? one; while (!_free.TryDequeue(out one)) Monitor.Wait(_all); return one; }")]
    [InlineData("lock (_all) { while (_all.Count < 1) { try { Monitor.Wait(_all); } catch (ThreadInterruptedException) { } } return _all.Dequeue(); }")]
    public Task Taking_from_one_is_told(string take) => Examine.Reports("TPD004", Pool(take, "[|_pool.Take()|]"));

    [Theory]
    [InlineData("lock (_all) { if (_busy) Monitor.Wait(_all); return _all.Dequeue(); }")]
    [InlineData("lock (_all) { if (_readers > 0) Monitor.Wait(_all); return _all.Dequeue(); }")]
    [InlineData("lock (_all) { if (_busy && _all.Count == 0) Monitor.Wait(_all); return _all.Dequeue(); }")]
    [InlineData("lock (_all) { if (_busy) { while (_all.Count == 0) Monitor.Wait(_all); } return _all.Dequeue(); }")]
    [InlineData("lock (_all) { if (_all.Count == 0) return \"\"; return _all.Dequeue(); }")]
    [InlineData("lock (_all) { while (_all.Count == 0) { if (_readers > 0) Monitor.Wait(_all); else return \"\"; } return _all.Dequeue(); }")]
    public Task A_turn_that_is_mostly_free_is_not(string take) => Examine.Silent(Pool(take, "_pool.Take()"));

    private static string Pool(string take, string call) => $$"""
        using System.Collections.Concurrent;
        class Pool
        {
            readonly Queue<string> _all = new();
            readonly ConcurrentQueue<string> _free = new();
            bool _busy;
            int _readers;
            public string Take() { {{take}} }
            public void Put(string one) { lock (_all) { _all.Enqueue(one); _busy = false; _readers--; Monitor.PulseAll(_all); } }
        }
        class C
        {
            readonly Pool _pool = new();
            async Task Run() { await Task.Yield(); {{call}}; }
        }
        """;
}
