namespace ThreadPoolDoctor.Patients;

/// <summary>A pool that was given `--count` workers (1,000), all of them blocked, and work still waits.</summary>
internal static class Thousand
{
    public static void Run(Session session)
    {
        int workers = session.Option("count", 1_000);
        ThreadPool.SetMinThreads(workers, workers);
        ThreadPool.SetMaxThreads(workers, workers);
        ManualResetEventSlim never = new();
        for (int i = 0; i < workers + 100; i++) ThreadPool.QueueUserWorkItem(_ => AwaitStart(never));
        session.ReadyWhenStuck();
    }

    private static bool AwaitStart(ManualResetEventSlim start)
    {
        start.Wait(); // blamed TPD004
        return start.IsSet;
    }
}
