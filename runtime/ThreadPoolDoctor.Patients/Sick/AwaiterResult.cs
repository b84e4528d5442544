namespace ThreadPoolDoctor.Patients;

/// <summary>Sync over async behind an interface, with GetAwaiter().GetResult() on a ValueTask.</summary>
internal static class AwaiterResult
{
    private interface IStore
    {
        int Count(string name);
    }

    public static void Run(Session session)
    {
        IStore store = new RemoteStore();
        session.Every(5, () => ThreadPool.QueueUserWorkItem(_ => store.Count("orders")));
        session.ReadyWhenStarving();
    }

    private sealed class RemoteStore : IStore
    {
        public int Count(string name)
        {
            ValueTask<int> counting = CountAsync(name);
            return counting.AsTask().GetAwaiter().GetResult(); // blamed TPD001
        }

        private static async ValueTask<int> CountAsync(string name)
        {
            await Task.Delay(400);
            return name.Length;
        }
    }
}
