namespace ThreadPoolDoctor.Patients;

/// <summary>More computing arrives than the processors can do: the queue grows, but nobody blocks.</summary>
internal static class Saturated
{
    public static void Run(Session session)
    {
        int processors = Environment.ProcessorCount;
        session.Every(10.0 / processors, () => ThreadPool.QueueUserWorkItem(_ => Work.Spin(milliseconds: 15)));
        session.ReadyWhenStarving();
    }
}
