namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A cache behind a ReaderWriterLockSlim whose writer refreshes it slowly: the readers hold the workers.
/// </summary>
internal static class ReaderWriter
{
    private static readonly ReaderWriterLockSlim s_lock = new();
    private static readonly Dictionary<int, string> s_cache = [];

    public static void Run(Session session)
    {
        session.OnThread("refresh", Refresh);
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Read(1)));
        session.ReadyWhenStarving();
    }

    private static string? Read(int key)
    {
        s_lock.EnterReadLock(); // blamed TPD004
        try
        {
            return s_cache.GetValueOrDefault(key);
        }
        finally
        {
            s_lock.ExitReadLock();
        }
    }

    private static void Refresh()
    {
        while (true)
        {
            s_lock.EnterWriteLock();
            Thread.Sleep(20_000);
            s_cache[1] = "new";
            s_lock.ExitWriteLock();
        }
    }
}
