using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Work items that block, made up for by a minimum of 150 workers: it costs threads, but nothing waits.
/// </summary>
internal static class Compensated
{
    public static void Run(Session session)
    {
        ThreadPool.SetMinThreads(150, 150);
        long done = 0;
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ =>
        {
            Load(7);
            Interlocked.Increment(ref done);
        }));
        session.ReadyWhenWarm(() => Interlocked.Read(ref done) > 200);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Load(int id)
    {
        Thread.Sleep(500); // blamed TPD002
        GC.KeepAlive(id);
    }
}
