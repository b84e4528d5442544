namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>A signal that a method has just made unset cannot have been given long ago: it is waited for where the method is come to, whatever was asked before.</summary>
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
