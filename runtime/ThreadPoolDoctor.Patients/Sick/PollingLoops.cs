namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Background jobs that poll for ever on the pool, more of them than it has workers; other work waits behind.
/// </summary>
internal static class PollingLoops
{
    public static void Run(Session session)
    {
        for (int i = 0; i < 200; i++) Task.Run(Poll);
        session.Every(20, () => ThreadPool.QueueUserWorkItem(_ => { }));
        session.ReadyWhenStarving();
    }

    private static void Poll()
    {
        while (true)
        {
            Thread.Sleep(250); // blamed TPD005
        }
    }
}
