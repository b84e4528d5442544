using System.Diagnostics;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Monitoring.Inside;

/// <summary>Reads the pool's own numbers in this process: no session, no event. Used by one thread at a time.</summary>
internal sealed class PoolReader(Clock clock)
{
    private double _at = clock.Now;
    private long _completed = ThreadPool.CompletedWorkItemCount;
    private TimeSpan _processorTime = ProcessorTime();

    public CounterTick Read()
    {
        double now = clock.Now;
        long completed = ThreadPool.CompletedWorkItemCount;
        TimeSpan used = ProcessorTime();
        double seconds = Math.Max(now - _at, 1e-3);
        CounterTick tick = new(
            now,
            ThreadPool.ThreadCount,
            ThreadPool.PendingWorkItemCount,
            (completed - _completed) / seconds,
            Math.Clamp((used - _processorTime).TotalSeconds / seconds / Environment.ProcessorCount, 0, 1),
            // Asking takes the locks of all timers, and the rules use it only to infer what the look measures.
            ActiveTimers: 0);
        (_at, _completed, _processorTime) = (now, completed, used);
        return tick;
    }

    private static TimeSpan ProcessorTime()
    {
#if NET9_0_OR_GREATER
        bool told = OperatingSystem.IsWindows() || OperatingSystem.IsLinux() || OperatingSystem.IsMacOS();
        return told ? Environment.CpuUsage.TotalTime : default;
#else
        using Process process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
#endif
    }
}
