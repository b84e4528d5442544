using System.Net;
using System.Net.Http.Json;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Net.Security;
using System.Net.Sockets;

namespace Corpus;

/// <summary>Sockets, names, requests, mail.</summary>
public class Network
{
    public async Task Sockets(Socket socket, byte[] buffer, EndPoint end)
    {
        await Task.Yield();
        socket.Connect(end); // item
        socket.Connect("localhost", 80); // item
        int n = socket.Send(buffer); // item
        n += socket.Receive(buffer); // item
        n += socket.Receive(buffer, 5, SocketFlags.None); // item
        n += socket.SendTo(buffer, end); // item
        n += socket.ReceiveFrom(buffer, ref end); // item
        using Socket accepted = socket.Accept(); // item
        socket.SendFile("a"); // item
        socket.Disconnect(true); // item
        GC.KeepAlive(n);
    }

    public async Task Clients(TcpClient tcp, TcpListener listener, UdpClient udp, byte[] buffer)
    {
        await Task.Yield();
        tcp.Connect("localhost", 80); // item
        using TcpClient client = listener.AcceptTcpClient(); // item
        using Socket socket = listener.AcceptSocket(); // item
        udp.Send(buffer, 5); // harmless
        IPEndPoint? from = null;
        buffer = udp.Receive(ref from); // item
        await using NetworkStream stream = tcp.GetStream();
        int n = stream.Read(buffer, 0, 5); // item
        stream.Write(buffer, 0, n); // item
        await using SslStream tls = new(stream);
        tls.AuthenticateAsClient("localhost"); // item
    }

    public async Task Names()
    {
        await Task.Yield();
        IPHostEntry entry = Dns.GetHostEntry("localhost"); // item
        IPAddress[] addresses = Dns.GetHostAddresses("localhost"); // item
        using Ping ping = new();
        PingReply reply = ping.Send("localhost"); // item
        GC.KeepAlive((entry, addresses, reply));
    }

    public async Task Requests(HttpClient client, HttpRequestMessage request, HttpContent content)
    {
        await Task.Yield();
        HttpResponseMessage response = client.Send(request); // item
        string text = client.GetStringAsync("http://localhost").Result; // item
        text += response.Content.ReadAsStringAsync().GetAwaiter().GetResult(); // item
        Stream stream = content.ReadAsStream(); // item
        content.CopyTo(Stream.Null, null, default); // item
        int n = client.GetFromJsonAsync<int>("http://localhost").Result; // item
        GC.KeepAlive((text, stream, n));
    }

    public async Task Mail(SmtpClient smtp, MailMessage message)
    {
        await Task.Yield();
        smtp.Send(message); // item
    }

#pragma warning disable SYSLIB0014
    public async Task Old(WebRequest request, WebClient client)
    {
        await Task.Yield();
        using WebResponse response = request.GetResponse(); // item
        string text = client.DownloadString("http://localhost"); // item
        GC.KeepAlive(text);
    }
#pragma warning restore SYSLIB0014

    public void Queued(HttpClient client, HttpRequestMessage request, Socket socket, byte[] buffer)
    {
        Task.Run(() => client.Send(request)); // item
        ThreadPool.QueueUserWorkItem(_ => socket.Receive(buffer)); // item
        ThreadPool.QueueUserWorkItem(_ => client.GetStringAsync("http://localhost").Wait()); // item
    }

    public void Outside(HttpClient client, HttpRequestMessage request)
    {
        client.Send(request); // not an item
        GC.KeepAlive(client.GetStringAsync("http://localhost").Result); // not an item
    }
}
