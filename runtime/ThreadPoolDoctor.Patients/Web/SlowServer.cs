using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// The slow service that patients call: answers whatever it is sent after a fixed delay, with a tiny HTTP response. One
/// thread with sockets that never block, as <see cref="LoadGenerator"/>.
/// </summary>
internal sealed class SlowServer
{
    private static readonly byte[] s_response = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _connections = [];
    private readonly Queue<(long Due, Socket Client)> _asked = new();
    private readonly byte[] _buffer = new byte[4_096];
    private readonly int _delay;

    private SlowServer(int delayMilliseconds)
    {
        _delay = delayMilliseconds;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(1_024);
        _listener.Blocking = false;
    }

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    public string Url => $"http://127.0.0.1:{Port}/";

    public static SlowServer Start(Session session, int delayMilliseconds)
    {
        SlowServer server = new(delayMilliseconds);
        session.OnThread("slow server", () =>
        {
            while (true) server.Turn();
        });
        return server;
    }

    private void Turn()
    {
        List<Socket> readable = [_listener, .. _connections];
        Socket.Select(readable, null, null, MicrosecondsToNextReply());
        foreach (Socket socket in readable)
        {
            if (socket == _listener) _connections.Add(_listener.Accept());
            else Receive(socket);
        }
        while (_asked.TryPeek(out (long Due, Socket Client) next) && next.Due <= Now)
        {
            _asked.Dequeue().Client.Send(s_response);
        }
    }

    private static long Now => (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds;

    private int MicrosecondsToNextReply() =>
        _asked.TryPeek(out (long Due, Socket Client) next) ? (int)Math.Max(0, next.Due - Now) * 1_000 : -1;

    private void Receive(Socket client)
    {
        if (client.Receive(_buffer) == 0)
        {
            _connections.Remove(client);
            client.Dispose();
            return;
        }
        _asked.Enqueue((Now + _delay, client));
    }
}
