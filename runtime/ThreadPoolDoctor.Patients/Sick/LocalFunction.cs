namespace ThreadPoolDoctor.Patients;

/// <summary>The blocking call stands in a local function of a generic method.</summary>
internal static class LocalFunction
{
    public static void Run(Session session)
    {
        session.Every(10, () => Start("order"));
        session.ReadyWhenStarving();
    }

    private static void Start<T>(T item)
    {
        Task.Run(Work);

        void Work()
        {
            Thread.Sleep(500); // blamed TPD002
            GC.KeepAlive(item);
        }
    }
}
