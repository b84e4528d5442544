using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Items that each count until a timer of their own tells them to stop after a second. The timer's callback needs a
/// worker too, and waits for one behind the counters. There are always ten counters more than the pool has workers.
/// </summary>
internal static class Counters
{
    public static void Run(Session session)
    {
        int running = 0;
        session.Every(20, () =>
        {
            while (Volatile.Read(ref running) < ThreadPool.ThreadCount + 10)
            {
                Interlocked.Increment(ref running);
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    Count();
                    Interlocked.Decrement(ref running);
                });
            }
        });
        session.ReadyWhenStarving();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Count()
    {
        bool stop = false;
        long count = 0;
        using Timer timer = new(_ => Volatile.Write(ref stop, true), null, 1_000, Timeout.Infinite);
        while (!Volatile.Read(ref stop)) count++; // blamed TPD005
        return count;
    }
}
