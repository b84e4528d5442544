using System.Net.Sockets;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Who listens at a Unix socket, by the kernel's word (SO_PEERCRED): nobody can listen in another's name.
/// </summary>
/// <param name="ProcessId">The id of the process as this tool sees it; 0 when it lives in a PID namespace that cannot
/// be seen from here.</param>
/// <param name="UserId">Its user when it began to listen.</param>
internal readonly record struct SocketOwner(int ProcessId, uint UserId)
{
    // SOL_SOCKET, SO_PEERCRED and struct ucred of Linux.
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int CredentialsSize = 12;

    // A connection to a socket is accepted by the kernel: this long, it is only refused.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Connects, asks the kernel and hangs up. Null when nobody listens, or the kernel does not tell.
    /// </summary>
    public static SocketOwner? Of(string path)
    {
        if (!OperatingSystem.IsLinux()) return null;
        try
        {
            using Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            // With its backlog full a connection waits until the process accepts one, which a stopped one never does.
            if (!socket.ConnectAsync(new UnixDomainSocketEndPoint(path)).Wait(s_patience)) return null;
            Span<byte> credentials = stackalloc byte[CredentialsSize];
            if (socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials) != CredentialsSize) return null;
            return new(BitConverter.ToInt32(credentials), BitConverter.ToUInt32(credentials[4..]));
        }
        catch (Exception trouble) when (trouble is SocketException or AggregateException or ArgumentException)
        {
            return null; // refused, or a path too long for a socket
        }
    }
}
