using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>Paths under /proc/self/task and the numbers in their files, without an allocation.</summary>
internal static class ProcFile
{
    /// <summary>Enough for what the kernel says of memory, or the part of it that is looked for.</summary>
    public const int SmallFile = 4096;

    private const int PathLength = 64;
    // Without the flags for a private futex and for the clock.
    private const int FutexCommand = 0x7f;
    private const int FutexWait = 0;
    private const int FutexWaitBits = 9;

    private static readonly int s_futex = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 202,
        Architecture.Arm64 => 98,
        _ => -1,
    };

    /// <summary>
    /// Opens a file of one thread; a negative number when the thread has ended or the file may not be read.
    /// </summary>
    public static int OpenOfThread(int thread, ReadOnlySpan<byte> file)
    {
        Span<byte> path = stackalloc byte[PathLength];
        path.Clear();
        "/proc/self/task/"u8.CopyTo(path);
        int length = "/proc/self/task/"u8.Length;
        Utf8Formatter.TryFormat(thread, path[length..], out int digits);
        length += digits;
        path[length++] = (byte)'/';
        file.CopyTo(path[length..]);
        return LibC.Open(path);
    }

    /// <summary>Reads the start of a file, whose path ends with a zero; -1 when it cannot be read.</summary>
    public static int Read(ReadOnlySpan<byte> path, Span<byte> buffer)
    {
        int handle = LibC.Open(path);
        if (handle < 0) return -1;
        int length = LibC.Read(handle, buffer);
        LibC.Close(handle);
        return length;
    }

    /// <summary>Reads a file of one thread once; -1 when it cannot be read.</summary>
    public static int ReadOfThread(int thread, ReadOnlySpan<byte> file, Span<byte> buffer)
    {
        int handle = OpenOfThread(thread, file);
        if (handle < 0) return -1;
        int length = LibC.Read(handle, buffer);
        LibC.Close(handle);
        return length;
    }

    /// <summary>
    /// The first two numbers of a schedstat file: nanoseconds on a processor, nanoseconds of waiting for one.
    /// </summary>
    public static bool TryParseSchedStat(ReadOnlySpan<byte> text, out long ran, out long waited)
    {
        waited = 0;
        return Utf8Parser.TryParse(text, out ran, out int used)
            && used < text.Length
            && Utf8Parser.TryParse(text[(used + 1)..], out waited, out _);
    }

    /// <summary>
    /// The state letter of a stat line: it follows the last bracket, since the name may hold brackets too.
    /// </summary>
    public static char State(ReadOnlySpan<byte> stat)
    {
        int end = stat.LastIndexOf((byte)')');
        return end >= 0 && end + 2 < stat.Length ? (char)stat[end + 2] : '?';
    }

    /// <summary>
    /// Whether a syscall file tells of a wait for another thread without a limit of time: a futex, and no time-out.
    /// </summary>
    public static bool WaitsWithoutLimit(ReadOnlySpan<byte> call) => IsFutex(call) && FutexTimeout(call) == 0;

    /// <summary>
    /// Whether a syscall file tells of a wait that ends without another thread: no futex, or a time-out. A thread that
    /// runs has no number there.
    /// </summary>
    public static bool WaitsIndependently(ReadOnlySpan<byte> call) => IsFutex(call)
        ? FutexTimeout(call) is not (null or 0)
        : s_futex >= 0 && Utf8Parser.TryParse(call, out int number, out _) && number >= 0;

    private static bool IsFutex(ReadOnlySpan<byte> call) => Utf8Parser.TryParse(call, out int number, out _) && number == s_futex;

    /// <summary>Where a wait for a futex has its time-out, 0 if there is none; null for another operation.</summary>
    private static long? FutexTimeout(ReadOnlySpan<byte> call) =>
        Utf8Parser.TryParse(Argument(call, 2), out int operation, out _, 'x')
        && (operation & FutexCommand) is FutexWait or FutexWaitBits
        && Utf8Parser.TryParse(Argument(call, 4), out long timeout, out _, 'x') ? timeout : null;

    /// <summary>
    /// From the hexadecimal digits of an argument on, the first of which is 1; nothing when there are not so many.
    /// </summary>
    private static ReadOnlySpan<byte> Argument(ReadOnlySpan<byte> call, int index)
    {
        for (; index > 0; index--)
        {
            int space = call.IndexOf((byte)' ');
            if (space < 0) return default;
            call = call[(space + 1)..];
        }
        return call.StartsWith("0x"u8) ? call[2..] : default;
    }

    /// <summary>A number after a key, as in "MemAvailable:   123 kB"; null when it is not there.</summary>
    public static long? Number(ReadOnlySpan<byte> text, ReadOnlySpan<byte> key)
    {
        int start = text.IndexOf(key);
        if (start < 0) return null;
        ReadOnlySpan<byte> rest = text[(start + key.Length)..].TrimStart((byte)' ');
        return Utf8Parser.TryParse(rest, out long number, out _) ? number : null;
    }

    /// <summary>Whether a comm file holds a worker's name, as the runtime gives it.</summary>
    public static bool IsWorkerName(ReadOnlySpan<byte> comm) => comm.StartsWith(".NET TP Worker"u8);
}
