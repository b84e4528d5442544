using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// What the app talks to: answers a number of milliseconds after that many milliseconds. A process of its own, so that
/// an app which starves does not slow it down too.
/// </summary>
internal static class Backend
{
    public static int Listen()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start(512);
        _ = AcceptAsync(listener);
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static async Task AcceptAsync(TcpListener listener)
    {
        while (true)
        {
            Socket client = await listener.AcceptSocketAsync();
            client.NoDelay = true;
            _ = ServeAsync(client);
        }
    }

    private static async Task ServeAsync(Socket client)
    {
        using (client)
        {
            byte[] question = new byte[4];
            while (await client.ReceiveAsync(question) == question.Length)
            {
                await Task.Delay(BinaryPrimitives.ReadInt32LittleEndian(question));
                await client.SendAsync(question);
            }
        }
    }
}
