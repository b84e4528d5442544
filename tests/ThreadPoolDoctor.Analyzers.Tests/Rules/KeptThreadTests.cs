namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>TPD008: what has ended when it gives its task back never leaves the thread that was started for it.</summary>
public sealed class KeptThreadTests
{
    [Theory]
    [InlineData("Task.Factory.StartNew(() => { Thread.Sleep(500); return Task.CompletedTask; }, TaskCreationOptions.LongRunning);", "")]
    [InlineData("Task.Factory.StartNew(() => { if (_isStopped) return Task.FromResult(5); Thread.Sleep(500); return Task.FromResult(6); }, TaskCreationOptions.LongRunning);", "")]
    [InlineData("Task.Factory.StartNew(Work, TaskCreationOptions.LongRunning);", "Task Work() { Thread.Sleep(500); return Task.CompletedTask; }")]
    [InlineData("Task.Factory.StartNew(() => Work(), TaskCreationOptions.LongRunning);", "Task Work() { Thread.Sleep(500); return Task.CompletedTask; }")]
    [InlineData("new Task<Task>(() => { Thread.Sleep(500); return Task.CompletedTask; }, TaskCreationOptions.LongRunning).Start();", "")]
    [InlineData("Task.Factory.StartNew(async () => { Thread.Sleep(500); }, TaskCreationOptions.LongRunning);", "")]
    [InlineData("Task.Factory.StartNew(Work, TaskCreationOptions.LongRunning);", "async Task Work() { Thread.Sleep(500); }")]
    public Task It_keeps_its_thread(string start, string work) => Examine.Silent(Around(start, work));

    [Theory]
    [InlineData("[|Task.Factory.StartNew(() => { Thread.Sleep(500); return Task.Delay(500); }, TaskCreationOptions.LongRunning)|];", "")]
    [InlineData("[|Task.Factory.StartNew(() => { if (_isStopped) return Task.CompletedTask; return Work(); }, TaskCreationOptions.LongRunning)|];", "async Task Work() => await Task.Delay(500);")]
    [InlineData("[|Task.Factory.StartNew(Work, TaskCreationOptions.LongRunning)|];", "Task Work() { Thread.Sleep(500); return Task.Delay(500); }")]
    [InlineData("[|Task.Factory.StartNew(async () => { Thread.Sleep(500); await Task.Yield(); }, TaskCreationOptions.LongRunning)|];", "")]
    [InlineData("[|Task.Factory.StartNew(async () => { await foreach (int n in Read()) { } }, TaskCreationOptions.LongRunning)|];", "async IAsyncEnumerable<int> Read() { await Task.Yield(); yield return 5; }")]
    public Task What_goes_on_elsewhere_leaves_it(string start, string work) => Examine.Reports("TPD008", Around(start, work));

    private static string Around(string start, string work) => $$"""
        #pragma warning disable CS1998
        class C
        {
            volatile bool _isStopped;
            void Start() { {{start}} }
            {{work}}
        }
        """;
}
