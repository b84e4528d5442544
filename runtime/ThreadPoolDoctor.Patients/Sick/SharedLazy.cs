namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A Lazy value that takes very long to make: all who need it wait on the lock inside Lazy, in the library's code.
/// </summary>
internal static class SharedLazy
{
    private static readonly Lazy<string> s_configuration = new(Configure);

    public static void Run(Session session)
    {
        session.Every(20, () => ThreadPool.QueueUserWorkItem(_ => Use()));
        session.ReadyWhenStarving();
    }

    private static int Use()
    {
        string configuration = s_configuration.Value; // blamed TPD004
        return configuration.Length;
    }

    private static string Configure()
    {
        Thread.Sleep(TimeSpan.FromMinutes(5));
        return "configured";
    }
}
