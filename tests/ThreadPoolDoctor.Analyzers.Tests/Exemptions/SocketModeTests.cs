namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>Whoever makes a socket says whether it waits, mostly in another method than the one that reads.</summary>
public sealed class SocketModeTests
{
    private const string Made = "static Socket Make() { Socket made = new(SocketType.Stream, ProtocolType.Tcp); made.Blocking = false; return made; } ";

    private const string Set = "static void Prepare(Socket made) { made.Blocking = false; made.NoDelay = true; } ";

    [Theory]
    [InlineData(Made + "Socket _far = Make(); void Read() => _far.Receive(new byte[5]);")]
    [InlineData(Made + "Socket? _far; void Open() { var made = Make(); Keep(made); } void Keep(Socket made) { _far = made; } void Read() { var far = _far; far!.Take(); }")]
    [InlineData(Set + "void Read() { using Socket far = new(SocketType.Stream, ProtocolType.Tcp); Prepare(far); Take(far); } static void Take(Socket from) => from.Receive(new byte[5]);")]
    [InlineData("readonly Socket _far; C() { _far = new(SocketType.Stream, ProtocolType.Tcp); _far.Blocking = false; } void Read() => _far.Send(new byte[5]);")]
    [InlineData("readonly Socket _far = new(SocketType.Stream, ProtocolType.Tcp) { Blocking = false }; void Read() => _far.Receive(new byte[5]);")]
    [InlineData("readonly TcpClient _far = new(); C() => _far.Client.Blocking = false; void Read() => _far.Client.Receive(new byte[5]);")]
    public Task A_socket_that_was_made_not_to_wait_does_not(string members) => Examine.Silent(Program(members));

    [Theory]
    [InlineData(Made + "Socket _far = new(SocketType.Stream, ProtocolType.Tcp), _near = Make(); void Read() => _far.Receive(new byte[5]);")]
    [InlineData(Made + "Socket _far = Make(); void Wait() => _far.Blocking = true; void Read() => _far.Receive(new byte[5]);")]
    [InlineData(Set + "void Open() { using Socket other = new(SocketType.Stream, ProtocolType.Tcp); Prepare(other); } void Read() { using Socket far = new(SocketType.Stream, ProtocolType.Tcp); Take(far); } static void Take(Socket from) => from.Receive(new byte[5]);")]
    [InlineData("Socket? _far; void Open(Socket far) => _far = far; void Read() => _far!.Receive(new byte[5]);")]
    [InlineData("readonly Socket _far = new(SocketType.Stream, ProtocolType.Tcp) { Blocking = true }; void Read() => _far.Receive(new byte[5]);")]
    [InlineData("readonly Socket _near = new(SocketType.Stream, ProtocolType.Tcp) { Blocking = false }, _far = new(SocketType.Stream, ProtocolType.Tcp); void Read() => _far.Receive(new byte[5]);")]
    [InlineData("readonly TcpClient _near = new(), _far = new(); C() => _near.Client.Blocking = false; void Read() => _far.Client.Receive(new byte[5]);")]
    public Task Another_socket_waits(string members) =>
        Examine.Reports("TPD003", Program(members, "[|Read()|]"));

    private static string Program(string members, string call = "Read()") => $$"""
        using System.Net.Sockets;
        static class Sockets { public static void Take(this Socket from) { from.Receive(new byte[5]); } }
        class C { async Task Load() { await Task.Yield(); {{call}}; } {{members}} }
        """;
}
