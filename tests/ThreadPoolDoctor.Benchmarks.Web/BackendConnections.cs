using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// Open connections to the backend. Apart for the two ways to talk: a socket once used asynchronously is no longer a
/// blocking one for the system, and its synchronous calls wait differently.
/// </summary>
internal sealed class BackendConnections(int port)
{
    private readonly ConcurrentBag<Socket> _blocking = [];
    private readonly ConcurrentBag<Socket> _async = [];

    public void Ask(int milliseconds)
    {
        if (!_blocking.TryTake(out Socket? socket))
        {
            socket = Make();
            socket.Connect(IPAddress.Loopback, port);
        }
        Span<byte> message = stackalloc byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(message, milliseconds);
        socket.Send(message);
        if (socket.Receive(message) != message.Length) throw new IOException("The backend has left.");
        _blocking.Add(socket);
    }

    public async Task AskAsync(int milliseconds)
    {
        if (!_async.TryTake(out Socket? socket))
        {
            socket = Make();
            await socket.ConnectAsync(IPAddress.Loopback, port);
        }
        byte[] message = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(message, milliseconds);
        await socket.SendAsync(message);
        if (await socket.ReceiveAsync(message) != message.Length) throw new IOException("The backend has left.");
        _async.Add(socket);
    }

    private static Socket Make() => new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
}
