namespace ThreadPoolDoctor.Patients;

/// <summary>All processors compute, in one Parallel.For after the other.</summary>
internal static class BusyParallel
{
    public static void Run(Session session)
    {
        Work.Measure();
        int rounds = 0;
        session.OnThread("rounds", () =>
        {
            while (true)
            {
                Parallel.For(0, 200, _ => Work.Do(milliseconds: 1));
                Interlocked.Increment(ref rounds);
            }
        });
        // How many work items a round takes depends on how many workers there are.
        session.Progress = () => Volatile.Read(ref rounds);
        session.ReadyWhen(() => Volatile.Read(ref rounds) > 5);
    }
}
