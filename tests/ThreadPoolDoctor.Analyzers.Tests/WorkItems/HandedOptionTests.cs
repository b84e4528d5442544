namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>Who calls a helper may say on which thread it starts what it is given.</summary>
public sealed class HandedOptionTests
{
    [Theory]
    [InlineData("Start(() => Thread.Sleep(5), TaskCreationOptions.LongRunning);")]
    [InlineData("Start(() => Thread.Sleep(5), TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach);")]
    [InlineData("Start(options: TaskCreationOptions.LongRunning, work: () => Thread.Sleep(5));")]
    [InlineData("StartLong(() => Thread.Sleep(5));")]
    [InlineData("Action work = () => Thread.Sleep(5); Start(work, TaskCreationOptions.LongRunning);")]
    [InlineData("Start(Rest, TaskCreationOptions.LongRunning);")]
    [InlineData("TaskFactory own = new(TaskCreationOptions.LongRunning, 0); own.StartNew(Rest);")]
    public Task A_thread_of_its_own_is_not_told(string work) => Examine.Silent(Around(work, "Thread.Sleep(5)"));

    [Theory]
    [InlineData("Start(() => [|Thread.Sleep(5)|], TaskCreationOptions.None);")]
    [InlineData("StartLong(() => [|Thread.Sleep(5)|], TaskCreationOptions.None);")]
    [InlineData("Start(() => [|Thread.Sleep(5)|], TaskCreationOptions.PreferFairness); Start(() => Thread.Sleep(5), TaskCreationOptions.LongRunning);")]
    [InlineData("Start(() => [|Thread.Sleep(5)|], options);")]
    public Task The_pool_is(string work) => Examine.Reports("TPD002", Around(work, "Thread.Yield()"));

    private static string Around(string work, string rest) => $$"""
        public class C
        {
            public void M(TaskCreationOptions options) { {{work}} }
            static void Rest() => {{rest}};
            static Task Start(Action work, TaskCreationOptions options) => Task.Factory.StartNew(work, options);
            static Task StartLong(Action work, TaskCreationOptions options = TaskCreationOptions.LongRunning) =>
                Task.Factory.StartNew(work, CancellationToken.None, options, TaskScheduler.Default);
        }
        """;
}
