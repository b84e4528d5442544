using System.Buffers.Text;
using System.Text;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>What is read of a line of /proc/[pid]/stat: "pid (name) state ppid ..." (proc(5)).</summary>
/// <param name="State">R, S, D, T, Z ...</param>
/// <param name="CpuTicks">Processor time used, in clock ticks.</param>
/// <param name="StartTicks">When it was started, in clock ticks since boot.</param>
internal readonly record struct StatLine(char State, ulong CpuTicks, ulong StartTicks)
{
    // Counted from the state, which is field 3: utime is 14, stime 15, starttime 22.
    private const int UserTime = 11;
    private const int SystemTime = 12;
    private const int StartTime = 19;

    // The kernel's USER_HZ has been 100 on every architecture that .NET runs on.
    internal const double TicksPerSecond = 100;

    public double CpuSeconds => CpuTicks / TicksPerSecond;

    public double StartSeconds => StartTicks / TicksPerSecond;

    /// <summary>
    /// Null when the line is broken or cut. The name may hold spaces and brackets, so it ends at the last ")".
    /// </summary>
    public static StatLine? Parse(ReadOnlySpan<byte> line)
    {
        int close = line.LastIndexOf((byte)')');
        if (close < 0 || close + 2 >= line.Length) return null;
        ReadOnlySpan<byte> rest = line[(close + 2)..];
        char state = (char)rest[0];
        ulong cpu = 0;
        for (int field = 0; field <= StartTime; field++)
        {
            int end = rest.IndexOf((byte)' ');
            ReadOnlySpan<byte> text = end < 0 ? rest : rest[..end];
            if (field is UserTime or SystemTime or StartTime)
            {
                if (!Utf8Parser.TryParse(text, out ulong number, out _)) return null;
                if (field == StartTime) return new(state, cpu, number);
                cpu += number;
            }
            if (end < 0) return null;
            rest = rest[(end + 1)..];
        }
        return null;
    }

    /// <summary>The name of the thread or program, between the brackets.</summary>
    public static ReadOnlySpan<byte> Name(ReadOnlySpan<byte> line)
    {
        int open = line.IndexOf((byte)'('), close = line.LastIndexOf((byte)')');
        return open < 0 || close <= open ? [] : line[(open + 1)..close];
    }

    /// <summary>The same as text.</summary>
    public static string NameText(ReadOnlySpan<byte> line) => Encoding.UTF8.GetString(Name(line));
}
