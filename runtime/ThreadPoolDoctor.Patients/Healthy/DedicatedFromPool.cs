namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A work item starts two hundred threads that have no names and sleep. On Linux they inherit the name of the worker
/// that started them, so that from outside they look like workers of the pool.
/// </summary>
internal static class DedicatedFromPool
{
    public static void Run(Session session)
    {
        ThreadPool.QueueUserWorkItem(_ => StartSleepers());
        int done = 0;
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Interlocked.Increment(ref done)));
        session.ReadyWhenWarm(() => Volatile.Read(ref done) > 100);
    }

    private static void StartSleepers()
    {
        for (int i = 0; i < 200; i++)
        {
            new Thread(() => Thread.Sleep(Timeout.Infinite)) { IsBackground = true }.Start();
        }
    }
}
