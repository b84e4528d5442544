namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>A callback of a registry of metrics runs on the thread of each request that asks for them.</summary>
public sealed class ScrapedTests
{
    private const string Registry =
        "namespace Prometheus { public class CollectorRegistry { public void AddBeforeCollectCallback(Action read) { } "
        + "public void AddBeforeCollectCallback(Func<CancellationToken, Task> read) { } } } ";

    [Theory]
    [InlineData("all.AddBeforeCollectCallback(async token => await Task.Delay(5, token));")]
    [InlineData("new Own().AddBeforeCollectCallback(() => Thread.Sleep(5));")]
    public Task What_can_await_or_is_another_registry_is_silent(string add) => Examine.Silent(Registry
        + $"class Own {{ public void AddBeforeCollectCallback(Action read) => new Thread(() => read()).Start(); }} class C {{ void M(Prometheus.CollectorRegistry all) {{ {add} }} }}");

    [Theory]
    [InlineData("all.AddBeforeCollectCallback(() => [|Thread.Sleep(5)|]);")]
    [InlineData("all.AddBeforeCollectCallback(Read); void Read() => [|Thread.Sleep(5)|];")]
    [InlineData("all.AddBeforeCollectCallback(() => [|Read()|]); void Read() => Thread.Sleep(5);")]
    public Task What_waits_there_is_told(string add) => Examine.Reports("TPD002", Registry + $"class C {{ void M(Prometheus.CollectorRegistry all) {{ {add} }} }}");
}
