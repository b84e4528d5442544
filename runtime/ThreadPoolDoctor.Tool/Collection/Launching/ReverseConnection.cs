using System.Buffers.Binary;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Tool.Collection.Launching;

/// <summary>
/// A runtime that has come to a port of ours. It waits on this connection for one command, and comes again after it
/// (diagnostics IPC protocol of dotnet/runtime and dotnet/diagnostics, ipc-protocol.md).
/// </summary>
/// <param name="Socket">Where it waits.</param>
/// <param name="Instance">The runtime's own number: the same whenever it comes again.</param>
/// <param name="ProcessId">By the kernel's word; 0 where its PID namespace cannot be seen from here.</param>
internal sealed record ReverseConnection(Socket Socket, Guid Instance, int ProcessId) : IDisposable
{
    /// <summary>"ADVR_V1" with its zero, the runtime's number, its own process id, and two bytes for later.</summary>
    private const int AdvertiseSize = 8 + 16 + 8 + 2;

    private const int HeaderSize = 20;
    private const byte ProcessCommands = 4;
    private const byte ResumeRuntime = 1;

    private static ReadOnlySpan<byte> Advertised => "ADVR_V1\0"u8;

    private static ReadOnlySpan<byte> Magic => "DOTNET_IPC_V1\0"u8;

    /// <summary>Reads who has come; null for what is no runtime.</summary>
    public static async Task<ReverseConnection?> GreetAsync(Socket socket, int processId, CancellationToken cancel)
    {
        byte[] greeting = new byte[AdvertiseSize];
        for (int read = 0; read < greeting.Length;)
        {
            int more = await socket.ReceiveAsync(greeting.AsMemory(read), cancel);
            if (more == 0) return null;
            read += more;
        }
        return greeting.AsSpan().StartsWith(Advertised) ? new(socket, new Guid(greeting.AsSpan(8, 16)), processId) : null;
    }

    /// <summary>Lets the runtime go on that waits at its start.</summary>
    public async Task ResumeAsync(CancellationToken cancel)
    {
        byte[] command = new byte[HeaderSize];
        Magic.CopyTo(command);
        BinaryPrimitives.WriteUInt16LittleEndian(command.AsSpan(14), HeaderSize);
        command[16] = ProcessCommands;
        command[17] = ResumeRuntime;
        await Socket.SendAsync(command, cancel);
        // The answer says that it was understood; a runtime that does not wait understands it too.
        await Socket.ReceiveAsync(new byte[HeaderSize + sizeof(uint)], cancel);
    }

    public void Dispose() => Socket.Dispose();
}
