using System.Net.Sockets;

namespace ThreadPoolDoctor.Tool.Collection.Launching;

/// <summary>
/// A port of ours that runtimes come to, because DOTNET_DiagnosticPorts of their process names it: a Unix socket, in a
/// folder that nobody else may enter or at a place that the user chose. Disposing takes it away.
/// </summary>
internal sealed class ReversePort : IDisposable
{
    // What a runtime that comes has time for its greeting, so that a stranger who says nothing is not kept for ever.
    private static readonly TimeSpan s_greeting = TimeSpan.FromSeconds(5);

    private const string FolderPrefix = "tpdoctor-";
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;
    private const int CredentialsSize = 12;
    private const int Backlog = 128;

    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly string? _folder;

    private ReversePort(string path, string? folder)
    {
        (Path, _folder) = (path, folder);
        _socket.Bind(new UnixDomainSocketEndPoint(path));
        _socket.Listen(Backlog);
    }

    /// <summary>What DOTNET_DiagnosticPorts must name.</summary>
    public string Path { get; }

    /// <summary>
    /// Opens one at this place, or at a place of its own. Throws ExpectedTrouble where that is not possible.
    /// </summary>
    public static ReversePort Open(string? path)
    {
        if (OperatingSystem.IsWindows())
        {
            throw new ExpectedTrouble(
                "Programs cannot be launched under observation on Windows.", "Start the program, and attach to it: attach NAME --wait.");
        }
        string? folder = null;
        try
        {
            if (path is not null) return new(System.IO.Path.GetFullPath(path), null);
            SweepFolders();
            folder = Directory.CreateTempSubdirectory($"{FolderPrefix}{Environment.ProcessId}-").FullName;
            return new(System.IO.Path.Combine(folder, "port"), folder);
        }
        catch (Exception trouble) when (trouble is SocketException or IOException or UnauthorizedAccessException or ArgumentException)
        {
            if (folder is not null) Directory.Delete(folder, recursive: true);
            throw new ExpectedTrouble(
                $"No diagnostics port can be opened at {path ?? folder ?? System.IO.Path.GetTempPath()}: {trouble.Message}",
                "Name a short path that does not exist yet, in a folder that may be written to.", trouble);
        }
    }

    /// <summary>
    /// The next runtime that comes, until it is cancelled. Whoever comes without being one, or as another user, is sent
    /// away.
    /// </summary>
    public async Task ListenAsync(Action<ReverseConnection> come, CancellationToken cancel)
    {
        try
        {
            while (true) _ = GreetAsync(await _socket.AcceptAsync(cancel), come, cancel);
        }
        catch (Exception over) when (over is OperationCanceledException or ObjectDisposedException or SocketException)
        {
            // Nobody is wanted any more.
        }
    }

    private static async Task GreetAsync(Socket socket, Action<ReverseConnection> come, CancellationToken cancel)
    {
        try
        {
            SocketOwner? peer = PeerOf(socket);
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
            limit.CancelAfter(s_greeting);
            uint? user = ProcFiles.EffectiveUser(Environment.ProcessId);
            bool ours = peer is null || user == 0 || peer.Value.UserId == user;
            if (ours && await ReverseConnection.GreetAsync(socket, peer?.ProcessId ?? 0, limit.Token) is { } connection) come(connection);
            else socket.Dispose();
        }
        catch (Exception gone) when (gone is SocketException or OperationCanceledException or ObjectDisposedException)
        {
            socket.Dispose();
        }
    }

    private static SocketOwner? PeerOf(Socket socket)
    {
        if (!OperatingSystem.IsLinux()) return null;
        Span<byte> credentials = stackalloc byte[CredentialsSize];
        return socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials) == CredentialsSize
            ? new(BitConverter.ToInt32(credentials), BitConverter.ToUInt32(credentials[4..]))
            : null;
    }

    /// <summary>Takes away what tools left behind that were killed.</summary>
    private static void SweepFolders()
    {
        foreach (string folder in Directory.GetDirectories(System.IO.Path.GetTempPath(), FolderPrefix + "*"))
        {
            string[] parts = System.IO.Path.GetFileName(folder)[FolderPrefix.Length..].Split('-');
            if (parts.Length != 2 || !int.TryParse(parts[0], out int owner) || DotNetProcesses.Exists(owner)) continue;
            try
            {
                File.Delete(System.IO.Path.Combine(folder, "port"));
                Directory.Delete(folder);
            }
            catch (Exception others) when (others is IOException or UnauthorizedAccessException)
            {
                // Another user's, or not ours after all: nothing in it is touched.
            }
        }
    }

    public void Dispose()
    {
        _socket.Dispose();
        try
        {
            File.Delete(Path);
            if (_folder is not null) Directory.Delete(_folder);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            // Somebody else took it away, or put something beside it.
        }
    }
}
