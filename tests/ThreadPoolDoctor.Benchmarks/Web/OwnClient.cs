using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// The load client for machines without wrk: each connection asks again as soon as it is answered, like wrk's. One
/// thread for all of them, so that it is bounded in what it takes of a small machine.
/// </summary>
internal static class OwnClient
{
    // As wrk's: a request not answered for so long counts as an error.
    private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(2);

    public static LoadResult Run(int port, string path, int connections, TimeSpan time)
    {
        byte[] request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        Dictionary<Socket, long> askedAt = [];
        List<double> latencies = [];
        long errors = 0;
        for (int i = 0; i < connections; i++) Ask(Connect(port));
        byte[] buffer = new byte[16 * 1024];
        List<Socket> ready = [];
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < time && askedAt.Count > 0)
        {
            ready.Clear();
            ready.AddRange(askedAt.Keys);
            Socket.Select(ready, null, null, 10_000);
            foreach (Socket socket in ready) Answer(socket);
        }
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        errors += askedAt.Values.Count(static asked => Stopwatch.GetElapsedTime(asked) >= s_timeout);
        foreach (Socket socket in askedAt.Keys) socket.Dispose();
        latencies.Sort();
        double p99 = latencies.Count == 0 ? double.NaN : latencies[(int)(latencies.Count * 0.99)];
        return new LoadResult(latencies.Count / seconds, p99, errors);

        void Ask(Socket socket)
        {
            askedAt[socket] = Stopwatch.GetTimestamp();
            socket.Send(request);
        }

        void Answer(Socket socket)
        {
            try
            {
                int length = socket.Receive(buffer);
                // The app's answers are small: each comes whole, in one piece. None at all: it has closed the connection.
                if (buffer.AsSpan(0, length).StartsWith("HTTP/1.1 200"u8)) latencies.Add(Stopwatch.GetElapsedTime(askedAt[socket]).TotalMilliseconds);
                else errors++;
                if (length > 0)
                {
                    Ask(socket);
                    return;
                }
            }
            catch (SocketException)
            {
                errors++;
            }
            askedAt.Remove(socket);
            socket.Dispose();
        }
    }

    private static Socket Connect(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, port);
        return socket;
    }
}
