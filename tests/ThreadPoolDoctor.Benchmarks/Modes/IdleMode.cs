using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// Processor time of a quiet process: no work at all, and one item each ten milliseconds on either pool.
/// </summary>
internal static class IdleMode
{
    public static int Run(int seconds)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine($"{"WorkPool, woken once and then no work",-40} {Used(seconds, static () => { WorkPool.Shared.UnsafeQueue(static () => { }); }, once: true),8:F1} ms of processor time in {seconds} s");
        Console.WriteLine($"{"ThreadPool, one item each 10 ms",-40} {Used(seconds, static () => ThreadPool.UnsafeQueueUserWorkItem(static _ => { }, null), once: false),8:F1} ms");
        Console.WriteLine($"{"WorkPool, one item each 10 ms",-40} {Used(seconds, static () => WorkPool.Shared.UnsafeQueue(static () => { }), once: false),8:F1} ms");
        return 0;
    }

    private static double Used(int seconds, Action queue, bool once)
    {
        queue();
        Thread.Sleep(1000);
        TimeSpan before = Process.GetCurrentProcess().TotalProcessorTime;
        long end = Environment.TickCount64 + (seconds * 1000L);
        while (Environment.TickCount64 < end)
        {
            if (once)
            {
                Thread.Sleep(1000);
                continue;
            }
            queue();
            Thread.Sleep(10);
        }
        return (Process.GetCurrentProcess().TotalProcessorTime - before).TotalMilliseconds;
    }
}
