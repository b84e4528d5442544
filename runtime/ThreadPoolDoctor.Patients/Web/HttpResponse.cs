using System.Net.Sockets;
using System.Text;

namespace ThreadPoolDoctor.Patients;

/// <summary>Just enough of HTTP/1.1 to know when a small response is complete.</summary>
internal sealed class HttpResponse
{
    private readonly byte[] _buffer = new byte[4_096];
    private int _length;

    /// <summary>Reads what has arrived; true when that completes the response, and then starts afresh.</summary>
    public bool ReadFrom(Socket socket)
    {
        int read = socket.Receive(_buffer, _length, _buffer.Length - _length, SocketFlags.None);
        if (read == 0) throw new IOException("The server closed a connection under load.");
        _length += read;
        if (!IsComplete()) return false;
        _length = 0;
        return true;
    }

    private bool IsComplete()
    {
        ReadOnlySpan<byte> received = _buffer.AsSpan(0, _length);
        int headerEnd = received.IndexOf("\r\n\r\n"u8);
        if (headerEnd < 0) return false;
        string header = Encoding.ASCII.GetString(received[..headerEnd]);
        int at = header.IndexOf("Content-Length: ", StringComparison.OrdinalIgnoreCase);
        if (at < 0) return received.EndsWith("\r\n0\r\n\r\n"u8);
        string length = header[(at + "Content-Length: ".Length)..].Split('\r')[0];
        return received.Length >= headerEnd + 4 + int.Parse(length);
    }
}
