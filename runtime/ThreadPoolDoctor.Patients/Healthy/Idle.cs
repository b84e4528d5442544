namespace ThreadPoolDoctor.Patients;

/// <summary>Does nothing at all.</summary>
internal static class Idle
{
    public static void Run(Session session) => session.Ready();
}
