namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Registers 63 x N waits (N is `--count`), which costs N threads, and signals one in 63 of them now and then.
/// </summary>
internal static class Waits
{
    private const int HandlesPerThread = 63;

    public static void Run(Session session)
    {
        int groups = session.Option("count", 100);
        AutoResetEvent[] events = new AutoResetEvent[groups * HandlesPerThread];
        int signalled = 0;
        for (int i = 0; i < events.Length; i++)
        {
            events[i] = new AutoResetEvent(false);
            ThreadPool.RegisterWaitForSingleObject(
                events[i], (_, _) => Interlocked.Increment(ref signalled), null, Timeout.Infinite, executeOnlyOnce: false);
        }
        events[^1].Set();
        session.ReadyWhen(() => Volatile.Read(ref signalled) > 0);
        session.Every(500, () =>
        {
            for (int i = 0; i < events.Length; i += HandlesPerThread) events[i].Set();
        });
    }
}
