using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Blocks 180 calls deep, so that a stack cut at 100 frames no longer shows that the thread is the pool's.
/// </summary>
internal static class DeepStack
{
    public static void Run(Session session)
    {
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Descend(180)));
        session.ReadyWhenStarving();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Descend(int depth)
    {
        if (depth > 0) return Descend(depth - 1) + 1;
        Thread.Sleep(500); // blamed TPD002
        return 0;
    }
}
