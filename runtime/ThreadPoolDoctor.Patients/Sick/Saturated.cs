namespace ThreadPoolDoctor.Patients;

/// <summary>More computing arrives than the processors can do: the queue grows, but nobody blocks.</summary>
internal static class Saturated
{
    public static void Run(Session session)
    {
        Work.Measure();
        int processors = Environment.ProcessorCount;
        session.Every(10.0 / processors, () => ThreadPool.QueueUserWorkItem(_ => Work.Do(milliseconds: 15)));
        session.ReadyWhenStarving();
    }
}
