namespace ThreadPoolDoctor.Patients;

/// <summary>
/// As <see cref="Requests"/>, but the pool has run this work item thousands of times before it blocks: the lambda, and
/// what it calls, are compiled into the pool's own loop, and no frame of this program is left on the stack.
/// </summary>
internal static class SwallowedRequests
{
    private static Task s_answer = Task.CompletedTask;

    public static void Run(Session session)
    {
        session.Every(1, () => ThreadPool.QueueUserWorkItem(_ => Ask()));
        // Several times the second or so that the runtime takes to see what the pool calls, and to compile it in.
        Thread.Sleep(4_000);
        s_answer = Task.Delay(Timeout.Infinite);
        session.ReadyWhenStarving();
    }

    private static void Ask() => s_answer.GetAwaiter().GetResult(); // blamed TPD001
}
