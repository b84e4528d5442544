namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Work items that wait on a ManualResetEventSlim for a reply which a thread elsewhere gives after half a second.
/// </summary>
internal static class ResetEvent
{
    public static void Run(Session session)
    {
        Replies replies = new(session, delayMilliseconds: 500);
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Ask(replies)));
        session.ReadyWhenStarving();
    }

    private static bool Ask(Replies replies)
    {
        using ManualResetEventSlim answered = new();
        replies.Later(answered.Set);
        answered.Wait(); // blamed TPD004
        return answered.IsSet;
    }
}
