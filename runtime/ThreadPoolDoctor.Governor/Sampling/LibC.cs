using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// Nothing here is marshalled, and only then the calls themselves are compiled ahead of time.
[assembly: DisableRuntimeMarshalling]

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// The system calls that reading /proc many times a second needs. Files as .NET opens them would allocate, and throw
/// each time that a thread has ended.
/// </summary>
internal static unsafe partial class LibC
{
    private const int ReadOnly = 0;
    private const int CloseOnExec = 0x80000;
    private const int ThreadCpuClock = 3;

    /// <summary>A descriptor, or a negative number.</summary>
    public static int Open(ReadOnlySpan<byte> path)
    {
        fixed (byte* start = path) return open(start, ReadOnly | CloseOnExec);
    }

    /// <summary>Bytes read from the start of the file, or a negative number.</summary>
    public static int Read(int file, Span<byte> buffer)
    {
        fixed (byte* start = buffer) return (int)pread(file, start, (nuint)buffer.Length, 0);
    }

    /// <summary>The next entries of a folder, as many as there is room for; their bytes, 0 after the last.</summary>
    public static int Entries(int call, int folder, Span<byte> buffer)
    {
        fixed (byte* start = buffer) return (int)syscall(call, folder, start, (nuint)buffer.Length);
    }

    public static void Close(int file) => _ = close(file);

    /// <summary>Processor time of the calling thread in seconds; 0 where it cannot be had.</summary>
    public static double ThreadSeconds()
    {
        TimeSpec time;
        return clock_gettime(ThreadCpuClock, &time) == 0 ? time.Seconds + time.Nanoseconds / 1e9 : 0;
    }

    [DllImport("libc", ExactSpelling = true)]
    private static extern int open(byte* path, int flags);

    [DllImport("libc", ExactSpelling = true)]
    private static extern nint pread(int file, byte* buffer, nuint count, nint offset);

    [DllImport("libc", ExactSpelling = true)]
    private static extern nint syscall(nint call, nint first, byte* second, nuint third);

    [DllImport("libc", ExactSpelling = true)]
    private static extern int close(int file);

    [DllImport("libc", ExactSpelling = true)]
    private static extern int clock_gettime(int clock, TimeSpec* time);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
