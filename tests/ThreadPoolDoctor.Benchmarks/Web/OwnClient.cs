using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// The load client for machines without wrk: each connection asks again as soon as it is answered, like wrk's. One
/// thread for all of them, so that it is bounded in what it takes of a small machine.
/// </summary>
internal sealed class OwnClient
{
    // As wrk's: a request not answered for so long counts as an error.
    private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(2);

    private readonly byte[] _request;
    private readonly byte[] _buffer = new byte[16 * 1024];
    private readonly Dictionary<Socket, Conversation> _open = [];
    private readonly List<double> _latencies = [];
    private long _errors;

    private OwnClient(string path) => _request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");

    public static LoadResult Run(int port, string path, int connections, TimeSpan time) => new OwnClient(path).Run(port, connections, time);

    private LoadResult Run(int port, int connections, TimeSpan time)
    {
        for (int i = 0; i < connections; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            socket.Connect(IPAddress.Loopback, port);
            Ask(socket, _open[socket] = new Conversation());
        }
        List<Socket> ready = [];
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < time && _open.Count > 0)
        {
            ready.Clear();
            ready.AddRange(_open.Keys);
            Socket.Select(ready, null, null, 10_000);
            foreach (Socket socket in ready) Receive(socket, _open[socket]);
        }
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        _errors += _open.Values.Count(static c => Stopwatch.GetElapsedTime(c.AskedAt) >= s_timeout);
        foreach (Socket socket in _open.Keys) socket.Dispose();
        _latencies.Sort();
        double p99 = _latencies.Count == 0 ? double.NaN : _latencies[(int)(_latencies.Count * 0.99)];
        return new LoadResult(_latencies.Count / seconds, p99, _errors);
    }

    private void Ask(Socket socket, Conversation conversation)
    {
        conversation.Answer.Clear();
        conversation.AskedAt = Stopwatch.GetTimestamp();
        socket.Send(_request);
    }

    private void Receive(Socket socket, Conversation conversation)
    {
        try
        {
            int length = socket.Receive(_buffer);
            conversation.Answer.Append(Encoding.ASCII.GetString(_buffer, 0, length));
            if (length > 0)
            {
                string answer = conversation.Answer.ToString();
                if (!IsWhole(answer)) return;
                if (answer.StartsWith("HTTP/1.1 200", StringComparison.Ordinal)) _latencies.Add(Stopwatch.GetElapsedTime(conversation.AskedAt).TotalMilliseconds);
                else _errors++;
                Ask(socket, conversation);
                return;
            }
        }
        catch (SocketException)
        {
            // As if it had closed the connection.
        }
        _errors++;
        _open.Remove(socket);
        socket.Dispose();
    }

    /// <summary>
    /// The app sends texts in chunks, whose last one may come by itself, and everything else with its length.
    /// </summary>
    private static bool IsWhole(string answer)
    {
        int body = answer.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
        if (body < 4) return false;
        int length = answer.IndexOf("Content-Length: ", StringComparison.OrdinalIgnoreCase);
        if (length < 0 || length > body) return answer.EndsWith("\r\n0\r\n\r\n", StringComparison.Ordinal);
        length += "Content-Length: ".Length;
        return answer.Length - body >= int.Parse(answer.AsSpan(length, answer.IndexOf('\r', length) - length));
    }

    private sealed class Conversation
    {
        public StringBuilder Answer { get; } = new();

        public long AskedAt { get; set; }
    }
}
