using System.Buffers.Text;
using System.Globalization;
using System.IO.Enumeration;
using System.Text.Unicode;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 0: the threads of a process as Linux shows them under /proc, without attaching to it and without its knowledge.
/// Reading stat of the threads needs no rights beyond seeing the process. Threads come and go while they are read: one
/// that vanishes is left out. Used by one thread at a time; the buffers are reused.
/// </summary>
internal sealed class ThreadWatch
{
    // Names that the runtime gives its threads (15 characters are all the kernel keeps).
    private static readonly (byte[] Name, ThreadRole Role)[] s_roles =
    [
        (".NET TP Worker"u8.ToArray(), ThreadRole.Worker),
        (".NET TP Gate"u8.ToArray(), ThreadRole.Gate),
        (".NET TP Wait"u8.ToArray(), ThreadRole.WaitThread),
        (".NET Timer"u8.ToArray(), ThreadRole.Timer),
        ("TPD Worker"u8.ToArray(), ThreadRole.BundledWorker),
    ];

    // A line of stat has 52 numbers and a name of 15 bytes, or 63 for a thread of the kernel.
    private const int LongestLine = 2048;

    private readonly string _process;
    private readonly byte[] _path;
    private readonly byte[] _buffer = new byte[LongestLine];

    /// <param name="processId">The process.</param>
    /// <param name="proc">Where /proc is.</param>
    public ThreadWatch(int processId, string proc = "/proc")
    {
        _process = string.Create(CultureInfo.InvariantCulture, $"{proc}/{processId}");
        _path = new byte[_process.Length * 3 + 64];
    }

    /// <summary>All threads now; <paramref name="at"/> is put in as it is. Null when the process is gone.</summary>
    public ThreadCensus? Read(double at, BootClock clock)
    {
        if (StatLine.Parse(Line("stat")) is not { } process) return null;
        List<ThreadSight> threads = [];
        try
        {
            foreach (int id in Tasks())
            {
                if (Look(id, clock) is { } thread) threads.Add(thread);
            }
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
        return new(at, threads, process.CpuSeconds);
    }

    /// <summary>The ids of all threads, without a string for each.</summary>
    private FileSystemEnumerable<int> Tasks() => new(
        _process + "/task",
        static (ref FileSystemEntry task) => int.TryParse(task.FileName, NumberStyles.None, CultureInfo.InvariantCulture, out int id) ? id : 0,
        new EnumerationOptions { IgnoreInaccessible = false, AttributesToSkip = FileAttributes.None });

    private ThreadSight? Look(int id, BootClock clock)
    {
        ReadOnlySpan<byte> line = Line(id, "stat");
        if (StatLine.Parse(line) is not { } stat) return null;
        ThreadRole role = RoleOf(StatLine.Name(line));
        double waited = WaitSeconds(Line(id, "schedstat"));
        return new(id, role, clock.At(stat.StartSeconds), stat.State is not ('R' or 'D'), stat.CpuSeconds, waited);
    }

    private static ThreadRole RoleOf(ReadOnlySpan<byte> name)
    {
        foreach ((byte[] known, ThreadRole role) in s_roles)
        {
            if (name.SequenceEqual(known)) return role;
        }
        return ThreadRole.Other;
    }

    /// <summary>
    /// "on-CPU waiting slices", the times in nanoseconds; absent where the kernel keeps no such account.
    /// </summary>
    internal static double WaitSeconds(ReadOnlySpan<byte> schedstat)
    {
        int space = schedstat.IndexOf((byte)' ');
        return space > 0 && Utf8Parser.TryParse(schedstat[(space + 1)..], out ulong waiting, out _) ? waiting / 1e9 : 0;
    }

    private ReadOnlySpan<byte> Line(string file)
    {
        Utf8.TryWrite(_path, $"{_process}/{file}\0", out _);
        return Read();
    }

    private ReadOnlySpan<byte> Line(int id, string file)
    {
        Utf8.TryWrite(_path, CultureInfo.InvariantCulture, $"{_process}/task/{id}/{file}\0", out _);
        return Read();
    }

    /// <summary>Empty when the file is not there, or no more.</summary>
    private ReadOnlySpan<byte> Read() => _buffer.AsSpan(0, Math.Max(0, Kernel.Read(_path, _buffer)));
}
