using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>
/// Seed case V1 in small: items that block come faster than they end; how long they wait for a worker.
/// </summary>
internal static class BlockingRequests
{
    private const int Requests = 60, Interval = 4, Sleep = 200;

    public static double Run()
    {
        double[] delays = new double[Requests];
        using var end = new CountdownEvent(Requests);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Requests; i++)
        {
            int k = i;
            while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < i * Interval) Thread.Sleep(1);
            long queued = Stopwatch.GetTimestamp();
            ComparedPool.Pool.Queue(() =>
            {
                delays[k] = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                Thread.Sleep(Sleep);
                end.Signal();
            });
        }
        end.Wait();
        return delays.Average();
    }
}
