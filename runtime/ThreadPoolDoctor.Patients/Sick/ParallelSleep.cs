using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>Parallel.ForEach over a body that blocks, from several threads at once.</summary>
internal static class ParallelSleep
{
    public static void Run(Session session)
    {
        int[] orders = Enumerable.Range(0, 10_000).ToArray();
        for (int i = 0; i < 4; i++)
        {
            session.OnThread("batch", () => Parallel.ForEach(orders, Ship));
        }
        session.Every(50, () => ThreadPool.QueueUserWorkItem(_ => { }));
        session.ReadyWhenStarving();
    }

    // Real ones are too long to be inlined.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Ship(int order)
    {
        Thread.Sleep(200 + order % 2); // blamed TPD002
    }
}
