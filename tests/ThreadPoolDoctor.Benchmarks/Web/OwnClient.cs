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
    public static LoadResult Run(int port, string path, int connections, TimeSpan time)
    {
        byte[] request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        List<Socket> sockets = [.. Enumerable.Range(0, connections).Select(_ => Connect(port))];
        long[] askedAt = new long[connections];
        Dictionary<Socket, int> index = sockets.Select(static (socket, i) => (socket, i)).ToDictionary(static p => p.socket, static p => p.i);
        List<double> latencies = [];
        long errors = 0;
        byte[] buffer = new byte[16 * 1024];
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < connections; i++) Ask(i);
        while (Stopwatch.GetElapsedTime(start) < time && index.Count > 0)
        {
            List<Socket> ready = [.. index.Keys];
            Socket.Select(ready, null, null, 10_000);
            foreach (Socket socket in ready)
            {
                int i = index[socket];
                int length = socket.Receive(buffer);
                if (length == 0)
                {
                    errors++;
                    index.Remove(socket);
                    continue;
                }
                // The app's answers are small: each comes whole, in one piece.
                if (!buffer.AsSpan(0, length).StartsWith("HTTP/1.1 200"u8)) errors++;
                else latencies.Add(Stopwatch.GetElapsedTime(askedAt[i]).TotalMilliseconds);
                Ask(i);
            }
        }
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        foreach (Socket socket in sockets) socket.Dispose();
        latencies.Sort();
        double p99 = latencies.Count == 0 ? double.NaN : latencies[(int)(latencies.Count * 0.99)];
        return new LoadResult(latencies.Count / seconds, p99, errors);

        void Ask(int i)
        {
            askedAt[i] = Stopwatch.GetTimestamp();
            sockets[i].Send(request);
        }
    }

    private static Socket Connect(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, port);
        return socket;
    }
}
