using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>The seed case of ten items that count until a timer of the pool stops them, here after 300 ms.</summary>
internal static class EndlessCounters
{
    public static double Run()
    {
        using var end = new CountdownEvent(10);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < 10; i++)
        {
            ComparedPool.Pool.Queue(() =>
            {
                bool stop = false;
                long count = 0;
                using ITimer timer = ComparedPool.Pool.TimeProvider.CreateTimer(
                    _ => Volatile.Write(ref stop, true), null, TimeSpan.FromMilliseconds(300), Timeout.InfiniteTimeSpan);
                while (!Volatile.Read(ref stop)) count++;
                end.Signal();
            });
        }
        end.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
