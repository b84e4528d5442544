namespace ThreadPoolDoctor.Patients;

/// <summary>
/// An async method that blocks after its first await: its frame is a state machine, its name the one in the source.
/// </summary>
internal static class AsyncMethod
{
    public static void Run(Session session)
    {
        session.Every(10, () => _ = LoadAsync("order"));
        session.ReadyWhenStarving();
    }

    private static async Task<string> LoadAsync(string name)
    {
        await Task.Yield();
        Thread.Sleep(500); // blamed TPD002
        return name;
    }
}
