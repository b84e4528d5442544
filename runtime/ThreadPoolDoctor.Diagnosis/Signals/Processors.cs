using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>
/// How much of the processors the process used and wanted. By the operating system's account where there is one: the
/// runtime's own first reading is always about 0.
/// </summary>
internal static class Processors
{
    /// <summary>Share in use, 0 to 1.</summary>
    public static double Used(Recording recording) => Span(recording) is var (first, last)
        ? (last.ProcessCpuSeconds - first.ProcessCpuSeconds) / Capacity(recording, first, last)
        : recording.Ticks.Count < 2 ? 0 : recording.Ticks.Skip(1).Average(tick => tick.CpuUsage);

    /// <summary>
    /// Share in use and waited for, from 0; above 1 when more threads are ready than there are processors.
    /// </summary>
    public static double Wanted(Recording recording) => Span(recording) is var (first, last)
        ? Used(recording) + Waited(first, last) / Capacity(recording, first, last)
        : Used(recording);

    /// <summary>
    /// Seconds that threads were ready and had no processor, all together; those of threads that ended are lost.
    /// </summary>
    private static double Waited(ThreadCensus first, ThreadCensus last)
    {
        Dictionary<int, ThreadSight> before = first.Threads.ToDictionary(thread => thread.OsId);
        return last.Threads.Sum(thread =>
            thread.CpuWaitSeconds - (before.GetValueOrDefault(thread.OsId)?.CpuWaitSeconds ?? 0));
    }

    private static double Capacity(Recording recording, ThreadCensus first, ThreadCensus last) =>
        (last.At - first.At) * recording.Process.Capacity;

    private static (ThreadCensus First, ThreadCensus Last)? Span(Recording recording) =>
        recording.Censuses is [var first, .., var last] && last.At - first.At > Thresholds.LeastCpuSpanSeconds ? (first, last) : null;
}
