namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// Two ends of one connection in the process: the listener has room for who connects, and the one that connects is
/// there when it is accepted.
/// </summary>
public sealed class LoopbackPairTests
{
    private const string Listening = "TcpListener one = new(IPAddress.Loopback, 0); one.Start(); ";

    private const string Bound = "using Socket one = new(SocketType.Stream, ProtocolType.Tcp); one.Bind(new IPEndPoint(IPAddress.Loopback, 0)); one.Listen(1); ";

    [Theory]
    [InlineData(Listening + "TcpClient other = new(); other.Connect((IPEndPoint)one.LocalEndpoint); one.AcceptTcpClient();")]
    [InlineData(Listening + "Socket other = new(SocketType.Stream, ProtocolType.Tcp); other.Connect(one.LocalEndpoint); one.AcceptSocket();")]
    [InlineData(Bound + "Socket other = new(SocketType.Stream, ProtocolType.Tcp); other.Connect(one.LocalEndPoint!); one.Accept();")]
    [InlineData(Bound + "EndPoint at = one.LocalEndPoint!; Socket other = new(SocketType.Stream, ProtocolType.Tcp); other.Connect(at); Socket mine = one.Accept();")]
    [InlineData(Listening + "int port = ((IPEndPoint)one.LocalEndpoint).Port; TcpClient other = new(); other.Connect(IPAddress.Loopback, port); one.AcceptTcpClient();")]
    public Task Who_makes_both_ends_waits_for_nobody(string body) =>
        Examine.Silent($"using System.Net; using System.Net.Sockets; class C {{ async Task M() {{ await Task.Yield(); {body} }} }}");

    [Theory]
    [InlineData("TcpListener one = new(IPAddress.Loopback, 5); one.Start(); [|one.AcceptTcpClient()|];")]
    [InlineData("TcpListener one = new(IPAddress.Any, 5); one.Start(); TcpClient other = new(); [|other.Connect(given)|]; [|one.AcceptTcpClient()|];")]
    [InlineData(Listening + "[|one.AcceptTcpClient()|]; TcpClient other = new(); other.Connect((IPEndPoint)one.LocalEndpoint);")]
    [InlineData(Listening + "TcpClient other = new(); [|other.Connect(given)|]; [|one.AcceptTcpClient()|];")]
    [InlineData(Listening + "TcpClient other = new(); other.Connect((IPEndPoint)one.LocalEndpoint); for (int i = 0; i < 5; i++) [|one.AcceptTcpClient()|];")]
    [InlineData(Listening + "TcpClient other = new(); other.Connect((IPEndPoint)one.LocalEndpoint); one.AcceptTcpClient(); [|one.AcceptTcpClient()|];")]
    [InlineData("using Socket one = new(SocketType.Stream, ProtocolType.Tcp); one.Bind(given); one.Listen(1); [|one.Accept()|];")]
    public Task Who_waits_for_others_is_told(string body) => Examine.Reports("TPD003",
        $"using System.Net; using System.Net.Sockets; class C {{ async Task M(IPEndPoint given) {{ await Task.Yield(); {body} }} }}");
}
