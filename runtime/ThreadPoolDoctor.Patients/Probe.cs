using System.Diagnostics;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// The ground truth about a pool: how long an empty work item waits before it starts. Sick patients use it to know
/// when they are ill; <c>--probe 1</c> prints it once a second, to look at a patient without any doctor.
/// </summary>
internal static class Probe
{
    /// <summary>How long one empty item waited, in milliseconds; the limit if it is still waiting by then.</summary>
    public static double DelayOfOneItem(int limitMilliseconds)
    {
        ManualResetEventSlim started = new();
        long queued = Stopwatch.GetTimestamp();
        ThreadPool.UnsafeQueueUserWorkItem(static e => e.Set(), started, preferLocal: false);
        started.Wait(limitMilliseconds);
        return Math.Min(limitMilliseconds, Stopwatch.GetElapsedTime(queued).TotalMilliseconds);
    }

    public static void PrintForEver()
    {
        long completed = ThreadPool.CompletedWorkItemCount;
        TimeSpan cpu = Process.GetCurrentProcess().TotalProcessorTime;
        while (true)
        {
            double delay = DelayOfOneItem(limitMilliseconds: 1_000);
            Thread.Sleep((int)(1_000 - delay));
            (long nowCompleted, TimeSpan nowCpu) = (ThreadPool.CompletedWorkItemCount, Process.GetCurrentProcess().TotalProcessorTime);
            Console.WriteLine($"probe {delay,6:0.0} ms  workers {ThreadPool.ThreadCount,4}  queue {ThreadPool.PendingWorkItemCount,6}"
                + $"  completed {nowCompleted - completed,7}/s  cpu {(nowCpu - cpu).TotalSeconds:0.00}");
            (completed, cpu) = (nowCompleted, nowCpu);
        }
    }
}
