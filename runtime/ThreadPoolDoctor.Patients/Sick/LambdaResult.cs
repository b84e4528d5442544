namespace ThreadPoolDoctor.Patients;

/// <summary>
/// The commonest case of all, after some seconds under load: a lambda that calls a method that asks a task for its
/// Result. Workers that started early still show the method; into the callbacks of the others the JIT inlined it.
/// </summary>
internal static class LambdaResult
{
    public static void Run(Session session)
    {
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Load(3)));
        // Long enough for the runtime to see what the pool calls, and to compile it in.
        Thread.Sleep(8_000);
        session.ReadyWhenStarving();
    }

    private static int Load(int id) => LoadAsync(id).Result; // blamed TPD001

    private static async Task<int> LoadAsync(int id)
    {
        await Task.Delay(500);
        return id;
    }
}
