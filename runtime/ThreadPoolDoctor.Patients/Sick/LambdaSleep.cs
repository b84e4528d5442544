namespace ThreadPoolDoctor.Patients;

/// <summary>The blocking call stands in the lambda that is queued, which captures a local.</summary>
internal static class LambdaSleep
{
    public static void Run(Session session)
    {
        int pause = session.Option("pause", 500);
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ =>
        {
            Thread.Sleep(pause); // blamed TPD002
        }));
        session.ReadyWhenStarving();
    }
}
