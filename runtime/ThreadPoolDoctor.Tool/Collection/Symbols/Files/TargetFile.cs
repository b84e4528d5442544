using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// One regular file of the target, open for reading. Its length is that of the handle, so that a link, or a file which
/// is replaced meanwhile, cannot pass for another.
/// </summary>
internal sealed class TargetFile : IDisposable
{
    private readonly SafeFileHandle _handle;

    private TargetFile(SafeFileHandle handle, long length) => (_handle, Length) = (handle, length);

    /// <summary>In bytes; above 0.</summary>
    public long Length { get; }

    /// <summary>When it was last written; null where the file system does not tell.</summary>
    public DateTime? WrittenAt
    {
        get
        {
            try
            {
                return File.GetLastWriteTimeUtc(_handle);
            }
            catch (Exception e) when (IsTrouble(e))
            {
                return null;
            }
        }
    }

    /// <summary>
    /// Null when there is no regular file with something in it, or it may not be read. Never waits for a writer.
    /// </summary>
    public static TargetFile? TryOpen(string path)
    {
        SafeFileHandle? handle = null;
        try
        {
            // A device has no length, and opening one may set it to work: looked at before it is opened, and again
            // after.
            if (new FileInfo(path) is not { Exists: true, Length: > 0 }) return null;
            handle = OperatingSystem.IsLinux() ? OpenWithoutWaiting(path) : File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);
            long length = handle.IsInvalid ? 0 : RandomAccess.GetLength(handle); // throws for a pipe, is 0 for a device
            if (length > 0) return new TargetFile(handle, length);
        }
        catch (Exception e) when (IsTrouble(e))
        {
            // As if it were not there: what cannot be read cannot be told.
        }
        handle?.Dispose();
        return null;
    }

    /// <summary>So many bytes from there, or null when the file has shrunk or cannot be read.</summary>
    public byte[]? TryRead(long offset, int count)
    {
        try
        {
            byte[] bytes = new byte[count];
            for (int read = 0; read < count;)
            {
                int more = RandomAccess.Read(_handle, bytes.AsSpan(read), offset + read);
                if (more == 0) return null;
                read += more;
            }
            return bytes;
        }
        catch (Exception e) when (IsTrouble(e))
        {
            return null;
        }
    }

    public void Dispose() => _handle.Dispose();

    /// <summary>A pipe without a writer would hold an ordinary open for ever.</summary>
    private static SafeFileHandle OpenWithoutWaiting(string path) => new(Open(path, OpenFlags), ownsHandle: true);

    // O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC: the same on every architecture that .NET runs on under Linux.
    private const int OpenFlags = 0x100 | 0x800 | 0x80000;

    [DllImport("libc", EntryPoint = "open", SetLastError = true)]
    private static extern int Open([MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags);

    private static bool IsTrouble(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException or System.Security.SecurityException;
}
