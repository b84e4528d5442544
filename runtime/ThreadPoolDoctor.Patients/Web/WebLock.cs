using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>A web app whose handler holds a lock during I/O: all requests stand in one line before it.</summary>
internal static class WebLock
{
    private static readonly object s_gate = new();

    public static void Run(Session session)
    {
        SlowServer database = SlowServer.Start(session, delayMilliseconds: 100);
        Socket connection = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        connection.Connect(IPAddress.Loopback, database.Port);
        WebServer.RunSick(session, app => app.MapGet("/", () => Load(connection)));
    }

    private static string Load(Socket database)
    {
        byte[] answer = new byte[100];
        lock (s_gate) // blamed TPD004
        {
            database.Send("order"u8);
            database.Receive(answer);
        }
        return "order";
    }
}
