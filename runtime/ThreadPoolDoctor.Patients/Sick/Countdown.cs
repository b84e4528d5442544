namespace ThreadPoolDoctor.Patients;

/// <summary>Work items that fan out to a thread elsewhere and wait for all parts with a CountdownEvent.</summary>
internal static class Countdown
{
    public static void Run(Session session)
    {
        Replies replies = new(session, delayMilliseconds: 500);
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Gather(replies)));
        session.ReadyWhenStarving();
    }

    private static void Gather(Replies replies)
    {
        CountdownEvent parts = new(3);
        for (int i = 0; i < 3; i++) replies.Later(() => parts.Signal());
        parts.Wait(); // blamed TPD004
        GC.KeepAlive(parts);
    }
}
