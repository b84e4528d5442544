namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Work items that start three tasks each and wait for them with Task.WaitAll; the tasks need workers too.
/// </summary>
internal static class WaitAll
{
    public static void Run(Session session)
    {
        session.Every(5, () => Task.Run(Gather));
        session.ReadyWhenStarving();
    }

    private static int Gather()
    {
        Task<int>[] parts = [PartAsync(1), PartAsync(2), PartAsync(3)];
        Task.WaitAll(parts); // blamed TPD001
        return parts.Length;
    }

    private static async Task<int> PartAsync(int part)
    {
        await Task.Delay(300);
        return part;
    }
}
