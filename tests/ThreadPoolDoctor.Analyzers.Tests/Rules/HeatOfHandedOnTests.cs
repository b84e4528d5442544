namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// An asynchronous form that hands its synchronous one to the pool: where that waits behind helpers of its own, all of
/// it would have to be written again.
/// </summary>
public sealed class HeatOfHandedOnTests
{
    private const string Load = " public int Load() => Ask(); int Ask() => Read(); int Read() { byte[] to = new byte[5]; return _far.Receive(to); } "
        + "readonly System.Net.Sockets.Socket _far = new(default(System.Net.Sockets.SocketType), default); ";

    private const string Near = " public int Load() { byte[] to = new byte[5]; return _far.Receive(to); } "
        + "readonly System.Net.Sockets.Socket _far = new(default(System.Net.Sockets.SocketType), default); ";

    private const string Web = "namespace Microsoft.AspNetCore.Http { public class HttpContext; }";

    [Theory]
    [InlineData("public void BeginLoad(AsyncCallback done) => ThreadPool.QueueUserWorkItem(_ => Load());" + Load)]
    [InlineData("public void BeginLoad(AsyncCallback done) { ThreadPool.QueueUserWorkItem(Go); } void Go(object? state) => Load();" + Load)]
    [InlineData("public void BeginLoad() { ThreadPool.QueueUserWorkItem(Go, this); } void Go(object? state) { Set(() => Load()); } static void Set(Func<int> from) => from();" + Load)]
    [InlineData("public Task<int> LoadAsync() => Task.Run(() => Load());" + Load)]
    [InlineData("public Task<int> LoadAsync() => Task.Run(Load);" + Load)]
    [InlineData("public Task<int> LoadAsync(CancellationToken token) { return Task.Run(() => { return Load(); }, token); }" + Load)]
    [InlineData("public async Task<int> LoadAsync() => await Task.Run(() => Load()).ConfigureAwait(false);" + Load)]
    [InlineData("public Task<int> LoadAsync() { var made = new TaskCompletionSource<int>(); Task.Factory.StartNew(() => { int got = Load(); made.SetResult(got); }); return made.Task; }" + Load)]
    public Task What_can_only_block_is_handed_on_quietly(string member) => Library(member, "synchronous form");

    [Theory]
    [InlineData("public Task<int> LoadAsync() => Task.Run(() => Load());" + Near, "")]
    [InlineData("public void Start() => Task.Run(() => Load());" + Load, "")]
    [InlineData("public Task<int> LoadAsync() => Task.Run(() => Load());" + Load, Web)]
    [InlineData("public void BeginLoad(int[] all) { foreach (int one in all) ThreadPool.QueueUserWorkItem(_ => Load()); }" + Load, "")]
    [InlineData("public async Task<int> LoadAsync() { await Task.Yield(); return Load(); }" + Load, "")]
    [InlineData("public Task<int> LoadAsync() => Task.Run(() => Load()); int Load() => Ask(); int Ask() => Read(); int Read() => _client.GetStringAsync(\"a\").Result.Length; readonly HttpClient _client = new();", "")]
    [InlineData("public Task<int> LoadAsync(Other other) => Task.Run(() => other.Load()); public class Other {" + Load + "}", "")]
    public Task What_else_is_queued_or_waits_at_once_is_a_warning(string member, string more) => Library(member, null, more);

    private static Task Library(string members, string? place, string more = "") =>
        HeatOfToolsTests.Told(HeatTests.Alone("Other", $"public class C {{ {members} }} {more}"), place);
}
