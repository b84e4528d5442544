using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Extensions.DependencyInjection;

namespace ThreadPoolDoctor.Pool.Tests.AspNetCore;

/// <summary>SignalR's hub methods, asked over a bare web socket in the protocol's JSON form.</summary>
public class HubTests
{
    private const char End = '\x1e';

    [Fact]
    public async Task Hub_methods_run_on_the_pool_before_and_after_an_await()
    {
        await using Site site = await Start(static app => app.UseWorkPool());
        using ClientWebSocket client = await Connect(site, "/hub");
        (await Ask(client, "Where")).ShouldContain("\"connected True, method True, later True\"");
    }

    [Fact]
    public async Task A_hub_can_stay_with_the_server()
    {
        await using Site site = await Start(static app => app.UseWorkPool());
        using ClientWebSocket client = await Connect(site, "/staying");
        (await Ask(client, "Where")).ShouldContain("\"connected False, method False, later False\"");
    }

    [Fact]
    public async Task A_condition_picks_hubs_by_the_request_that_opened_the_connection()
    {
        await using Site site = await Start(static app => app.UseWorkPool(context => context.Request.Path.StartsWithSegments("/other")));
        using ClientWebSocket moved = await Connect(site, "/other"), stayed = await Connect(site, "/hub");
        (await Ask(moved, "Where")).ShouldContain("\"connected True, method True, later True\"");
        (await Ask(stayed, "Where")).ShouldContain("\"connected False, method False, later False\"");
    }

    [Fact]
    public async Task Results_and_errors_of_hub_methods_are_as_without_the_pool()
    {
        await using Site site = await Start(static app => app.UseWorkPool());
        await using Site plain = await Start(static _ => { });
        using ClientWebSocket client = await Connect(site, "/hub"), other = await Connect(plain, "/hub");
        foreach (string method in new[] { "Nothing", "Fail", "FailLater", "Cancel", "Missing" })
        {
            (await Ask(client, method)).ShouldBe(await Ask(other, method));
        }
    }

    [Fact]
    public async Task Many_more_blocking_methods_than_processors_run_at_once()
    {
        const int clients = 20;
        Blocking.Inside = new CountdownEvent(clients);
        await using Site site = await Start(static app => app.UseWorkPool());
        ClientWebSocket[] all = await Task.WhenAll(Enumerable.Range(0, clients).Select(_ => Connect(site, "/blocking")));
        string[] answers = await Task.WhenAll(all.Select(client => Ask(client, "Meet")));
        answers.ShouldAllBe(answer => answer.Contains("\"result\":true"));
        foreach (ClientWebSocket client in all) client.Dispose();
    }

    private static Task<Site> Start(Action<WebApplication> use) => Site.Start(
        app =>
        {
            use(app);
            app.MapHub<Places>("/hub");
            app.MapHub<Places>("/other");
            app.MapHub<Places>("/staying").WithoutWorkPool();
            app.MapHub<Blocking>("/blocking");
        },
        static services => services.AddSignalR());

    private static async Task<ClientWebSocket> Connect(Site site, string path)
    {
        var client = new ClientWebSocket();
        await client.ConnectAsync(new UriBuilder(site.Client.BaseAddress!) { Scheme = "ws", Path = path }.Uri, default).WaitAsync(Patience.Limit);
        await Send(client, """{"protocol":"json","version":1}""");
        (await Receive(client)).ShouldBe("{}");
        return client;
    }

    private static async Task<string> Ask(ClientWebSocket client, string method)
    {
        await Send(client, $$"""{"type":1,"invocationId":"1","target":"{{method}}","arguments":[]}""");
        string answer;
        do
        {
            answer = await Receive(client);
        }
        while (!answer.Contains("\"type\":3"));
        return answer;
    }

    private static Task Send(ClientWebSocket client, string text) =>
        client.SendAsync(Encoding.UTF8.GetBytes(text + End), WebSocketMessageType.Text, true, default).WaitAsync(Patience.Limit);

    private static async Task<string> Receive(ClientWebSocket client)
    {
        var text = new StringBuilder();
        byte[] buffer = new byte[1];
        while (true)
        {
            ValueWebSocketReceiveResult result = await client.ReceiveAsync(buffer.AsMemory(), default).AsTask().WaitAsync(Patience.Limit);
            if (result.Count == 0 || buffer[0] == End) return text.ToString();
            text.Append((char)buffer[0]);
        }
    }

    internal sealed class Places(WorkPool pool) : Hub
    {
        public override Task OnConnectedAsync()
        {
            Context.Items["connected"] = pool.IsWorkerThread;
            return Task.CompletedTask;
        }

        public async Task<string> Where()
        {
            bool before = pool.IsWorkerThread;
            await Task.Delay(1);
            return $"connected {Context.Items["connected"]}, method {before}, later {pool.IsWorkerThread}";
        }

        public void Nothing()
        {
        }

        public void Fail() => throw new HubException("at once");

        public async Task FailLater()
        {
            await Task.Yield();
            throw new HubException("later");
        }

        public Task Cancel() => throw new OperationCanceledException();
    }

    internal sealed class Blocking : Hub
    {
        internal static CountdownEvent Inside { get; set; } = null!;

        public bool Meet()
        {
            Inside.Signal();
            return Inside.Wait(Patience.Limit);
        }
    }
}
