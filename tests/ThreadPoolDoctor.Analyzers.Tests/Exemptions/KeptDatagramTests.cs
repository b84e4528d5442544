namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A socket for datagrams that an object keeps for another waits for nobody; one of which not all is known may.
/// </summary>
public sealed class KeptDatagramTests
{
    private const string Datagrams = "new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)";
    private const string Streams = "new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)";

    [Theory]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(Socket socket) { Socket = socket; } }", $"var s = {Datagrams}; _all.Add(new Peer(s));")]
    [InlineData("class Peer { public readonly Socket Socket; public Peer(Socket socket) => Socket = socket; }", $"_all.Add(new Peer({Datagrams}));")]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(int n, Socket socket) { Socket = socket; } }", $"var s = {Datagrams}; _all.Add(new Peer(socket: s, n: 5));")]
    [InlineData("class Peer(Socket socket) { public Socket Socket { get; } = socket; }", $"_all.Add(new Peer({Datagrams})); _all.Add(new({Datagrams}));")]
    [InlineData("class Peer { public Socket? Socket { get; private set; } public Peer(Socket socket) { Socket = socket; } public void Close() { Socket = null; } }", $"_all.Add(new Peer({Datagrams}));")]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(Kept kept) { Socket = kept.Inner; } } class Kept { public Socket Inner { get; } public Kept(Socket inner) { Inner = inner; } }", $"_all.Add(new Peer(new Kept({Datagrams})));")]
    public Task Waits_for_nobody(string peer, string open) => Examine.Silent(Around(peer, open, "each.Socket!.SendTo(data, to)"));

    [Theory]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(Socket socket) { Socket = socket; } }", $"_all.Add(new Peer({Streams}));")]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(Socket socket) { Socket = socket; } }", $"_all.Add(new Peer({Datagrams})); _all.Add(new Peer({Streams}));")]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(Socket socket) { Socket = socket; } }", "")]
    [InlineData("class Peer { public Socket Socket { get; } public Peer(Socket socket, Socket other) { Socket = other; } }", $"_all.Add(new Peer({Datagrams}, {Streams}));")]
    public Task May_wait(string peer, string open) => Examine.Reports("TPD003", Around(peer, open, "[|each.Socket!.SendTo(data, to)|]"));

    private static string Around(string peer, string open, string send) => $$"""
        using System.Net;
        using System.Net.Sockets;
        {{peer}}
        class Sender
        {
            private readonly List<Peer> _all = [];
            public void Open() { {{open}} }
            async Task Send(byte[] data, IPEndPoint to)
            {
                await Task.Yield();
                foreach (Peer each in _all) {{send}};
            }
        }
        """;
}
