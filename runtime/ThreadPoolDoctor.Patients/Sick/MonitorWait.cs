namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Work items that wait with Monitor.Wait for a pulse that comes ten times a second and wakes one of them.
/// </summary>
internal static class MonitorWait
{
    private static readonly object s_gate = new();

    public static void Run(Session session)
    {
        session.Every(100, () =>
        {
            lock (s_gate) Monitor.Pulse(s_gate);
        });
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => AwaitPulse()));
        session.ReadyWhenStarving();
    }

    private static void AwaitPulse()
    {
        lock (s_gate)
        {
            Monitor.Wait(s_gate); // blamed TPD004
        }
    }
}
