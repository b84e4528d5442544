using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Monitoring.Inside;

/// <summary>
/// Opens sessions on this process. The diagnostics client makes its connections by asynchronous sockets, whose answers
/// come through the pool: while that starves they take until it has recovered. So under Unix the few messages that are
/// needed are written here, over a socket that blocks its thread and asks nobody else.
/// </summary>
/// <remarks>The protocol: documentation/design-docs/ipc-protocol.md in dotnet/diagnostics.</remarks>
internal static class OwnPort
{
    private const int HeaderSize = 20;
    private const byte EventPipeCommands = 0x02;
    private const byte StopTracing = 0x01;
    private const byte CollectTracing2 = 0x03;
    private const byte CollectTracing4 = 0x05;
    private const byte ServerAnswers = 0xFF;
    private const byte Ok = 0x00;
    private const uint NetTrace = 1;

    // The runtime answers from a thread of its own, at once unless no processor is to be had.
    private const int PatienceMilliseconds = 20_000;

    private static readonly byte[] s_magic = "DOTNET_IPC_V1\0"u8.ToArray();
    private static readonly Lazy<string?> s_path = new(Find);

    /// <summary>Opens a session. Throws ServerNotAvailableException when this process has no port.</summary>
    public static LiveSession Open(SessionPlan plan, Action<EventPipeEventSource> listen)
    {
        if (OperatingSystem.IsWindows()) return LiveSession.Open(new DiagnosticsClient(Environment.ProcessId), plan, listen);
        // A rundown by keyword is known since .NET 9; before, the session has all of it or nothing.
        Socket socket = Environment.Version.Major >= 9
            ? Ask(EventPipeCommands, CollectTracing4, WithKeyword(plan), out byte[] answer)
            : Ask(EventPipeCommands, CollectTracing2, Plain(plan), out answer);
        ulong session = BitConverter.ToUInt64(answer);
        // The stream that is read has no time limit: a session may be silent for as long as it likes.
        socket.ReceiveTimeout = 0;
        return LiveSession.Over(
            new NetworkStream(socket, ownsSocket: true),
            () => Ask(EventPipeCommands, StopTracing, BitConverter.GetBytes(session), out _).Dispose(),
            plan.Name,
            listen);
    }

    private static byte[] WithKeyword(SessionPlan plan) => Payload(plan, writer =>
    {
        writer.Write(plan.RundownKeyword);
        writer.Write(plan.Stacks);
    });

    private static byte[] Plain(SessionPlan plan) => Payload(plan, writer => writer.Write(plan.RundownKeyword != 0));

    private static byte[] Payload(SessionPlan plan, Action<BinaryWriter> choices)
    {
        using MemoryStream buffer = new();
        using BinaryWriter writer = new(buffer, Encoding.Unicode);
        writer.Write((uint)plan.BufferMegabytes);
        writer.Write(NetTrace);
        choices(writer);
        writer.Write((uint)plan.Providers.Count);
        foreach (EventPipeProvider provider in plan.Providers)
        {
            writer.Write(provider.Keywords);
            writer.Write((uint)provider.EventLevel);
            Write(writer, provider.Name);
            Write(writer, string.Join(';', provider.Arguments?.Select(pair => $"{pair.Key}={pair.Value}") ?? []));
        }
        writer.Flush();
        return buffer.ToArray();
    }

    /// <summary>Its length with the closing zero, and UTF-16.</summary>
    private static void Write(BinaryWriter writer, string text)
    {
        writer.Write((uint)text.Length + 1);
        foreach (char one in text) writer.Write((ushort)one);
        writer.Write((ushort)0);
    }

    /// <summary>
    /// Sends a message and gives back the answer's payload and the connection, on which a stream may follow.
    /// </summary>
    private static Socket Ask(byte set, byte command, byte[] payload, out byte[] answer)
    {
        Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
        {
            SendTimeout = PatienceMilliseconds,
            ReceiveTimeout = PatienceMilliseconds,
        };
        try
        {
            string path = s_path.Value ?? throw new ServerNotAvailableException("There is no diagnostics port.");
            byte[] size = BitConverter.GetBytes((ushort)(HeaderSize + payload.Length));
            socket.Connect(new UnixDomainSocketEndPoint(path));
            socket.Send([.. s_magic, .. size, set, command, 0, 0, .. payload]);
            byte[] header = Receive(socket, HeaderSize);
            answer = Receive(socket, BitConverter.ToUInt16(header, s_magic.Length) - HeaderSize);
            if (header[16] != ServerAnswers || header[17] != Ok)
            {
                throw new ServerErrorException($"the runtime refused command {command} (0x{Convert.ToHexString(answer)})");
            }
            return socket;
        }
        catch (SocketException refused)
        {
            socket.Dispose();
            throw new ServerNotAvailableException("The diagnostics port of this process does not answer.", refused);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static byte[] Receive(Socket socket, int count)
    {
        byte[] bytes = new byte[Math.Max(0, count)];
        for (int at = 0, read; at < bytes.Length; at += read)
        {
            read = socket.Receive(bytes.AsSpan(at));
            if (read == 0) throw new EndOfStreamException("The diagnostics port hung up.");
        }
        return bytes;
    }

    /// <summary>
    /// The runtime's socket, by this process's id and start time; where the system does not tell that, the newest.
    /// </summary>
    private static string? Find()
    {
        int id = ProcFiles.InnerId(Environment.ProcessId);
        string own = string.Create(CultureInfo.InvariantCulture, $"dotnet-diagnostic-{id}-*-socket");
        ulong? started = ProcFiles.Stat(Environment.ProcessId)?.StartTicks;
        return Directory.EnumerateFiles(Path.GetTempPath(), own)
            .Select(DiagnosticSocket.Parse)
            .OfType<DiagnosticSocket>()
            .Where(socket => started is null || socket.StartTicks == started)
            .MaxBy(socket => socket.StartTicks)?.Path;
    }
}
