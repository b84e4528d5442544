namespace ThreadPoolDoctor.Patients;

/// <summary>Work items that start a thread each and wait for its end.</summary>
internal static class ThreadJoin
{
    public static void Run(Session session)
    {
        session.Every(40, () => ThreadPool.QueueUserWorkItem(_ => Convert()));
        session.ReadyWhenStarving();
    }

    private static void Convert()
    {
        Thread worker = new(() => Thread.Sleep(500)) { IsBackground = true };
        worker.Start();
        worker.Join(); // blamed TPD004
        GC.KeepAlive(worker);
    }
}
