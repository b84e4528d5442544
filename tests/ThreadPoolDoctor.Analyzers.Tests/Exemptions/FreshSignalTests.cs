namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// A signal that a method has just made unset cannot have been given long ago: it is waited for where the method is
/// come to, whatever was asked before.
/// </summary>
public sealed class FreshSignalTests
{
    [Theory]
    [InlineData("if (!Ask(n)) return 5; var come = new AutoResetEvent(false); _waiting[n] = come; return come.WaitOne(5000) ? 1 : 0;")]
    [InlineData("if (n > 5) { using ManualResetEventSlim come = new(); Begin(come); come.Wait(); } return 5;")]
    public Task It_is_waited_for(string work) => Examine.Reports("TPD004", Around(work).Replace("return Send(n)", "return [|Send(n)|]"));

    [Theory]
    [InlineData("if (!Ask(n)) return 5; var come = _kept; return come.WaitOne(5000) ? 1 : 0;")]
    [InlineData("if (!Ask(n)) return 5; var come = new AutoResetEvent(true); return come.WaitOne(5000) ? 1 : 0;")]
    [InlineData("if (n > 5) { var come = new AutoResetEvent(false); if (n > 7) come = _kept; come.WaitOne(); } return 5;")]
    public Task One_that_was_kept_may_have_been_given(string work) => Examine.Silent(Around(work));

    /// <summary>What is made open, or with a place left, lets its maker pass, as nobody else has it yet.</summary>
    [Theory]
    [InlineData("var gate = new SemaphoreSlim(1); gate.Wait();")]
    [InlineData("using SemaphoreSlim gate = new(4, 4); gate.Wait();")]
    [InlineData("var e = new ManualResetEventSlim(true); e.Wait();")]
    [InlineData("var c = new CountdownEvent(0); c.Wait();")]
    [InlineData("var all = new ReaderWriterLockSlim(); all.EnterWriteLock(); await Task.Yield();")]
    [InlineData("using var one = new Mutex(); one.WaitOne();")]
    [InlineData("while (n > 5) { var gate = new SemaphoreSlim(1); gate.Wait(); n--; }")]
    public Task What_was_just_made_is_free(string work) => Examine.Silent(In(work));

    [Theory]
    [InlineData("var gate = new SemaphoreSlim(0); [|gate.Wait()|];")]
    [InlineData("var gate = new SemaphoreSlim(n); [|gate.Wait()|];")]
    [InlineData("var gate = new SemaphoreSlim(1); gate.Wait(); [|gate.Wait()|];")]
    [InlineData("var gate = new SemaphoreSlim(1); while (n > 5) { [|gate.Wait()|]; n--; }")]
    [InlineData("var gate = new SemaphoreSlim(1); Give(gate); [|gate.Wait()|];")]
    [InlineData("var gate = new SemaphoreSlim(1); gate = _gate; [|gate.Wait()|];")]
    [InlineData("var e = new ManualResetEventSlim(false); [|e.Wait()|];")]
    [InlineData("var one = new Mutex(false, \"a\"); Give(one); [|one.WaitOne()|];")]
    [InlineData("var all = new ReaderWriterLockSlim(); Give(all); [|all.EnterWriteLock()|]; await Task.Yield();")]
    public Task What_others_may_have_is_not(string work) => Examine.Reports("TPD004", In(work));

    private static string In(string work) => $$"""
        class C
        {
            private readonly SemaphoreSlim _gate = new(1);
            static void Give(object gate) => ThreadPool.QueueUserWorkItem(_ => Console.Write(gate));
            async Task M(int n) { await Task.Yield(); {{work}} }
        }
        """;

    private static string Around(string work) => $$"""
        class C
        {
            private readonly AutoResetEvent _kept = new(false);
            private readonly Dictionary<int, EventWaitHandle> _waiting = [];
            bool Ask(int n) => n > 5;
            void Begin(ManualResetEventSlim come) => ThreadPool.QueueUserWorkItem(_ => come.Set());
            async Task<int> M(int n) { await Task.Yield(); return Send(n); }
            int Send(int n) { {{work}} }
        }
        """;
}
