namespace ThreadPoolDoctor.Patients;

/// <summary>Allocates so fast that the garbage collector never rests; work items start promptly all the same.</summary>
internal static class Garbage
{
    public static void Run(Session session)
    {
        long done = 0;
        byte[][] kept = new byte[1_000][];
        session.Every(2, () => ThreadPool.QueueUserWorkItem(_ =>
        {
            for (int i = 0; i < 50; i++) kept[Random.Shared.Next(kept.Length)] = new byte[10_000];
            Interlocked.Increment(ref done);
        }));
        session.ReadyWhenWarm(() => Interlocked.Read(ref done) > 500);
    }
}
