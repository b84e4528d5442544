using System.Net;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Monitoring.Tests.Blocks;

/// <summary>Work items that block, one of each kind. The line that blocks bears the mark.</summary>
internal static class Blocking
{
    public static Task Sleeping(TimeSpan time) => Task.Run(() => Sleep(time));

    public static Task OnTask(TimeSpan time) => Task.Run(() => WaitForTask(time));

    public static Task OnSignal(TimeSpan time) => Task.Run(() => WaitForSignal(time));

    public static Task OnInput(TimeSpan time) => Task.Run(() => ReadFromSocket(time));

    public static Task OnLock(TimeSpan time)
    {
        object gate = new();
        ManualResetEventSlim held = new();
        Thread holder = new(() =>
        {
            lock (gate)
            {
                held.Set();
                Thread.Sleep(time);
            }
        });
        holder.Start();
        held.Wait();
        return Task.Run(() => EnterLock(gate));
    }

    private static void Sleep(TimeSpan time)
    {
        Thread.Sleep(time); // blocks: TPD002
    }

    private static int WaitForTask(TimeSpan time)
    {
        Task<int> later = Later(time);
        return later.Result; // blocks: TPD001
    }

    private static async Task<int> Later(TimeSpan time)
    {
        await Task.Delay(time);
        return 1;
    }

    private static void WaitForSignal(TimeSpan time)
    {
        using ManualResetEvent never = new(false);
        never.WaitOne(time); // blocks: TPD004
    }

    private static void EnterLock(object gate)
    {
        lock (gate) // blocks: lock
        {
        }
    }

    private static void ReadFromSocket(TimeSpan time)
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        using TcpClient client = new();
        client.Connect((IPEndPoint)listener.LocalEndpoint);
        using TcpClient server = listener.AcceptTcpClient();
        using Timer answer = new(_ => server.GetStream().WriteByte(1), null, time, Timeout.InfiniteTimeSpan);
        int read = client.GetStream().ReadByte(); // blocks: TPD003
        GC.KeepAlive(read);
    }
}
