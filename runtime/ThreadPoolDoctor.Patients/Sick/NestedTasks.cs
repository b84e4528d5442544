namespace ThreadPoolDoctor.Patients;

/// <summary>
/// The classic deadlock of sync over async: every worker waits for a task that waits in the queue for a worker. With
/// the pool at its maximum nothing ever completes.
/// </summary>
internal static class NestedTasks
{
    public static void Run(Session session)
    {
        ThreadPool.SetMinThreads(8, 8);
        ThreadPool.SetMaxThreads(8, 8);
        for (int i = 0; i < 20; i++) Task.Run(Outer);
        session.ReadyWhenStuck();
    }

    private static int Outer()
    {
        Task<int> inner = InnerAsync();
        return inner.Result; // blamed TPD001
    }

    private static async Task<int> InnerAsync()
    {
        await Task.Yield();
        return 42;
    }
}
