namespace ThreadPoolDoctor.Patients;

/// <summary>Only four items wait, but all eight workers the pool may have are blocked, and nothing completes.</summary>
internal static class TinyQueue
{
    public static void Run(Session session)
    {
        ThreadPool.SetMinThreads(8, 8);
        ThreadPool.SetMaxThreads(8, 8);
        SemaphoreSlim never = new(0);
        for (int i = 0; i < 12; i++) ThreadPool.QueueUserWorkItem(_ => Enter(never));
        session.ReadyWhenStuck();
    }

    private static void Enter(SemaphoreSlim gate)
    {
        gate.Wait(); // blamed TPD004
        gate.Release();
    }
}
