namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Each item opens a time-out that it does not need and gives it up, as clients of databases and services do; now and
/// then a burst of items has to wait for a moment.
/// </summary>
internal static class UnusedTimeouts
{
    public static void Run(Session session)
    {
        Work.Measure();
        long ended = 0;
        session.Every(2, () => ThreadPool.QueueUserWorkItem(_ =>
        {
            using CancellationTokenSource timeout = new(500);
            Interlocked.Increment(ref ended);
        }));
        session.Every(100, static () =>
        {
            for (int i = 0; i < 100; i++) ThreadPool.QueueUserWorkItem(static _ => Work.Do(0.05));
        });
        session.ReadyWhenWarm(() => Volatile.Read(ref ended) > 100);
    }
}
