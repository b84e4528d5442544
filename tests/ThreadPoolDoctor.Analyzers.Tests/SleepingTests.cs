namespace ThreadPoolDoctor.Analyzers.Tests;

public sealed class SleepingTests
{
    [Fact]
    public Task Sleeping_on_a_dedicated_thread_is_not_reported() => Examine.Silent("""
        class C
        {
            void Start() => new Thread(() => Thread.Sleep(5)).Start();
        }
        """);

    [Fact]
    public Task Sleeping_in_an_async_method_is_reported() => Examine.Reports("TPD002", """
        class C
        {
            async Task Load()
            {
                await Task.Yield();
                [|Thread.Sleep(5)|];
            }
        }
        """);

    [Fact]
    public Task Sleeping_in_a_queued_item_is_reported() => Examine.Reports("TPD002", """
        class C
        {
            void Start() => ThreadPool.QueueUserWorkItem(_ => [|Thread.Sleep(5)|]);
        }
        """);
}
