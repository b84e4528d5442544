namespace ThreadPoolDoctor.Patients;

/// <summary>Two hundred threads of its own that sleep, beside a pool with a little to do.</summary>
internal static class Dedicated
{
    public static void Run(Session session)
    {
        int done = 0;
        for (int i = 0; i < 200; i++)
        {
            session.OnThread("sleeper", () =>
            {
                while (true) Thread.Sleep(300);
            });
        }
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Interlocked.Increment(ref done)));
        session.ReadyWhenWarm(() => Volatile.Read(ref done) > 100);
    }
}
