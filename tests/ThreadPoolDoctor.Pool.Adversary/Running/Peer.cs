using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// The world outside of the pool: a thread of its own that answers on sockets and sets events when it is time.
/// </summary>
internal sealed class Peer
{
    private readonly PriorityQueue<Action, long> _due = new();
    private readonly Stack<(Socket Near, Socket Far)> _pairs = [];

    internal Peer() => new Thread(Work) { IsBackground = true, Name = "peer" }.UnsafeStart();

    /// <summary>Does it after so many milliseconds, on the peer's thread.</summary>
    internal void After(int milliseconds, Action action)
    {
        lock (_due)
        {
            _due.Enqueue(action, Stopwatch.GetTimestamp() + milliseconds * Stopwatch.Frequency / 1000);
            Monitor.Pulse(_due);
        }
    }

    /// <summary>
    /// Blocks in a read from a loopback connection whose other end answers after so many milliseconds.
    /// </summary>
    internal void Receive(int milliseconds)
    {
        (Socket near, Socket far) = Borrow();
        After(milliseconds, () => far.Send([1]));
        near.Receive(new byte[1]);
        lock (_pairs)
        {
            _pairs.Push((near, far));
        }
    }

    /// <summary>Two connected sockets, of which the first is read from.</summary>
    internal (Socket Near, Socket Far) Borrow()
    {
        lock (_pairs)
        {
            if (_pairs.TryPop(out (Socket, Socket) pair))
            {
                return pair;
            }
        }
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var near = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        near.Connect(listener.LocalEndPoint!);
        return (near, listener.Accept());
    }

    private void Work()
    {
        while (true)
        {
            Next()();
        }
    }

    private Action Next()
    {
        lock (_due)
        {
            while (true)
            {
                if (!_due.TryPeek(out Action? action, out long due))
                {
                    Monitor.Wait(_due);
                    continue;
                }
                double left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due).TotalMilliseconds;
                if (left <= 0)
                {
                    _due.Dequeue();
                    return action;
                }
                Monitor.Wait(_due, (int)Math.Ceiling(left));
            }
        }
    }
}
