using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>How long it took to end a pool that had nothing left to do.</summary>
/// <param name="Pool">Milliseconds for the pool.</param>
/// <param name="Plain">Milliseconds for as many plain threads that were parked, right after it: what the machine took
/// for that.</param>
internal readonly record struct Disposal(double Pool, double Plain)
{
    internal double Excess(double factor) => Pool - factor * Plain;

    /// <summary>
    /// Ends the pool, which is given up after so many milliseconds if it does not end. Nothing is measured of one that
    /// cannot be ended.
    /// </summary>
    internal static Disposal Measure(IPoolSide side, int limit)
    {
        int threads = side.Threads;
        bool canEnd = true;
        long since = Stopwatch.GetTimestamp();
        var thread = new Thread(() => canEnd = side.Dispose()) { IsBackground = true };
        thread.Start();
        bool ended = thread.Join(limit);
        double pool = Stopwatch.GetElapsedTime(since).TotalMilliseconds;
        return ended && !canEnd ? default : new Disposal(pool, EndPlainThreads(threads));
    }

    private static double EndPlainThreads(int count)
    {
        using var parked = new CountdownEvent(Math.Max(1, count));
        using var end = new ManualResetEventSlim(initialState: false, spinCount: 0);
        var threads = new Thread[count];
        for (int i = 0; i < count; i++)
        {
            threads[i] = new Thread(() =>
            {
                parked.Signal();
                end.Wait();
            })
            { IsBackground = true };
            threads[i].UnsafeStart();
        }
        if (count > 0)
        {
            parked.Wait();
        }
        long since = Stopwatch.GetTimestamp();
        end.Set();
        foreach (Thread thread in threads)
        {
            thread.Join();
        }
        return Stopwatch.GetElapsedTime(since).TotalMilliseconds;
    }
}
