using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Clients that each keep one request under way over a connection of their own. All of them live on one thread with
/// sockets that never block, so that neither the pool nor a crowd of threads bears the traces of the load.
/// </summary>
internal sealed class LoadGenerator
{
    private static readonly byte[] s_request = Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: patient\r\n\r\n");
    private readonly Dictionary<Socket, HttpResponse> _connections = [];
    private long _responses;

    private LoadGenerator()
    {
    }

    public long Responses => Volatile.Read(ref _responses);

    public static LoadGenerator Start(Session session, int port, int connections)
    {
        LoadGenerator load = new();
        session.OnThread("load generator", () =>
        {
            for (int i = 0; i < connections; i++) load.Connect(port);
            while (true) load.Turn();
        });
        return load;
    }

    private void Connect(int port)
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, port);
        socket.Send(s_request);
        socket.Blocking = false;
        _connections.Add(socket, new HttpResponse());
    }

    private void Turn()
    {
        List<Socket> readable = [.. _connections.Keys];
        Socket.Select(readable, null, null, microSeconds: -1);
        foreach (Socket socket in readable)
        {
            if (!_connections[socket].ReadFrom(socket)) continue;
            Interlocked.Increment(ref _responses);
            socket.Send(s_request);
        }
    }
}
