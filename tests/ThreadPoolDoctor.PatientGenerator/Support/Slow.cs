using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.IO.Pipes;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Support;

/// <summary>
/// A slow world outside: each of these answers after so many milliseconds, from threads that are not the pool's.
/// </summary>
internal static class Slow
{
    // Without a lock: whoever asks must never wait for who else does, on a machine however crowded.
    private static readonly ConcurrentQueue<(Action Action, long Due)> s_asked = new();
    private static readonly PriorityQueue<Action, long> s_due = new();
    private static readonly Lazy<Listener> s_listener = new(static () => new Listener());

    /// <summary>0 while everything answers at once, 1 from then on.</summary>
    public static int Pace = 1;

    static Slow() => Session.OnThread("clock", Tell);

    public static async Task<int> LoadAsync(int milliseconds)
    {
        await Task.Delay(milliseconds);
        return milliseconds;
    }

    /// <summary>The same, without a timer: whoever waits for it is told by a thread of its own.</summary>
    public static async Task<int> AskAsync(int milliseconds)
    {
        if (milliseconds == 0) return 0;
        TaskCompletionSource<int> answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Later(milliseconds, () => answer.SetResult(milliseconds));
        return await answer.Task;
    }

    public static ValueTask<int> CountAsync(int milliseconds) => new(AskAsync(milliseconds));

    public static ManualResetEvent Event(int milliseconds)
    {
        ManualResetEvent signal = new(false);
        Later(milliseconds, () => signal.Set());
        return signal;
    }

    public static ManualResetEventSlim Slim(int milliseconds)
    {
        ManualResetEventSlim signal = new();
        Later(milliseconds, signal.Set);
        return signal;
    }

    public static SemaphoreSlim Semaphore(int milliseconds)
    {
        SemaphoreSlim semaphore = new(0);
        Later(milliseconds, () => semaphore.Release());
        return semaphore;
    }

    public static CountdownEvent Countdown(int milliseconds)
    {
        CountdownEvent countdown = new(1);
        Later(milliseconds, () => countdown.Signal());
        return countdown;
    }

    public static Barrier Barrier(int milliseconds)
    {
        Barrier barrier = new(2);
        Later(milliseconds, () => barrier.RemoveParticipant());
        return barrier;
    }

    public static object Pulse(int milliseconds)
    {
        object gate = new();
        Later(Math.Max(1, milliseconds), () =>
        {
            lock (gate) Monitor.PulseAll(gate);
        });
        return gate;
    }

    public static BlockingCollection<int> Queue(int milliseconds)
    {
        BlockingCollection<int> queue = [];
        Later(milliseconds, () => queue.Add(1));
        return queue;
    }

    public static ReaderWriterLockSlim KeptByWriter(int milliseconds)
    {
        ReaderWriterLockSlim written = new();
        using ManualResetEventSlim taken = new();
        new Thread(() =>
        {
            written.EnterWriteLock();
            taken.Set();
            Thread.Sleep(milliseconds);
            written.ExitWriteLock();
        }) { IsBackground = true }.Start();
        SpinWait spin = default;
        while (!taken.IsSet) spin.SpinOnce(-1);
        return written;
    }

    public static Thread Worker(int milliseconds)
    {
        Thread thread = new(() => Thread.Sleep(milliseconds)) { IsBackground = true };
        thread.Start();
        return thread;
    }

    /// <summary>Gives one byte, a line of text, or the answer to a request of HTTP when its time has come.</summary>
    public static Socket Connect(int milliseconds)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(IPAddress.Loopback, s_listener.Value.Port);
        socket.Send(Encoding.ASCII.GetBytes($"GET /{milliseconds} \r\n\r\n"));
        return socket;
    }

    public static NetworkStream Network(int milliseconds) => new(Connect(milliseconds), ownsSocket: true);

    public static HttpClient Http { get; } = new(new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.Zero });

    public static HttpRequestMessage Request(int milliseconds) =>
        new(HttpMethod.Get, $"http://127.0.0.1:{s_listener.Value.Port}/{milliseconds}");

    public static Stream Pipe(int milliseconds)
    {
        AnonymousPipeServerStream write = new(PipeDirection.Out);
        AnonymousPipeClientStream read = new(PipeDirection.In, write.GetClientHandleAsString());
        Later(milliseconds, () =>
        {
            write.WriteByte(1);
            write.Dispose();
        });
        return read;
    }

    public static void Later(int milliseconds, Action action)
    {
        if (milliseconds <= 0)
        {
            action();
            return;
        }
        s_asked.Enqueue((action, Stopwatch.GetTimestamp() + milliseconds * Stopwatch.Frequency / 1_000));
    }

    private static void Tell()
    {
        while (true)
        {
            while (s_asked.TryDequeue(out (Action Action, long Due) asked)) s_due.Enqueue(asked.Action, asked.Due);
            while (s_due.TryPeek(out Action? action, out long due) && due <= Stopwatch.GetTimestamp())
            {
                s_due.Dequeue();
                action();
            }
            Thread.Sleep(1);
        }
    }

    private sealed class Listener
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

        public Listener()
        {
            _listener.Start(4_000);
            Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
            Session.OnThread("server", Serve);
        }

        public int Port { get; }

        private void Serve()
        {
            byte[] request = new byte[4_096];
            while (true)
            {
                Socket socket = _listener.AcceptSocket();
                int length = socket.Receive(request);
                string path = Encoding.ASCII.GetString(request, 0, length).Split(' ')[1];
                Later(int.Parse(path[1..]), () =>
                {
                    try
                    {
                        socket.Send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK"u8);
                    }
                    catch (SocketException)
                    {
                        // Nobody listens any more.
                    }
                    socket.Dispose();
                });
            }
        }
    }
}
