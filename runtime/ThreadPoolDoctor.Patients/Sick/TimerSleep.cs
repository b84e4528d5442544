namespace ThreadPoolDoctor.Patients;

/// <summary>Timers whose callbacks take longer than their period: they overlap, each holding a worker.</summary>
internal static class TimerSleep
{
    private static readonly List<Timer> s_timers = [];

    public static void Run(Session session)
    {
        for (int i = 0; i < 20; i++) s_timers.Add(new Timer(Tick, null, 100, 200));
        session.ReadyWhenStarving();
    }

    private static void Tick(object? state)
    {
        Thread.Sleep(2_000); // blamed TPD002
        GC.KeepAlive(state);
    }
}
