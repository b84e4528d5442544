namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>A handler that is added to the event of a contract runs where what implements it raises its own.</summary>
public sealed class OfferedEventTests
{
    [Theory]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public async Task Listen() { await Task.Yield(); Came?.Invoke(this, 5); } }")]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public Task Listen() => Task.Run(() => Came?.Invoke(this, 5)); }")]
    [InlineData("abstract class Base : IServer { public abstract event EventHandler<int>? Came; public abstract Task Listen(); } class Server : Base { public override event EventHandler<int>? Came; public override async Task Listen() { await Task.Yield(); Came!(this, 5); } }")]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public Task Listen() => Task.Run(() => Raise(5)); void Raise(int n) => Came?.Invoke(this, n); }")]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public Task Listen() => Task.Run(() => Came?.Invoke(this, 5)); } class Other : IServer { public event EventHandler<int>? Came; public Task Listen() => Task.CompletedTask; }")]
    public Task It_is_a_work_item(string server) => Examine.Reports("TPD002", Around("[|Thread.Sleep(500)|]", server));

    [Theory]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public Task Listen() { new Thread(() => Came?.Invoke(this, 5)).Start(); return Task.CompletedTask; } }")]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public Task Listen() => Task.CompletedTask; } class Other { public event EventHandler<int>? Came; public Task Listen() => Task.Run(() => Came?.Invoke(this, 5)); }")]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public Task Listen() => Task.CompletedTask; }")]
    [InlineData("class Server : IServer { public event EventHandler<int>? Came; public event EventHandler<int>? Went; public Task Listen() => Task.Run(() => Went?.Invoke(this, 5)); }")]
    public Task On_a_thread_of_its_own_or_of_nobody_it_is_none(string server) => Examine.Silent(Around("Thread.Sleep(500)", server));

    private static string Around(string wait, string server) => $$"""
        interface IServer { event EventHandler<int>? Came; Task Listen(); }
        {{server}}
        class C { void Begin(IServer server) => server.Came += (_, n) => {{wait}}; }
        """;
}
