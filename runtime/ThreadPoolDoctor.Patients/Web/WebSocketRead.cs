using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>A web app whose handler reads from another service over a socket, synchronously.</summary>
internal static class WebSocketRead
{
    public static void Run(Session session)
    {
        SlowServer service = SlowServer.Start(session, delayMilliseconds: 500);
        WebServer.RunSick(session, app => app.MapGet("/", () => Load(service.Port)));
    }

    private static string Load(int port)
    {
        using Socket service = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        service.Connect(IPAddress.Loopback, port);
        service.Send("order"u8);
        byte[] answer = new byte[100];
        int length = service.Receive(answer); // blamed TPD003
        return $"{length} bytes";
    }
}
