using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The few calls of Linux that .NET has no cheap equal of: a census reads thousands of tiny files, and opening each as
/// a stream costs ten times what the kernel takes to write it. Only for Linux.
/// </summary>
internal static class Kernel
{
    // O_RDONLY | O_CLOEXEC.
    private const int OpenFlags = 0x80000;

    private const int BootTime = 7;

    /// <summary>
    /// Reads the beginning of a file, as much as fits; -1 when it cannot be read. The path ends with a zero.
    /// </summary>
    public static int Read(ReadOnlySpan<byte> path, Span<byte> buffer)
    {
        int file = Open(ref MemoryMarshal.GetReference(path), OpenFlags);
        if (file < 0) return -1;
        nint read = Pread(file, ref MemoryMarshal.GetReference(buffer), buffer.Length, 0);
        _ = Close(file);
        return (int)read;
    }

    /// <summary>
    /// Seconds since boot, sleep included: the clock that start times of processes are counted on. /proc/uptime will
    /// not do: in a container lxcfs puts the container's own there. Null where the kernel does not tell.
    /// </summary>
    public static double? SecondsSinceBoot() =>
        ClockGetTime(BootTime, out Timespec time) == 0 ? time.Seconds + time.Nanoseconds / 1e9 : null;

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Timespec
    {
        public readonly nint Seconds;
        public readonly nint Nanoseconds;
    }

    [DllImport("libc", EntryPoint = "open")]
    private static extern int Open(ref byte path, int flags);

    [DllImport("libc", EntryPoint = "pread")]
    private static extern nint Pread(int file, ref byte buffer, nint count, nint offset);

    [DllImport("libc", EntryPoint = "close")]
    private static extern int Close(int file);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    private static extern int ClockGetTime(int clock, out Timespec time);
}
