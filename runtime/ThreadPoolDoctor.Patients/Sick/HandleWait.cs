namespace ThreadPoolDoctor.Patients;

/// <summary>Work items that wait on a kernel handle (WaitHandle.WaitOne) for half a second.</summary>
internal static class HandleWait
{
    public static void Run(Session session)
    {
        Replies replies = new(session, delayMilliseconds: 500);
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Ask(replies)));
        session.ReadyWhenStarving();
    }

    private static bool Ask(Replies replies)
    {
        AutoResetEvent answered = new(false);
        replies.Later(() => answered.Set());
        return answered.WaitOne(); // blamed TPD004
    }
}
